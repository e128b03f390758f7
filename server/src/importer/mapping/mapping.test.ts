import { api } from '@piezario/contract/api';
import type { ImportFile } from '@piezario/contract/importer';
import type { MappedSheet, MappingPreview, WorkbookMapping } from '@piezario/contract/workbook-mappings';
import { describe, expect, test } from 'vitest';
import type { Row } from '../../spreadsheet/writing/write-cells.ts';
import { addCategory, addOnlyBrand, addProduct, addVehicle } from '../../testing/catalogue.ts';
import type { Client } from '../../testing/client.ts';
import { applyReview, asFile, errorsOf, finished, makeSheets, upload } from '../../testing/imports.ts';
import { startJobs } from '../../testing/jobs.ts';
import { enrol } from '../../testing/people.ts';
import { startServer } from '../../testing/server.ts';
import { workbookParts, zip } from '../../testing/workbook.ts';

const server = await startServer();
const { db } = server;
startJobs(server);
const category = await addCategory(db, 'Filtros');
await addProduct(db, category.id, 'Filtro de aceite');
await addProduct(db, category.id, 'Filtro de aire');
await addVehicle(db, 'Gol Trend');
for (const model of ['Iguazú', 'Moconá', 'Calafate']) await addVehicle(db, model, '1.6');

const PAGE = { page: 1, size: 50, filters: [], sort: [{ column: 'id', descending: false }] };

type Sheets = Readonly<Record<string, readonly Row[]>>;

/** One person for most files, because a process of jobs works for one person and takes long to start. */
const oneMaker = await enrol(server, 'manufacturer');

/** Adds a brand for a manufacturer. `send` imports a file, and `propose` also returns the proposed mapping. */
async function setUp(name: string, maker = oneMaker) {
  const brand = await addOnlyBrand(db, maker.id, name);
  const send = async (sheets: Sheets) => finished(maker, await upload(maker, await makeSheets(sheets, 'lista.xlsx')));
  const propose = async (sheets: Sheets) => {
    const { udid, state } = await send(sheets);
    expect(state).toBe('mapping');
    return { udid, ...(await maker.call(api.workbookMappings.show, { params: { udid } })) };
  };
  return { brand, maker, send, propose };
}

/** Reads the file with the mapping, applies the review, and returns the parts. */
async function read(maker: Client, { udid }: Pick<ImportFile, 'udid'>, mapping: WorkbookMapping, name = '') {
  await maker.call(api.workbookMappings.apply, { body: { udid, mapping, name } });
  const review = await finished(maker, { udid });
  if (review.state === 'review') await applyReview(maker, { udid });
  return review;
}

const partsOf = async (brandId: number) => {
  const { rows } = await server.sql<{ part: string }>(
    `select concat_ws(' | ', p.name, code, nullif(observation, ''), (select string_agg(concat_ws(' ', a.name, value, unit), ', '
        order by a.name) from part_attributes a where part_id = parts.id),
      (select string_agg(concat_ws(' ', c.brand, c.code), ', ' order by c.brand, c.code) from part_crosses c where part_id = parts.id)) as part
    from parts join part_products p on p.id = part_product_id where part_brand_id = ${brandId} order by code_bare`,
  );
  return rows.map(({ part }) => part);
};

test('a sheet called «Piezas» with columns of its own waits to be mapped', async () => {
  const { brand, maker, propose } = await setUp('Homónima');
  const { udid, mapping } = await propose({
    Piezas: [
      ['Artículo', 'Rubro', 'Detalle'],
      ['HO-1', 'Filtro de aceite', 'Sellado'],
      ['HO-2', 'Filtro de aire', 'Redondo'],
    ],
  });
  await read(maker, { udid }, mapping);
  expect(await partsOf(brand.id)).toEqual(['Filtro de aceite | HO-1 | Sellado', 'Filtro de aire | HO-2 | Redondo']);
});

test('a row that only lacks its code is an error, and not a title', async () => {
  const { brand, maker, propose } = await setUp('Quilmes');
  const { udid, mapping } = await propose({
    Lista: [
      ['Artículo', 'Rubro', 'Detalle', 'Largo (mm)'],
      ['QU-1', 'Filtro de aceite', 'Sellado', 80],
      ['', 'Filtro de aire', 'Redondo', 90],
      ['LÍNEA PESADA'],
      ['QU-3', 'Filtro de aire', 'Chato', 70],
      ['QU-4', 'Filtro de aire', 'Alto', 75],
    ],
  });
  await read(maker, { udid }, mapping);
  expect(await errorsOf(maker, { udid })).toEqual(['Lista 3 Código «»: Completá este campo']);
  expect(await partsOf(brand.id)).toHaveLength(3);
});

const targetsOf = (mapping: WorkbookMapping) =>
  Object.fromEntries(mapping.sheets.flatMap(({ columns }) => columns.map(({ title, target }) => [title, target])));

test('titles, groups, totals and blank rows are no parts, and values without a column are proposed', async () => {
  const { brand, maker, propose } = await setUp('Andina');
  const { udid, mapping, sheets } = await propose({
    Lista: [
      ['ANDINA S.A. - Lista de precios'],
      [],
      ['Artículo', 'Detalle', 'Original', 'Alto (mm)', 'Precio'],
      ['Filtro de aceite'],
      ['AN-1', 'Sellado', '030115561 / 030115561A', 95.5, 1200.5],
      ['AN-2', 'Con válvula', 'S/D', 80, 900],
      ['TOTAL-3', 'Cierre', null, 70, 800],
      ['Subtotal', null, null, null, 2100.5],
      ['Artículo', 'Detalle', 'Original', 'Alto (mm)', 'Precio'],
      ['Filtro de aire'],
      ['AN-3', null, null, '-', 700],
      [],
      ['TOTAL', null, null, null, 2800.5],
    ],
  });
  expect(sheets[0]?.first.map(({ kind }) => kind)).toEqual([
    'title',
    'header',
    'group',
    'part',
    'part',
    'part',
    'total',
    'header',
    'group',
    'part',
    'total',
  ]);
  expect(targetsOf(mapping)).toEqual({
    Artículo: { is: 'code' },
    Detalle: { is: 'field', field: 'observation' },
    Original: { is: 'cross', brand: 'Original' },
    'Alto (mm)': { is: 'attribute', attributes: [{ name: 'Alto', unit: 'mm' }] },
    Precio: { is: 'ignored' },
  });
  expect(mapping.sheets[0]).toMatchObject({ groups: 'product', constants: { brand: 'Andina' } });
  const review = await read(maker, { udid }, mapping);
  expect(await errorsOf(maker, { udid })).toEqual([]);
  expect(review.warnings).toContainEqual('Hoja «Lista»: no se leen las columnas «Precio»');
  expect(await partsOf(brand.id)).toEqual([
    'Filtro de aceite | AN-1 | Sellado | Alto 95,5 mm | Original 030115561, Original 030115561A',
    'Filtro de aceite | AN-2 | Con válvula | Alto 80 mm',
    'Filtro de aire | AN-3',
    'Filtro de aceite | TOTAL-3 | Cierre | Alto 70 mm',
  ]);
});

test('a brand after the words for a code in a title is the brand of the codes', async () => {
  const { propose } = await setUp('Con cruces');
  const { mapping } = await propose({
    Lista: [
      ['Código', 'OEM FIAT', 'N° de Fiat', 'Cód. Bosch', 'Ref. orig. Fiat', 'Equiv. Fram', 'Motor de arranque'],
      ['CC-1', '46544820', '55256470', 'F 026 407 123', '46808398', 'PH 4722', 'Liviano'],
      ['CC-2', '46751179', '71736161', 'F 026 407 124', '46805832', 'PH 5949', 'Pesado'],
    ],
  });
  expect(targetsOf(mapping)).toMatchObject({
    'OEM FIAT': { is: 'cross', brand: 'Fiat' },
    'N° de Fiat': { is: 'cross', brand: 'Fiat' },
    'Cód. Bosch': { is: 'cross', brand: 'Bosch' },
    'Ref. orig. Fiat': { is: 'cross', brand: 'Fiat' },
    'Equiv. Fram': { is: 'cross', brand: 'Fram' },
    'Motor de arranque': { is: 'attribute' },
  });
});

test('codes that a part replaces have the brand of the vehicles of their row, as the column says', async () => {
  const { maker, propose } = await setUp('Reemplazos');
  const { udid, mapping } = await propose({
    Lista: [
      ['Código', 'Rubro', 'Reemplaza a', 'Aplicación'],
      ['RZ-1', 'Filtro de aire', '377412329B', 'Fiat Gol Trend'],
      ['RZ-2', 'Filtro de aire', 'Fram 5801', 'Fiat Gol Trend'],
      ['RZ-3', 'Filtro de aire', '377412330', null],
    ],
  });
  expect(targetsOf(mapping)['Reemplaza a']).toEqual({ is: 'cross', brand: '' });
  const { parts } = await maker.call(api.workbookMappings.preview, { body: { udid, mapping } });
  expect(parts.flatMap(({ crosses }) => crosses)).toEqual([
    { brand: 'Fiat', code: '377412329B' },
    { brand: 'Fram', code: '5801' },
    { brand: 'Original', code: '377412330' },
  ]);
});

test('titles of several kinds of codes, and brands below «Equivalencias», are those of cross references', async () => {
  const { maker, propose } = await setUp('Con grupos');
  const { udid, mapping } = await propose({
    Lista: [
      ['PIEZA', '', '', '', 'EQUIVALENCIAS', '', '', '', ''],
      ['Código', 'Rubro', 'Original / Otros fabricantes', 'MARCA ORIG.', 'FREMAX', 'NOVAFREN', 'Vuelo', 'Tope', 'Giro'],
      ['GR-1', 'Filtro de aire', 'Fiat 46545584 / Fram 5801', 'Fiat', 'BD-5601', 'NF 1201', '10', '22', '31'],
      ['GR-2', 'Filtro de aire', 'Fiat 46545585 / Fram 5802', 'Fiat', 'BD-5602', 'NF 1202', '12', '24', '33'],
    ],
  });
  expect(Object.values(targetsOf(mapping)).slice(2)).toMatchObject([
    { is: 'cross', brand: '' },
    { is: 'cross_brand' },
    { is: 'cross', brand: 'FREMAX' },
    { is: 'cross', brand: 'NOVAFREN' },
    ...[{ is: 'attribute' }, { is: 'attribute' }, { is: 'attribute' }],
  ]);
  const { parts } = await maker.call(api.workbookMappings.preview, { body: { udid, mapping } });
  expect(parts[0]?.crosses).toEqual([
    { brand: 'Fiat', code: '46545584' },
    { brand: 'Fram', code: '5801' },
    { brand: 'FREMAX', code: 'BD-5601' },
    { brand: 'NOVAFREN', code: 'NF 1201' },
  ]);
});

test('codes with their brands in one cell are separated, and texts for missing data are no codes', async () => {
  const { maker, propose } = await setUp('Con textos');
  const { udid, mapping } = await propose({
    Lista: [
      ['Código', 'Denominación', 'Equivalencias', 'Ampliado', 'Original', 'Competencia'],
      [
        'CT-1',
        'Filtro de aire',
        'WIX 51036 - SKF VKBA 5831',
        'Equiv.: ACME A 40/5, FRAM 5949',
        'S/E',
        'W 712/75 (MANN)',
      ],
      ['CT-2', 'Filtro de aceite', 'Equiv.: ACME 77 - Metal Leve LX 3', 'Equiv.: ACME B 1', '46545584', 'PH 5 (Fram)'],
    ],
  });
  expect(targetsOf(mapping)).toMatchObject({
    Denominación: { is: 'product' },
    Ampliado: { is: 'cross', brand: '' },
  });
  const { parts } = await maker.call(api.workbookMappings.preview, { body: { udid, mapping } });
  expect(parts.map(({ crosses }) => crosses.map(({ brand, code }) => `${brand}: ${code}`))).toEqual([
    ['WIX: 51036', 'SKF: VKBA 5831', 'ACME: A 40/5', 'FRAM: 5949', 'MANN: W 712/75'],
    ['ACME: 77', 'Metal Leve: LX 3', 'ACME: B 1', 'Original: 46545584', 'Fram: PH 5'],
  ]);
});

test('a sheet takes the brand of the others, products by their number, and the years and engines beside its vehicles', async () => {
  const { propose } = await setUp('Coligüe');
  const { mapping } = await propose({
    Coligüe: [
      ['Código', 'Denominación', 'Detalle', 'Múltiplo'],
      ['CL-1', 'Filtro de aire', 'Filtro de aire', 12],
      ['CL-2', 'Filtro de aceite', 'Filtro de aceite', 6],
    ],
    Varios: [
      ['Código', 'Cód. rubro', 'Vehículo', 'Motor', 'Años'],
      ['CL-3', 'B', 'Fiat Gol Trend', '1.6 8V', '08/13'],
      ['CL-4', 'A', 'Fiat Gol Trend', '1.6 16V', '2018-'],
    ],
    Rubros: [
      ['Sigla', 'Nombre'],
      ['A', 'Filtro de aire'],
      ['B', 'Filtro de aceite'],
    ],
  });
  expect(mapping.sheets.map(({ constants }) => constants.brand)).toEqual(['Coligüe', 'Coligüe', '']);
  const targets = mapping.sheets.map(({ columns }) => columns.map(({ target }) => Object.values(target).join(' ')));
  expect(targets).toEqual([
    ['code', 'product', 'field observation', 'ignored'],
    ['code', 'product', 'application', 'vehicle engine', 'vehicle years'],
    ['key', 'name'],
  ]);
});

test('a column with the brand of original numbers is not that of other codes', async () => {
  const { maker, propose } = await setUp('Originales');
  const { udid, mapping } = await propose({
    Lista: [
      ['Código', 'Rubro', 'Marca orig.', 'N° orig.', 'Equivalencias'],
      ['OR-1', 'Filtro de aire', 'FIAT', '46545584', 'W712'],
      ['OR-2', 'Filtro de aceite', 'FORD', '46545585', 'W713'],
    ],
  });
  const { parts } = await maker.call(api.workbookMappings.preview, { body: { udid, mapping } });
  expect(parts.map(({ crosses }) => crosses.map(({ brand, code }) => `${brand} ${code}`))).toEqual([
    ['FIAT 46545584', 'Equivalencias W712'],
    ['FORD 46545585', 'Equivalencias W713'],
  ]);
});

test('a column that is hardly an attribute is proposed to be ignored, with the reason', async () => {
  const { propose } = await setUp('Dudosa');
  const rows = Array.from(
    { length: 12 },
    (_, index): Row => [
      `DU-${index + 1}`,
      'Filtro de aire',
      `Z${index * 37 + 1000}`,
      `https://ejemplo.example/${index}`,
      `Se compra a ${index + 2} proveedores distintos y conviene pedir cotización antes`,
      '05/11/2026',
      index % 3 === 0 ? 'Rojo' : 'Azul',
      10.5 + index,
      20.5 + index,
      300 + index * 7,
    ],
  );
  const titles = ['Código', 'Rubro', 'Legajo', 'Ficha', 'Compras', 'Revisado', 'Color', 'Vuelo (mm)', 'A', 'Alesaje'];
  const { mapping, sheets } = await propose({ Lista: [titles, ...rows] });
  const targets = Object.entries(targetsOf(mapping)).map(([title, { is }]) => `${title} ${is}`);
  expect(targets.slice(2)).toEqual([
    ...['Legajo ignored', 'Ficha ignored', 'Compras ignored', 'Revisado ignored'],
    ...['Color attribute', 'Vuelo (mm) attribute', 'A attribute', 'Alesaje attribute'],
  ]);
  expect(sheets[0]?.columns.map(({ note }) => note).slice(2)).toEqual([
    'Casi todos sus valores son distintos, como números internos: no parece un atributo',
    'Son direcciones de páginas: no parece un atributo',
    'Son textos largos, como notas: no parece un atributo',
    'Parecen fechas: no parece un atributo',
    ...['', '', '', ''],
  ]);
});

async function fitsOf(brandId: number) {
  const { rows } = await server.sql<{ fit: string }>(
    `select concat_ws(' ', code, v.model, nullif(positions, ''), quantity) as fit from part_vehicles
    join parts on parts.id = part_id join vehicles v on v.id = vehicle_id
    where part_brand_id = ${brandId} order by code, v.model, positions`,
  );
  return rows.map(({ fit }) => fit);
}

test('cells below the name of a vehicle are read as fits, with quantities and positions', async () => {
  await addVehicle(db, 'Iberá', '1.6');
  await addVehicle(db, 'Esteros', '1.4');
  await addVehicle(db, 'Pampita', '1.4');
  const { brand, maker, propose } = await setUp('Matriz');
  const { udid, mapping } = await propose({
    Lista: [
      ['Código', 'Rubro', 'Iberá', 'Fiat Esteros / Pampita', 'Esteros nuevo 9', 'Cromado'],
      ['VM-1', 'Filtro de aire', 'X', null, null, 'X'],
      ['VM-2', 'Filtro de aire', '✓', '2', null, null],
      ['VM-3', 'Filtro de aire', '•', 'Del. izq.', null, 'X'],
      ['VM-4', 'Filtro de aire', 'NO', '2 Tras.', null, null],
      ['VM-5', 'Filtro de aire', '-', 'SI', null, null],
    ],
  });
  expect(targetsOf(mapping)).toMatchObject({
    Iberá: { is: 'application', vehicle: 'Iberá' },
    'Fiat Esteros / Pampita': { is: 'application', vehicle: 'Fiat Esteros / Pampita' },
    'Esteros nuevo 9': { is: 'application', vehicle: 'Esteros nuevo 9' },
    Cromado: { is: 'attribute' },
  });
  await read(maker, { udid }, mapping);
  expect(await errorsOf(maker, { udid })).toEqual([]);
  expect(await fitsOf(brand.id)).toEqual([
    'VM-1 Iberá',
    ...['VM-2 Esteros 2', 'VM-2 Iberá', 'VM-2 Pampita 2'],
    ...['VM-3 Esteros Delantera, Izquierda', 'VM-3 Iberá', 'VM-3 Pampita Delantera, Izquierda'],
    ...['VM-4 Esteros Trasera 2', 'VM-4 Pampita Trasera 2'],
    ...['VM-5 Esteros', 'VM-5 Pampita'],
  ]);
});

test('1 below the name of a vehicle is a quantity beside other quantities, and a mark without them', async () => {
  const { brand, maker, propose } = await setUp('Cantidades');
  const { udid, mapping } = await propose({
    Juegos: [
      ['Código', 'Rubro', 'Iguazú', 'Moconá'],
      ['CN-1', 'Filtro de aire', 1, 2],
      ['CN-2', 'Filtro de aire', null, 1],
    ],
    Marcas: [
      ['Código', 'Rubro', 'Detalle', 'Iguazú', 'Moconá'],
      ['CN-3', 'Filtro de aire', 'Redondo', 1, null],
      ['CN-4', 'Filtro de aire', 'Redondo', 1, 1],
    ],
  });
  const preview = await maker.call(api.workbookMappings.preview, { body: { udid, mapping } });
  expect(preview.parts.map(({ code, applications }) => [code, ...applications].join(' | '))).toEqual([
    'CN-1 | Fiat Iguazú 1.6 E1 Nafta desde 2001 · × 1 | Fiat Moconá 1.6 E1 Nafta desde 2001 · × 2',
    'CN-2 | Fiat Moconá 1.6 E1 Nafta desde 2001 · × 1',
    'CN-3 | Fiat Iguazú 1.6 E1 Nafta desde 2001',
    'CN-4 | Fiat Iguazú 1.6 E1 Nafta desde 2001 | Fiat Moconá 1.6 E1 Nafta desde 2001',
  ]);
  await read(maker, { udid }, mapping);
  expect(await errorsOf(maker, { udid })).toEqual([]);
  expect(await fitsOf(brand.id)).toEqual([
    ...['CN-1 Iguazú 1', 'CN-1 Moconá 2', 'CN-2 Moconá 1'],
    ...['CN-3 Iguazú', 'CN-4 Iguazú', 'CN-4 Moconá'],
  ]);
});

test('of two titles that name one vehicle, the second is refused where it has another quantity', async () => {
  const { brand, maker, propose } = await setUp('Repetida');
  const { udid, mapping } = await propose({
    Lista: [
      ['Código', 'Rubro', 'Calafate', 'Fiat Calafate'],
      ['RP-1', 'Filtro de aire', 2, 4],
      ['RP-2', 'Filtro de aire', 2, 2],
    ],
  });
  await read(maker, { udid }, mapping);
  expect(await errorsOf(maker, { udid })).toEqual([
    'Lista 2 Fiat Calafate «4»: Está repetida: dice otra cosa que la fila 2',
  ]);
  expect(await fitsOf(brand.id)).toEqual(['RP-1 Calafate 2', 'RP-2 Calafate 2']);
});

/** A workbook in which rows with the given numbers are struck through or hidden. */
async function markedBook(rows: readonly (readonly string[])[], { struck = [], hidden = [] }: Marks) {
  const xml = rows.map((cells, index) => {
    const style = struck.includes(index + 1) ? ' s="1"' : '';
    const texts = cells.map((text) => (text === '' ? '<c/>' : `<c t="str"${style}><v>${text}</v></c>`)).join('');
    return `<row${hidden.includes(index + 1) ? ' hidden="1"' : ''}>${texts}</row>`;
  });
  const book = workbookParts(xml.join(''));
  const styles = String(book['xl/styles.xml']).replace(
    /<cellXfs>.*<\/cellXfs>/,
    '<fonts><font><sz val="11"/></font><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs>',
  );
  return zip({ ...book, 'xl/styles.xml': styles });
}
type Marks = { readonly struck?: readonly number[]; readonly hidden?: readonly number[] };

test('rows that are struck through or hidden are reported, and a person decides how they are read', async () => {
  const { brand, maker } = await setUp('Cordal');
  const codes = ['CO-1', 'CO-2', 'CO-3', 'CO-4', 'CO-5'];
  const rows = [['Artículo', 'Rubro'], ...codes.map((code) => [code, 'Filtro de aire'])];
  const bytes = await markedBook(rows, { struck: [3, 4], hidden: [5] });
  const open = async () => {
    const { udid } = await finished(maker, await upload(maker, asFile(bytes, 'Cordal.xlsx')));
    const proposal = await maker.call(api.workbookMappings.show, { params: { udid } });
    const [sheet] = proposal.mapping.sheets;
    const constants = { brand: 'Cordal', product: '' };
    const mappingWith = (given: Partial<MappedSheet>): WorkbookMapping => ({
      version: 1,
      sheets: sheet ? [{ ...sheet, constants, ...given }] : [],
    });
    return { udid, proposal, mappingWith };
  };
  const { udid, proposal, mappingWith } = await open();
  expect(proposal.sheets[0]).toMatchObject({ struck_rows: 2, hidden_rows: 1 });
  const preview = (mapping: WorkbookMapping) => maker.call(api.workbookMappings.preview, { body: { udid, mapping } });
  const proposed = await preview(mappingWith({}));
  expect(proposed.questions.map(({ message }) => message)).toEqual([
    '1 fila oculta: se lee como las demás',
    '2 filas tachadas: ¿están discontinuadas? Se leen como las demás',
  ]);
  const answered = await preview(mappingWith({ struck_rows: 'discontinued', hidden_rows: 'skipped' }));
  expect(answered.questions).toEqual([]);
  expect(answered.parts.map(({ code, fields }) => [code, ...fields.map(({ label }) => label)])).toEqual([
    ['CO-1'],
    ['CO-2', 'Discontinuada'],
    ['CO-3', 'Discontinuada'],
    ['CO-5'],
  ]);
  await read(maker, { udid }, mappingWith({ struck_rows: 'discontinued', hidden_rows: 'skipped' }));
  const stored = await db
    .selectFrom('parts')
    .where('part_brand_id', '=', brand.id)
    .select(['code', 'discontinued'])
    .orderBy('code')
    .execute();
  expect(stored.map(({ code, discontinued }) => `${code} ${discontinued}`)).toEqual([
    'CO-1 false',
    'CO-2 true',
    'CO-3 true',
    'CO-5 false',
  ]);
  await db.deleteFrom('workbook_mappings').where('part_brand_id', '=', brand.id).execute();
  const again = await open();
  const review = await read(maker, again, again.mappingWith({ struck_rows: 'skipped' }));
  expect(review).toMatchObject({ rows_total: 3, rows_created: 1, rows_unchanged: 2 });
});

describe('marked rows', () => {
  const TITLES = ['Artículo', 'Rubro', 'OEM'];
  async function open(name: string, rows: readonly (readonly string[])[], marks: Marks) {
    const { brand, maker } = await setUp(name);
    const bytes = await markedBook(rows, marks);
    const send = async () => finished(maker, await upload(maker, asFile(bytes, `${name}.xlsx`)));
    const { udid } = await send();
    const { mapping } = await maker.call(api.workbookMappings.show, { params: { udid } });
    const mappingWith = (given: Partial<MappedSheet>, fillsDown: readonly string[] = []): WorkbookMapping => ({
      version: 1,
      sheets: mapping.sheets.map((sheet) => ({
        ...sheet,
        constants: { brand: name, product: '' },
        columns: sheet.columns.map((column) => ({ ...column, fills_down: fillsDown.includes(column.title) })),
        ...given,
      })),
    });
    const preview = (how: WorkbookMapping) =>
      maker.call(api.workbookMappings.preview, { body: { udid, mapping: how } });
    return { brand, maker, udid, send, mapping, mappingWith, preview };
  }
  const codesOf = ({ parts }: MappingPreview) =>
    parts.map(({ code, product, crosses }) => [code, product, ...crosses.map((cross) => cross.code)].join(' '));

  test('are left out together with the rows below them that have no code', async () => {
    const { mappingWith, preview } = await open(
      'Jarilla',
      [
        TITLES,
        ['JA-100', 'Filtro de aceite', 'X 1'],
        ['', '', 'X 2'],
        ['JA-200', 'Filtro de aire', 'X 3'],
        ['-', '', 'X 4'],
        ['JA-300', '', 'X 5'],
        ['JA-400', '', 'X 6'],
        ['', '', 'X 7'],
      ],
      { struck: [4] },
    );
    const skipped = mappingWith({ struck_rows: 'skipped' }, ['Artículo', 'Rubro']);
    const read = await preview(skipped);
    // The product of a skipped row still fills the blank cells below it.
    expect(codesOf(read)).toEqual([
      'JA-100 Filtro de aceite X 1',
      'JA-100 Filtro de aceite X 2',
      'JA-300 Filtro de aire X 5',
      'JA-400 Filtro de aire X 6',
      'JA-400 Filtro de aire X 7',
    ]);
    const { rows } = read;
    expect(rows.map(({ kind }) => kind)).toEqual([
      ...['header', 'part', 'part', 'skipped', 'skipped', 'part', 'part', 'part'],
    ]);
    // The same applies below a row that a person has left out.
    const flipped = mappingWith({ flipped_rows: [7] }, ['Artículo', 'Rubro']);
    expect(codesOf(await preview(flipped)).slice(-1)).toEqual(['JA-300 Filtro de aire X 5']);
  });

  test('are left out or included as a person has decided for single rows', async () => {
    const { mappingWith, preview } = await open(
      'Kiyú',
      [
        TITLES,
        ['KI-1', 'Filtro de aceite', 'X 1'],
        ['KI-2', 'Filtro de aire', 'X 2'],
        ['Total', 'Filtro de aire', 'X 3'],
        ['KI-4', 'Filtro de aire', 'X 4'],
      ],
      { struck: [3, 4, 5] },
    );
    const flipped = mappingWith({ struck_rows: 'skipped', flipped_rows: [3, 4] });
    expect((await preview(flipped)).parts.map(({ code }) => code)).toEqual(['KI-1', 'Total']);
  });

  test('make a part discontinued when its first row is marked, also in a matrix of codes', async () => {
    const { brand, maker, udid, mappingWith } = await open(
      'Lapacho',
      [
        TITLES,
        ['LA-1', 'Filtro de aceite', 'X 1'],
        ['LA-1', 'Filtro de aceite', 'X 2'],
        ['LA-2', 'Filtro de aire', 'X 3'],
        ['LA-2', 'Filtro de aire', 'X 4'],
      ],
      { struck: [3, 4, 5] },
    );
    const discontinued = mappingWith({ struck_rows: 'discontinued' });
    await read(maker, { udid }, discontinued, 'Lista Lapacho');
    expect(await errorsOf(maker, { udid })).toEqual([]);
    expect(await partsOf(brand.id)).toEqual([
      'Filtro de aceite | LA-1 | OEM X 1, OEM X 2',
      'Filtro de aire | LA-2 | OEM X 3, OEM X 4',
    ]);
    const stored = db.selectFrom('parts').where('part_brand_id', '=', brand.id).where('discontinued', '=', true);
    expect(await stored.select('code').execute()).toEqual([{ code: 'LA-2' }]);

    const matrix = discontinued.sheets.map((sheet) => ({
      ...sheet,
      columns: sheet.columns.map((column) => ({
        ...column,
        target:
          column.title === 'Artículo'
            ? { is: 'codes' as const, product: 'Filtro de aire' }
            : { is: 'ignored' as const },
      })),
    }));
    // The first file is already mapped. A preview needs a file that is not.
    const other = await open('Mistol', [TITLES, ['MI-1', 'a', 'b'], ['MI-2', 'a', 'b']], { struck: [3] });
    const { parts } = await other.preview({ version: 1, sheets: matrix });
    expect(parts.map(({ code, fields }) => [code, ...fields.map(({ label }) => label)])).toEqual([
      ['MI-1'],
      ['MI-2', 'Discontinuada'],
    ]);
  });

  test('are reported with how they were read when a stored mapping reads the file', async () => {
    const rows = [TITLES, ...['ÑA-1', 'ÑA-2', 'ÑA-3', 'ÑA-4'].map((code) => [code, 'Filtro de aire', 'X 1'])];
    const { maker, udid, send, mappingWith } = await open('Ñandubay', rows, { struck: [4, 5], hidden: [3] });
    await read(maker, { udid }, mappingWith({ struck_rows: 'skipped' }), 'Lista Ñandubay');
    const again = await send();
    expect(again).toMatchObject({ state: 'done', rows_total: 4 });
    expect(again.warnings).toEqual([
      'Hoja «Piezas»: 1 fila oculta se leyó como las demás',
      'Hoja «Piezas»: 2 filas tachadas quedaron afuera',
    ]);
  });
});

test('rows with words for «discontinued» are counted, and a person decides how they are read', async () => {
  const { brand, maker, propose } = await setUp('Ombú');
  const { udid, mapping, sheets } = await propose({
    Lista: [
      ['Artículo', 'Rubro', 'Detalle', 'Precio', 'Estado'],
      ['OM-1', 'Filtro de aire', 'Sellado', 100.5, null],
      ['OM-2', 'Filtro de aire', 'Largo (DISCONTINUADO)', 100.5, null],
      ['OM-3', 'Filtro de aire', 'Corto', 'Fuera de producción.', null],
      ['OM-4', 'Filtro de aire', 'Discont. Sin reposición', 100.5, null],
      ['OM-5', 'Filtro de aire', 'Corto', 'BAJA', null],
      ['OM-6', 'Filtro de aire', 'Para luz baja', 'Reemplaza a un discontinuado', null],
      ['OM-7', 'Filtro de aire', 'No discontinuado', 100.5, 'Baja'],
      ['Total', null, 'discontinuado', 600, null],
    ],
  });
  expect(sheets[0]).toMatchObject({ discontinued_rows: 4, struck_rows: 0 });
  const mappingWith = (discontinued_rows: MappedSheet['discontinued_rows']): WorkbookMapping => ({
    version: 1,
    sheets: mapping.sheets.map((sheet) => ({ ...sheet, discontinued_rows })),
  });
  const preview = async (how: MappedSheet['discontinued_rows']) => {
    const body = { udid, mapping: mappingWith(how) };
    const { questions, parts } = await maker.call(api.workbookMappings.preview, { body });
    return { messages: questions.map(({ message }) => message), codes: parts.map(({ code }) => code) };
  };
  expect(await preview('read')).toMatchObject({
    messages: ['4 filas dicen discontinuado: ¿lo son? Se leen como las demás'],
    codes: { length: 7 },
  });
  expect(await preview('skipped')).toEqual({ messages: [], codes: ['OM-1', 'OM-6', 'OM-7'] });
  const review = await read(maker, { udid }, mappingWith('discontinued'));
  expect(review.warnings).toContain('Hoja «Lista»: 4 filas se leyeron como discontinuadas: lo dicen');
  const stored = db.selectFrom('parts').where('part_brand_id', '=', brand.id).where('discontinued', '=', true);
  const codes = (await stored.select('code').orderBy('code').execute()).map(({ code }) => code);
  expect(codes).toEqual(['OM-2', 'OM-3', 'OM-4', 'OM-5']);
});

test('the activity lists changes to a mapping for users with access to its brand, but not its use', async () => {
  const { brand, maker, propose, send } = await setUp('Encinar');
  const stranger = await setUp('Fresnal', await enrol(server, 'manufacturer'));
  const rows = [
    ['Cód.', 'Rubro'],
    ['D-1', 'Filtro de aire'],
  ] as const;
  const { udid, mapping } = await propose({ Enero: rows });
  await read(maker, { udid }, mapping, 'Lista Encinar');
  const [stored] = (await maker.call(api.workbookMappings.list, { query: PAGE })).data;
  await send({ Febrero: rows });
  const body = { id: stored?.id ?? 0, part_brand_id: brand.id, name: 'Lista Encinar', mapping };
  await maker.call(api.workbookMappings.store, { body });
  const activityOf = async (client: Client) => {
    const { data } = await client.call(api.activity.list, { query: PAGE });
    return data.flatMap(({ names, done }) =>
      done.flatMap(({ entity, action }) => (entity === 'mapping' ? [`${action} ${names.join()}`] : [])),
    );
  };
  expect(await activityOf(maker)).toEqual(['created Lista Encinar', 'changed Lista Encinar']);
  await maker.call(api.workbookMappings.remove, { body: { id: body.id } });
  expect((await activityOf(maker)).at(-1)).toBe('removed Lista Encinar');
  expect(await activityOf(stranger.maker)).toEqual([]);
});

test('a file is reviewed again when vehicles have changed since, because this changes its rows', async () => {
  const { brand, maker, propose } = await setUp('Gandul');
  await addVehicle(db, 'Tipo', '1.4');
  const { udid, mapping } = await propose({
    Lista: [
      ['Código', 'Rubro', 'Aplicación'],
      ['G-1', 'Filtro de aire', 'Fiat Tipo'],
      ['G-2', 'Filtro de aire', 'Fiat Tipo'],
      ['G-3', 'Filtro de aire', 'Fiat Zzz'],
    ],
  });
  await maker.call(api.workbookMappings.apply, { body: { udid, mapping, name: '' } });
  expect(await finished(maker, { udid })).toMatchObject({ state: 'review', rows_created: 5, errors_count: 1 });
  await addVehicle(db, 'Tipo', '1.6');
  const again = await applyReview(maker, { udid });
  expect(again).toMatchObject({ state: 'review', rows_total: 8, rows_created: 7, errors_count: 1 });
  expect(again.warnings).toContainEqual(expect.stringContaining('Los vehículos cambiaron después de la revisión'));
  expect(await applyReview(maker, { udid })).toMatchObject({ state: 'done', rows_created: 7, errors_count: 1 });
  const applications = await db
    .selectFrom('part_vehicles')
    .innerJoin('parts', 'parts.id', 'part_id')
    .where('part_brand_id', '=', brand.id)
    .select('code')
    .orderBy('code')
    .execute();
  expect(applications.map(({ code }) => code)).toEqual(['G-1', 'G-1', 'G-2', 'G-2']);

  // Applied rows still count when the whole file is read again.
  await addVehicle(db, 'Tipo', '1.8');
  const { data } = await maker.call(api.importer.errors, { params: { udid }, query: PAGE });
  const cells = [{ column: 'Modelo', value: 'Nada' }];
  await maker.call(api.importCorrections.store, { body: { udid, id: data[0]?.id ?? 0, cells } });
  expect(await finished(maker, { udid })).toMatchObject({ state: 'review', rows_created: 9, errors_count: 1 });
});

test('a part for all years of a vehicle and for some of them fits all, whichever row comes first', async () => {
  const { brand, maker, propose } = await setUp('Hornero');
  const [all, some, later] = ['Fiat Gol Trend', 'Fiat Gol Trend 2010-2013', 'Fiat Gol Trend 2017-2018'];
  const rows = [
    ['H-1', all],
    ['H-1', some],
    ['H-2', some],
    ['H-2', all],
    ['H-3', some],
    ...[all, some, later].map((text) => ['H-4', text]),
  ];
  const { udid, mapping } = await propose({
    Hoja: [
      ['Código', 'Rubro', 'Aplicación'],
      ...rows.map(([code, text]) => [code ?? '', 'Filtro de aire', text ?? '']),
    ],
  });
  expect(await read(maker, { udid }, mapping)).toMatchObject({ errors_count: 0 });
  const applications = await db
    .selectFrom('part_vehicles')
    .innerJoin('parts', 'parts.id', 'part_id')
    .where('part_brand_id', '=', brand.id)
    .select(['code', 'from_year', 'until_year'])
    .orderBy('code')
    .execute();
  expect(applications).toEqual([
    { code: 'H-1', from_year: null, until_year: null },
    { code: 'H-2', from_year: null, until_year: null },
    { code: 'H-3', from_year: 2010, until_year: 2013 },
    { code: 'H-4', from_year: null, until_year: null },
  ]);
});

test('a cover and an index are proposed to be left out, with the reason', async () => {
  const { propose } = await setUp('Divisadero');
  const list = (code: string) => [
    ['Código', 'Rubro', 'Detalle'],
    [`${code}-1`, 'Filtro de aceite', 'Uno'],
    [`${code}-2`, 'Filtro de aire', 'Dos'],
  ];
  const { mapping, sheets } = await propose({
    Tapa: [
      ['DIVISADERO S.A.', 'Lista 14'],
      ['Vigencia', '01/11/2026'],
      ['Teléfono', '4555-1234'],
      ['Artículos', '1200'],
    ],
    Índice: [
      ['Código', 'Contenido', 'Hoja'],
      ['1', 'Filtros de aceite', 'Aceite'],
      ['2', 'Filtros de aire', 'Aire'],
    ],
    Aceite: list('DA'),
    Aire: list('DB'),
  });
  expect(mapping.sheets.map(({ names, use }) => `${names.join()} ${use}`)).toEqual([
    'Tapa nothing',
    'Índice nothing',
    'Aceite,Aire rows',
  ]);
  expect(sheets.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('tapa'),
    expect.stringContaining('índice'),
    '',
    '',
  ]);
});

test('the product that a person chooses for a column of codes is that of its parts', async () => {
  const { brand, maker, propose } = await setUp('Ceibal');
  const { udid, mapping } = await propose({
    Tabla: [
      ['Marca', 'Modelo', 'Aceite', 'Aire', 'Otros'],
      ['Fiat', 'Gol Trend', 'CE 100', 'CE 200 / CE 201', 'CE 300'],
      ['Fiat', 'Gol Trend', null, 'CE 202*', 'CE 301'],
    ],
  });
  const products: Readonly<Record<string, string>> = { Aceite: 'Filtro de aceite', Aire: 'Filtro de aire', Otros: '' };
  const sheets = mapping.sheets.map((sheet) => ({
    ...sheet,
    use: 'rows' as const,
    columns: sheet.columns.map((column) => {
      const means = products[column.title];
      if (means === undefined) return column;
      const values = [{ value: column.title, means }];
      return { ...column, target: { is: 'codes' as const, product: column.title }, values };
    }),
  }));
  const body = { udid, mapping: { ...mapping, sheets } };
  expect(await maker.call(api.workbookMappings.preview, { body })).toMatchObject({ questions: [], unknown: [] });
  await read(maker, { udid }, body.mapping);
  expect(await errorsOf(maker, { udid })).toEqual([]);
  expect(await partsOf(brand.id)).toEqual([
    'Filtro de aceite | CE 100',
    'Filtro de aire | CE 200',
    'Filtro de aire | CE 201',
    'Filtro de aire | CE 202',
  ]);
});

describe('a stored mapping', () => {
  const titles = ['Cód.', 'Rubro', 'Descripción'] as const;

  test('reads the next file in another order without a question, and only asks about a new column', async () => {
    const { brand, maker, send, propose } = await setUp('Boreal');
    const { udid, mapping } = await propose({
      Enero: [titles, ['B-1', 'Filtro de aceite', 'Uno'], ['B-2', 'Filtro de aire', 'Dos']],
    });
    await read(maker, { udid }, mapping, 'Lista Boreal');
    const february = await send({
      Febrero: [
        ['Lista'],
        ['Rubro', 'Descripción', 'Cód.'],
        ['Filtro de aceite', 'Otra', 'B-1'],
        ['Filtro de aire', 'Tres', 'B-3'],
      ],
    });
    expect(february).toMatchObject({ state: 'review', rows_created: 1, rows_updated: 1 });
    const march = await propose({
      Marzo: [
        [...titles, 'Rosca'],
        ['B-1', 'Filtro de aceite', 'Uno', 'M20'],
        ['B-2', 'Filtro de aire', 'Dos', 'M18'],
      ],
    });
    expect(march.stored).toMatchObject({ name: 'Lista Boreal' });
    const notes = march.sheets[0]?.columns.map(({ note }) => note);
    expect(notes).toEqual(['', '', '', 'Columna nueva: «Lista Boreal» no la tiene']);
    expect(targetsOf(march.mapping)).toMatchObject({ Rosca: { is: 'attribute' }, Rubro: { is: 'product' } });
    const stored = await maker.call(api.workbookMappings.list, { query: { page: 1, size: 50, filters: [], sort: [] } });
    expect(stored.data).toMatchObject([
      { name: 'Lista Boreal', brand: 'Boreal', user: 'Persona manufacturer', part_brand_id: brand.id },
    ]);
    const stranger = await setUp('Ajena', await enrol(server, 'manufacturer'));
    const seen = await stranger.maker.call(api.workbookMappings.list, {
      query: { page: 1, size: 50, filters: [], sort: [] },
    });
    expect(seen.data).toEqual([]);
  });

  test('without a name is stored under the name of its file, and reads the next file', async () => {
    const { maker, send, propose } = await setUp('Horizonte');
    const rows = [titles, ['H-1', 'Filtro de aceite', 'Uno'], ['H-2', 'Filtro de aire', 'Dos']];
    const { udid, mapping } = await propose({ Enero: rows });
    await read(maker, { udid }, mapping);
    const { data } = await maker.call(api.workbookMappings.list, { query: PAGE });
    expect(data).toMatchObject([{ name: 'lista', brand: 'Horizonte' }]);
    expect(await send({ Febrero: rows })).toMatchObject({ state: 'done', rows_created: 0, errors_count: 0 });
    // The mapping of another file with that name does not replace it.
    const odd = await propose({
      Enero: [
        ['Artículo', 'Rubro'],
        ['H-3', 'Filtro de aceite'],
        ['H-4', 'Filtro de aire'],
      ],
    });
    await read(maker, odd, odd.mapping);
    const both = (await maker.call(api.workbookMappings.list, { query: PAGE })).data;
    expect(both.map(({ name }) => name)).toEqual(['lista', 'lista (2)']);
    // A file with a brand outside the person's scope is still read, and its rows are errors.
    const other = await setUp('Poniente', await enrol(server, 'manufacturer'));
    const file = await other.propose({ Enero: rows });
    const sheets = file.mapping.sheets.map((sheet) => ({ ...sheet, constants: { brand: 'Horizonte', product: '' } }));
    expect(await read(other.maker, file, { version: 1, sheets })).toMatchObject({ errors_count: 2 });
    expect((await other.maker.call(api.workbookMappings.list, { query: PAGE })).data).toEqual([]);
  });

  test('is not used for a file without one of its columns', async () => {
    const { maker, propose } = await setUp('Costera');
    const { udid, mapping } = await propose({
      Hoja: [titles, ['C-1', 'Filtro de aceite', 'Uno'], ['C-2', 'Filtro de aire', 'Dos']],
    });
    await read(maker, { udid }, mapping, 'Lista Costera');
    const other = await propose({
      Hoja: [
        ['Cód.', 'Descripción'],
        ['C-1', 'Uno'],
        ['C-2', 'Dos'],
      ],
    });
    expect(other.stored).toBeNull();
  });
});

test('errors and changes are listed with the sheet and row of the person’s own file', async () => {
  const { maker, propose } = await setUp('Delta');
  const { udid, mapping } = await propose({
    'Hoja mía': [
      ['Nuestra lista'],
      ['N° de parte', 'Familia', 'Activo'],
      ['D-1', 'Filtro de aceite', 'SI'],
      ['D-2', 'Filtro imposible', 'Activo'],
      ['D-3', 'Filtro de aire', 'quizás'],
    ],
  });
  const preview = await maker.call(api.workbookMappings.preview, { body: { udid, mapping } });
  expect(preview.unknown).toMatchObject([
    { column: 'Producto', value: 'Filtro imposible', rows: 1 },
    { column: 'Habilitada', value: 'quizás', rows: 1, offers: ['SI', 'NO'] },
  ]);
  await maker.call(api.workbookMappings.apply, { body: { udid, mapping, name: '' } });
  await finished(maker, { udid });
  const { data } = await maker.call(api.importReview.changes, { params: { udid }, query: PAGE });
  expect(data).toMatchObject([{ sheet: 'Piezas', own_sheet: 'Hoja mía', row: 3, code: 'D-1' }]);
  expect(await errorsOf(maker, { udid })).toEqual([
    expect.stringMatching(/^Hoja mía 4 Familia «Filtro imposible»: No existe/),
    'Hoja mía 5 Activo «quizás»: Tiene que ser SI o NO',
  ]);
});

test.each([
  [['Marca', 'Detalle'], ['x', 'Algo'], '¿Qué columna tiene el código de la pieza?'],
  [
    ['Código', 'Detalle'],
    ['X-1', 'Algo'],
    '¿Qué producto son? Elegí la columna, los grupos, el nombre de la hoja o escribí el producto',
  ],
] as const)('a mapping of %j is not read until a person has decided', async (titles, row, question) => {
  const { maker, propose } = await setUp(`Pregunta ${titles.join()}`);
  const { udid, mapping } = await propose({ Hoja: [titles, row, row.map((text) => `${text}2`)] });
  const rows = { ...mapping, sheets: mapping.sheets.map((sheet) => ({ ...sheet, use: 'rows' as const })) };
  const preview = await maker.call(api.workbookMappings.preview, { body: { udid, mapping: rows } });
  expect(preview.questions).toContainEqual(expect.objectContaining({ message: question, blocks: true }));
  expect(await maker.send(api.workbookMappings.apply, { body: { udid, mapping: rows } })).toMatchObject({ code: 422 });
});

test('a file that waits can be canceled, and cannot be mapped after that', async () => {
  const { maker, propose } = await setUp('Estepa');
  const { udid, mapping } = await propose({
    Hoja: [
      ['Código', 'Rubro'],
      ['E-1', 'Filtro de aceite'],
      ['E-2', 'Filtro de aire'],
    ],
  });
  await maker.call(api.importer.cancel, { body: { udid } });
  expect(await maker.send(api.workbookMappings.apply, { body: { udid, mapping } })).toMatchObject({
    code: 409,
    message: 'Este archivo no espera que se diga cómo leerlo',
  });
});
