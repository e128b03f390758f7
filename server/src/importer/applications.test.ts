import { utils, write } from '@e965/xlsx';
import { api } from '@piezario/contract/api';
import { IMPORT_SHEETS } from '@piezario/contract/importer';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '../spreadsheet/writing/write-cells.ts';
import { addBrand, addCategory, addPart, addProduct, addVehicleAlias } from '../testing/catalogue.ts';
import {
  applyReview,
  asFile,
  changesOf,
  errorsOf,
  importFile,
  makeSheets,
  makeWorkbook,
  reviewFile,
} from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
startJobs(server);
const product = await addProduct(db, (await addCategory(db)).id, 'Pastillas');
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const { id: part } = await addPart(db, brand.id, product.id, 'A-1');

type Given = {
  family?: string;
  version?: string;
  engine?: string;
  fuel?: string;
  until?: number | null;
  from?: number;
  components?: Record<string, string>;
};
async function addVehicle(
  brandName: string,
  model: string,
  { family = model, version = '1.6', engine = '', fuel = 'Nafta', from = 2001, until, components = {} }: Given = {},
) {
  const texts = { origin: 'Argentina', brand: brandName, model, model_master: family, version, engine_code: engine };
  const years = { fuel, sold_from_year: from, sold_until_year: until ?? null };
  const { id } = await db
    .insertInto('vehicles')
    .values({ ...texts, ...years, components: JSON.stringify(components) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const gol = await addVehicle('Volkswagen', 'Gol', { engine: 'AP 1600', until: 2008 });
const golLater = await addVehicle('Volkswagen', 'Gol', { engine: 'EA 111', from: 2008 });
const megane = await addVehicle('Renault', 'Mégane', { version: '1,6 16V' });
const clios = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((n) => addVehicle('Renault', 'Clio', { version: `1.${n}` })));
const [clio = 0] = clios;

const fit = (...cells: Row) => ['Ñandú', 'Pastillas', 'A1', ...cells];
const link = async (...rows: Row[]) => linkFile(await makeWorkbook({ Aplicaciones: rows }));
async function linkFile(file: File) {
  await db.deleteFrom('part_vehicles').execute();
  const done = await importFile(maker, file);
  const links = await db.selectFrom('part_vehicles').where('part_id', '=', part).select('vehicle_id').execute();
  return {
    done,
    errors: await errorsOf(maker, done),
    linked: links.map(({ vehicle_id }) => vehicle_id).sort((a, b) => a - b),
  };
}

test('a vehicle is found by its ID, or by the columns that are not blank', async () => {
  const { errors, linked } = await link(
    fit(`${gol},00`, null, null, null, null, null, '2.001,00'),
    fit(null, 'VOLKSWAGEN', 'gol', null, null, null, '2008'),
    fit(null, null, 'megane', '1.6 16v'),
    fit(clio, 'Renault', 'Clio', 1.1, '', 'nafta', 2001),
  );
  expect(errors).toEqual([]);
  expect(linked).toEqual([gol, golLater, megane, clio]);
});

test('no match and several matches are errors that list candidates, and so is an ID that contradicts the other columns', async () => {
  const { done, errors, linked } = await link(
    fit(null, 'Volkswagen', 'Gol'),
    fit(null, 'Volkswagen', 'Gol', '2.0'),
    fit(null, 'Renault', 'Clio'),
    fit(null, 'Nadie'),
    fit(999_999),
    fit(gol, 'Renault'),
    fit(gol, null, null, null, null, null, 1999),
    fit(),
    fit('x', null, null, null, null, null, 'ayer'),
    fit(golLater),
  );
  const golName = `${gol} (Volkswagen Gol 1.6 AP 1600 Nafta, 2001–2008)`;
  const laterName = `${golLater} (Volkswagen Gol 1.6 EA 111 Nafta, desde 2008)`;
  const clioNames = clios.slice(0, 5).map((id, index) => `${id} (Renault Clio 1.${index + 1} Nafta, desde 2001)`);
  expect(errors).toEqual([
    `Aplicaciones 2 Marca vehículo «Volkswagen»: Coinciden 2 vehículos, poné el ID del que corresponde o, si son todos, «*» en Versión: ${golName}; ${laterName}`,
    `Aplicaciones 3 Versión «2.0»: Ningún vehículo coincide. Parecidos: ${golName}; ${laterName}`,
    `Aplicaciones 4 Marca vehículo «Renault»: Coinciden 7 vehículos, poné el ID del que corresponde o, si son todos, «*» en Versión: ${clioNames.join('; ')} y 2 más`,
    'Aplicaciones 5 Marca vehículo «Nadie»: Ningún vehículo coincide',
    'Aplicaciones 6 ID vehículo «999999»: No hay un vehículo con ese ID',
    `Aplicaciones 7 Marca vehículo «Renault»: No coincide con el ID, que es de ${golName}`,
    `Aplicaciones 8 Desde «1999»: No coincide con el ID, que es de ${golName}`,
    'Aplicaciones 9 ID vehículo «»: Falta el vehículo: completá su ID o sus datos',
    'Aplicaciones 10 ID vehículo «x»: Tiene que ser el número de un vehículo',
    'Aplicaciones 10 Desde «ayer»: Tiene que ser un año, o un rango como 2005-2010, desde 2010 o hasta 2005',
  ]);
  expect(done).toMatchObject({ rows_created: 1, errors_count: 9 });
  expect(linked).toEqual([golLater]);
});

test('the same vehicle described in two ways is a duplicate; an existing link is unchanged', async () => {
  await db.insertInto('part_vehicles').values({ part_id: part, vehicle_id: megane }).execute();
  const done = await importFile(
    maker,
    await makeWorkbook({ Aplicaciones: [fit(gol), fit(null, null, null, null, 'ap 1600'), fit(megane)] }),
  );
  expect(done.warnings).toEqual([
    '1 fila (Aplicaciones 3): está repetida en el archivo, con lo mismo, y se lee una sola vez',
  ]);
  expect(done).toMatchObject({ rows_created: 1, rows_unchanged: 2, errors_count: 0 });
});

test('brands are found by their aliases, and with other punctuation', async () => {
  const benz = await addVehicle('Mercedes-Benz', 'Sprinter');
  await addVehicleAlias(db, 'VW', 'Volkswagen');
  const { errors, linked } = await link(
    fit(null, 'vw', 'Gol', null, 'EA 111'),
    fit(null, 'MERCEDES BENZ', 'Sprinter'),
    fit(gol, 'V.W.'),
  );
  expect(errors).toEqual([]);
  expect(linked).toEqual([gol, golLater, benz]);
});

test('a model is found by the name of its family, unless a model has that name', async () => {
  const corsa = await addVehicle('Chevrolet', 'Corsa II', { family: 'Corsa' });
  const classic = await addVehicle('Chevrolet', 'Corsa Classic', { family: 'Corsa', from: 2010 });
  await addVehicle('Volkswagen', 'Gol Trend', { family: 'Gol', engine: 'AP 1600' });
  const { errors, linked } = await link(
    fit(null, 'Volkswagen', 'Gol', null, 'AP 1600'),
    fit(null, 'Chevrolet', 'CORSA', '*', null, null, 'hasta 2005'),
    fit(classic, null, 'Corsa'),
    fit(null, 'Chevrolet', 'Corza'),
  );
  expect(errors).toEqual(['Aplicaciones 5 Modelo «Corza»: Ningún vehículo coincide. ¿Corsa?']);
  expect(linked).toEqual([gol, corsa, classic]);
});

test('an error says which brand or model is most like what was written', async () => {
  await addVehicle('Volkswagen', 'Golf');
  const { errors } = await link(
    fit(null, 'Volkswagen', 'Gool'),
    fit(null, 'Volkswagen', 'goll'),
    fit(null, null, 'Megan'),
    fit(null, 'Volswagen', 'Gol'),
    fit(null, 'Renault', 'Corolla'),
    fit(null, 'Renault', 'Clio', '1,9'),
    fit(null, 'Volkswagen', 'Gol', null, null, null, 2020),
    fit(null, null, null, null, null, null, 1950),
  );
  const clioNames = clios.slice(0, 5).map((id, index) => `${id} (Renault Clio 1.${index + 1} Nafta, desde 2001)`);
  const golName = `${gol} (Volkswagen Gol 1.6 AP 1600 Nafta, 2001–2008)`;
  const laterName = `${golLater} (Volkswagen Gol 1.6 EA 111 Nafta, desde 2008)`;
  expect(errors).toEqual([
    'Aplicaciones 2 Modelo «Gool»: Ningún vehículo coincide. ¿Gol?',
    'Aplicaciones 3 Modelo «goll»: Ningún vehículo coincide. ¿Gol o Golf?',
    'Aplicaciones 4 Modelo «Megan»: Ningún vehículo coincide. ¿Mégane?',
    'Aplicaciones 5 Marca vehículo «Volswagen»: Ningún vehículo coincide. ¿Volkswagen?',
    'Aplicaciones 6 Modelo «Corolla»: Ningún vehículo coincide',
    `Aplicaciones 7 Versión «1,9»: Ningún vehículo coincide. Parecidos: ${clioNames.join('; ')} y 2 más`,
    `Aplicaciones 8 Desde «2020»: Ningún vehículo coincide. Parecidos: ${laterName}; ${golName}`,
    'Aplicaciones 9 Desde «1950»: Ningún vehículo coincide',
  ]);
});

const WRITERS: readonly (readonly [name: string, write: (rows: Row[]) => Promise<File>])[] = [
  ['our own writer', (rows) => makeWorkbook({ Aplicaciones: rows })],
  [
    'SheetJS',
    async (rows) => {
      const book = utils.book_new();
      utils.book_append_sheet(book, utils.aoa_to_sheet([[...IMPORT_SHEETS.Piezas]]), 'Piezas');
      const table = [IMPORT_SHEETS.Aplicaciones, ...rows].map((row) => [...row]);
      utils.book_append_sheet(book, utils.aoa_to_sheet(table), 'Aplicaciones');
      return asFile(new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer), 'piezas.xlsx');
    },
  ],
];

const RANGES = new Map([
  ['2001-2007', gol],
  ['98/07', gol],
  ['hasta 2007', gol],
  ['<05', gol],
  ['>2009', golLater],
  ['2009-', golLater],
  ['2009→', golLater],
  ['desde 2009', golLater],
]);

describe.each(WRITERS)('in a file of %s', (name, writeRows) => {
  const linkRows = async (...rows: Row[]) => linkFile(await writeRows(rows));
  const ofGol = (...years: Row) => fit(null, 'Volkswagen', 'Gol', null, null, null, ...years);

  test('a range in either column of years finds the vehicles that were sold then', async () => {
    const rows = [...RANGES.keys()].flatMap((range) => [ofGol(range), ofGol(null, range)]);
    const parts = await Promise.all(rows.map((_, index) => addPart(db, brand.id, product.id, `R${index}-${name}`)));
    const { errors } = await linkRows(...rows.map((row, index) => row.with(2, parts[index]?.code ?? '')));
    expect(errors).toEqual([]);
    const links = await db.selectFrom('part_vehicles').select(['part_id', 'vehicle_id']).execute();
    const found = parts.map(({ id }) => links.flatMap((row) => (row.part_id === id ? row.vehicle_id : [])));
    expect(found).toEqual([...RANGES.values()].flatMap((vehicle) => [[vehicle], [vehicle]]));
  });

  test('years in both columns are those of the vehicle, with two digits too', async () => {
    const { errors, linked } = await linkRows(ofGol(2001, 2008), ofGol('08'));
    expect([errors, linked]).toEqual([[], [gol, golLater]]);
  });

  test('years that cannot be read or match no vehicle are errors', async () => {
    const { errors, linked } = await linkRows(
      ofGol('2010-2005'),
      ofGol('2001-2007', 2008),
      fit(gol, null, null, null, null, null, null, 'desde 2010'),
      ofGol('1990-1995'),
    );
    const golName = `${gol} (Volkswagen Gol 1.6 AP 1600 Nafta, 2001–2008)`;
    const laterName = `${golLater} (Volkswagen Gol 1.6 EA 111 Nafta, desde 2008)`;
    expect(errors).toEqual([
      'Aplicaciones 2 Desde «2010-2005»: El rango está al revés: 2010 es después de 2005',
      'Aplicaciones 3 Desde «2001-2007»: Un rango de años va solo: dejá la otra columna en blanco',
      `Aplicaciones 4 Hasta «desde 2010»: No coincide con el ID, que es de ${golName}`,
      `Aplicaciones 5 Desde «1990-1995»: Ningún vehículo coincide. Parecidos: ${golName}; ${laterName}`,
    ]);
    expect(linked).toEqual([]);
  });

  test('«*» in Versión links every vehicle that matches the other columns', async () => {
    const { done, errors, linked } = await linkRows(
      fit(null, 'Renault', 'Clio', '*'),
      fit(null, null, 'gol', ' * ', null, null, 'hasta 2005'),
    );
    expect(errors).toEqual([]);
    expect(linked).toEqual([gol, ...clios.toSorted((a, b) => a - b)]);
    expect(done).toMatchObject({ rows_created: 2, rows_unchanged: 0 });
  });

  test('«*» needs a model, and does not go with an ID', async () => {
    const { errors, linked } = await linkRows(
      fit(null, 'Renault', null, '*'),
      fit(gol, null, null, '*'),
      fit(null, 'Renault', 'Clío', '*', 'F4R'),
    );
    expect(errors).toEqual([
      'Aplicaciones 2 Modelo «»: Con «*» hace falta el modelo',
      `Aplicaciones 3 Versión «*»: No coincide con el ID, que es de ${gol} (Volkswagen Gol 1.6 AP 1600 Nafta, 2001–2008)`,
      expect.stringMatching(/^Aplicaciones 4 Motor «F4R»: Ningún vehículo coincide\. Parecidos: /),
    ]);
    expect(linked).toEqual([]);
  });
});

describe('displacement, valves, fuel and the beginning of a version', async () => {
  const addAstra = (version: string, fuel: string, components: Record<string, string>) =>
    addVehicle('Chevrolet', 'Astra', { version, fuel, components });
  const small = await addAstra('1.4 8V GL', 'Nafta', { cilindrada: '1.4', valvulas: '8V' });
  const eight = await addAstra('1.6 8V GL', 'Nafta', { cilindrada: '1.6', valvulas: '8V' });
  const sixteen = await addAstra('1.6 16V GLS', 'Nafta', { cilindrada: '1.6', valvulas: '16V' });
  const diesel = await addAstra('1.6 D', 'Diesel', { cilindrada: '1.6' });
  const electric = await addAstra('EV', 'Eléctrico', {});

  type Cells = Partial<Record<(typeof IMPORT_SHEETS.Aplicaciones)[number], Row[number]>>;
  const astra = (cells: Cells): Row => {
    const all: Cells = { Marca: 'Ñandú', Producto: 'Pastillas', Código: 'A1', Modelo: 'Astra', ...cells };
    return IMPORT_SHEETS.Aplicaciones.map((column) => all[column] ?? null);
  };

  test.each<[Cells, number[]]>([
    [{ Cilindrada: '1.4' }, [small]],
    [{ Cilindrada: 1.4, Versión: '*' }, [small]],
    [{ Cilindrada: '1400 cc' }, [small]],
    [{ Cilindrada: '1,6 L', Válvulas: 16, Combustible: 'naf.' }, [sixteen]],
    [{ Cilindrada: 1600, Válvulas: '16v', Versión: '*' }, [sixteen, diesel]],
    [{ Cilindrada: '1.6', Combustible: 'gasoil' }, [diesel]],
    [{ Combustible: 'TDI' }, [diesel]],
    [{ Combustible: 'D' }, [diesel]],
    [{ Combustible: 'elec.' }, [electric]],
    [{ Versión: '1.6*' }, [eight, sixteen, diesel]],
    [{ Versión: '1,6 8v *' }, [eight]],
    [{ Versión: '1.*', Combustible: 'N' }, [small, eight, sixteen]],
    [
      { 'Marca vehículo': 'S/D', Versión: 'EV', Motor: 'N/D', Cilindrada: '-', Válvulas: 'n/a', Posición: '---' },
      [electric],
    ],
    [{ 'ID vehículo': small, Cilindrada: '1400', Válvulas: '8' }, [small]],
    [{ 'ID vehículo': diesel, Válvulas: '8' }, [diesel]],
  ])('%j', async (cells, expected) => {
    const { errors, linked } = await link(astra(cells));
    expect(errors).toEqual([]);
    expect(linked).toEqual(expected);
  });

  test('are errors of their column when no vehicle has them', async () => {
    const { errors, linked } = await link(
      astra({ Cilindrada: '2.0' }),
      astra({ Versión: '2.0*' }),
      astra({ Modelo: null, Versión: '1.6*' }),
      astra({ 'ID vehículo': small, Cilindrada: '1.6' }),
      astra({ 'ID vehículo': small, Válvulas: '16' }),
    );
    const name = `${small} (Chevrolet Astra 1.4 8V GL Nafta, desde 2001)`;
    expect(errors).toEqual([
      expect.stringMatching(/^Aplicaciones 2 Cilindrada «2\.0»: Ningún vehículo coincide\. Parecidos: /),
      expect.stringMatching(/^Aplicaciones 3 Versión «2\.0\*»: Ningún vehículo coincide\. Parecidos: /),
      'Aplicaciones 4 Modelo «»: Con «*» hace falta el modelo',
      `Aplicaciones 5 Cilindrada «1.6»: No coincide con el ID, que es de ${name}`,
      `Aplicaciones 6 Válvulas «16»: No coincide con el ID, que es de ${name}`,
    ]);
    expect(linked).toEqual([]);
  });

  test('the beginning of a version has a notice with how many versions it links', async () => {
    const { done } = await link(astra({ Versión: '1.6*' }));
    expect(done.warnings).toEqual([expect.stringContaining('«1.6*» vincula las 3 versiones de Chevrolet Astra')]);
  });
});

describe('positions, quantities, notes and years', () => {
  const OLD = IMPORT_SHEETS.Aplicaciones.slice(0, 12);
  const stored = () =>
    db
      .selectFrom('part_vehicles')
      .where('part_id', '=', part)
      .select(['vehicle_id', 'positions', 'quantity', 'note', 'from_year', 'until_year'])
      .orderBy('vehicle_id')
      .orderBy('positions')
      .execute();
  const one = (vehicle_id: number, positions = '', quantity: number | null = null) => ({
    ...{ vehicle_id, positions, quantity, note: '', from_year: null, until_year: null },
  });
  /** A row with the id of a vehicle, and the cells of the application from «Posición» on. */
  const said = (vehicle: number, ...cells: Row) => fit(vehicle, ...Array(8).fill(null), ...cells);
  const removed = (vehicle: number, ...cells: Row) => fit(vehicle, ...Array(7).fill(null), 'QUITAR', ...cells);
  const send = async (...rows: Row[]) => {
    const done = await importFile(maker, await makeWorkbook({ Aplicaciones: rows }));
    return { done, errors: await errorsOf(maker, done) };
  };
  /** A file in the old format, without positions. */
  const oldFile = (...rows: Row[]) =>
    makeSheets({ Piezas: [IMPORT_SHEETS.Piezas.slice(0, 8)], Aplicaciones: [OLD, ...rows] });
  const sendOld = async (...rows: Row[]) => {
    const done = await importFile(maker, await oldFile(...rows));
    return { done, errors: await errorsOf(maker, done) };
  };
  const add = async (...rows: ReturnType<typeof one>[]) => {
    for (const row of rows)
      await db
        .insertInto('part_vehicles')
        .values({ part_id: part, ...row })
        .execute();
  };
  beforeEach(async () => {
    await db.deleteFrom('part_vehicles').execute();
  });

  test('make an application for each position, and change it when it is named again', async () => {
    const first = await send(
      said(gol, 'del. izq.', 2, 'Con ABS', 2002, '05'),
      said(gol, 'TRASERA', null, null, null, 2008),
      said(gol),
      said(megane, null, '1,00', null, 2010),
    );
    expect(first.errors).toEqual([]);
    const front = {
      ...one(gol, 'Delantera, Izquierda'),
      quantity: 2,
      note: 'Con ABS',
      from_year: 2002,
      until_year: 2005,
    };
    const rest = [
      { ...one(gol, 'Trasera'), until_year: 2008 },
      { ...one(megane), quantity: 1, from_year: 2010 },
    ];
    expect(await stored()).toEqual([one(gol), front, ...rest]);
    // A blank cell leaves what is stored, and «(vacío)» clears it.
    const second = await send(
      said(gol, 'Izquierda Delantera', '(vacío)', null, '(vacío)', 2006),
      said(megane, '(vacío)', null, 'Sin aire'),
    );
    expect(second).toMatchObject({ errors: [], done: { rows_created: 0, rows_updated: 2 } });
    expect(await stored()).toEqual([
      one(gol),
      { ...front, quantity: null, from_year: null, until_year: 2006 },
      rest[0],
      { ...one(megane), quantity: 1, note: 'Sin aire', from_year: 2010 },
    ]);
  });

  test('are errors of their row when they are invalid', async () => {
    const { errors } = await send(
      said(gol, 'trasera central'),
      said(gol, 'Delantera', 1000),
      said(gol, 'Superior', 'dos'),
      said(gol, 'Inferior', null, 'x'.repeat(501)),
      said(gol, 'Interior', null, null, 1999),
      said(gol, 'Exterior', null, null, 2005, 2009),
      said(gol, 'Derecha', null, null, 2005, 2004),
      said(gol, null, null, null, '2001-2005'),
      said(clio, 'Trasera', 1),
      said(clio, 'tras.', 2),
    );
    expect(errors).toEqual([
      'Aplicaciones 2 Posición «trasera central»: «central» no es una posición. Van una o varias de: Delantera, Trasera, Izquierda, Derecha, Superior, Inferior, Interior, Exterior',
      'Aplicaciones 3 Cantidad «1000»: Tiene que ser un número de 1 a 999',
      'Aplicaciones 4 Cantidad «dos»: Tiene que ser un número de 1 a 999',
      expect.stringMatching(/^Aplicaciones 5 Nota /),
      'Aplicaciones 6 Aplica desde «1999»: El vehículo se vendió de 2001 a 2008',
      'Aplicaciones 7 Aplica hasta «2009»: El vehículo se vendió de 2001 a 2008',
      'Aplicaciones 8 Código «A1»: No puede ser anterior al primer año',
      'Aplicaciones 9 Aplica desde «2001-2005»: Tiene que ser un año',
      `Aplicaciones 11 ID vehículo «${clio}»: Está repetida: dice otra cosa que la fila 10`,
    ]);
    expect(await stored()).toEqual([{ ...one(clio, 'Trasera'), quantity: 1 }]);
  });

  test('stay when a file without these columns is imported, which still links and unlinks vehicles', async () => {
    await add(one(gol, 'Delantera', 2), one(gol, 'Trasera'), one(megane));
    const before = await stored();
    expect(await sendOld(fit(gol), fit(megane), fit(clio))).toMatchObject({
      errors: [],
      done: { rows_created: 1, rows_updated: 0, rows_unchanged: 2 },
    });
    expect(await stored()).toEqual([...before, one(clio)]);
    expect(await sendOld(removed(gol))).toMatchObject({ errors: [], done: { rows_removed: 1 } });
    expect(await stored()).toEqual([one(megane), one(clio)]);
  });

  test('select the application of a vehicle that is removed', async () => {
    await add(one(gol, 'Delantera', 2), one(gol, 'Trasera'), one(gol));
    expect(await send(removed(gol, 'delantera'), removed(gol, 'Superior'))).toMatchObject({
      errors: [],
      done: { rows_removed: 1, warnings: [expect.stringContaining('no había nada que quitar')] },
    });
    expect(await stored()).toEqual([one(gol), one(gol, 'Trasera')]);
  });

  test('are reviewed a field at a time, applied, and undone', async () => {
    const rear = { ...one(megane, 'Trasera', 1), note: 'x' };
    await add(one(gol, 'Delantera', 2), one(gol, 'Trasera'), rear, one(clio));
    const before = await stored();
    const file = await makeWorkbook({
      Aplicaciones: [said(gol, 'Delantera', 4, 'Con ABS'), said(gol, 'Superior', 1), said(megane, 'Trasera')],
    });
    const review = await reviewFile(maker, file, { replace: 'Aplicaciones' });
    const golName = 'Volkswagen Gol 1.6 2001–2008';
    expect(await changesOf(maker, review)).toEqual([
      `Aplicaciones 2 A1 changed ${golName}: quantity 2→4`,
      `Aplicaciones 2 A1 changed ${golName}: note →Con ABS`,
      `Aplicaciones 3 A1 created ${golName}: positions →Superior, quantity →1`,
      `Aplicaciones - A-1 removed ${golName}: positions Trasera→`,
      'Aplicaciones - A-1 removed Renault Clio 1.1 desde 2001: ',
    ]);
    expect(await stored()).toEqual(before);
    const applied = await applyReview(maker, review, 1);
    expect(await errorsOf(maker, applied)).toEqual([]);
    expect(await stored()).toEqual([
      { ...one(gol, 'Delantera'), quantity: 4, note: 'Con ABS' },
      { ...one(gol, 'Superior'), quantity: 1 },
      rear,
    ]);
    expect(applied.operation_id).not.toBeNull();
    await maker.call(api.undos.store, { body: { operation_id: applied.operation_id ?? 0 } });
    await expect.poll(stored).toEqual(before);
  });

  test('stay when a replacing file without these columns names their vehicle', async () => {
    await add(one(gol, 'Delantera', 2), one(gol, 'Trasera'), one(clio));
    const review = await reviewFile(maker, await oldFile(fit(gol)), { replace: 'Aplicaciones' });
    expect(await changesOf(maker, review)).toEqual(['Aplicaciones - A-1 removed Renault Clio 1.1 desde 2001: ']);
    await applyReview(maker, review, 1);
    expect(await stored()).toEqual([{ ...one(gol, 'Delantera'), quantity: 2 }, one(gol, 'Trasera')]);
  });

  test('are removed together when a reviewed file unlinks their vehicle, unless they have changed since', async () => {
    await add(one(gol, 'Delantera', 2), one(gol, 'Trasera'));
    const review = await reviewFile(maker, await oldFile(removed(gol)));
    expect(await changesOf(maker, review)).toHaveLength(2);
    await db.updateTable('part_vehicles').set({ quantity: 3 }).where('positions', '=', 'Trasera').execute();
    expect(await errorsOf(maker, await applyReview(maker, review))).toEqual([
      `Aplicaciones 2 ID vehículo «${gol}»: Cambió después de la revisión: no se tocó`,
    ]);
    expect(await stored()).toEqual([{ ...one(gol, 'Trasera'), quantity: 3 }]);
  });
});
