import { expect, test } from 'vitest';
import type { Row } from '../spreadsheet/writing/write-cells.ts';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { errorsOf, importFile, makeWorkbook } from '../testing/imports.ts';
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

type Given = { version?: string; engine?: string; until?: number | null; from?: number };
async function addVehicle(
  brandName: string,
  model: string,
  { version = '1.6', engine = '', from = 2001, until }: Given = {},
) {
  const texts = { origin: 'Argentina', brand: brandName, model, model_master: model, version, engine_code: engine };
  const years = { fuel: 'Nafta', sold_from_year: from, sold_until_year: until ?? null };
  const { id } = await db
    .insertInto('vehicles')
    .values({ ...texts, ...years, components: '{}' })
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
async function link(...rows: Row[]) {
  await db.deleteFrom('part_vehicles').execute();
  const done = await importFile(maker, await makeWorkbook({ Aplicaciones: rows }));
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
  const laterName = `${golLater} (Volkswagen Gol 1.6 EA 111 Nafta, 2008–hoy)`;
  const clioNames = clios.slice(0, 5).map((id, index) => `${id} (Renault Clio 1.${index + 1} Nafta, 2001–hoy)`);
  expect(errors).toEqual([
    `Aplicaciones 2 Marca vehículo «Volkswagen»: Coinciden 2 vehículos, poné el ID del que corresponde: ${golName}; ${laterName}`,
    `Aplicaciones 3 Marca vehículo «Volkswagen»: Ningún vehículo coincide. Parecidos: ${golName}; ${laterName}`,
    `Aplicaciones 4 Marca vehículo «Renault»: Coinciden 7 vehículos, poné el ID del que corresponde: ${clioNames.join('; ')} y 2 más`,
    'Aplicaciones 5 Marca vehículo «Nadie»: Ningún vehículo coincide',
    'Aplicaciones 6 ID vehículo «999999»: No hay un vehículo con ese ID',
    `Aplicaciones 7 Marca vehículo «Renault»: No coincide con el ID, que es de ${golName}`,
    `Aplicaciones 8 Desde «1999»: No coincide con el ID, que es de ${golName}`,
    'Aplicaciones 9 ID vehículo «»: Falta el vehículo: completá su ID o sus datos',
    'Aplicaciones 10 ID vehículo «x»: Tiene que ser el número de un vehículo',
    'Aplicaciones 10 Desde «ayer»: Tiene que ser un año',
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
  expect(await errorsOf(maker, done)).toEqual(['Aplicaciones 3 ID vehículo «»: Está repetida: es igual a la fila 2']);
  expect(done).toMatchObject({ rows_created: 1, rows_unchanged: 1, errors_count: 1 });
});
