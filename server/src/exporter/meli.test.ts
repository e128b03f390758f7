import { read } from '@e965/xlsx';
import { expect, test } from 'vitest';
import {
  addBrand,
  addCategory,
  addCross,
  addPart,
  addPicture,
  addProduct,
  addVehicle,
  addVehicleAlias,
} from '../testing/catalogue.ts';
import { addAwkwardBrand, download, readDownload } from '../testing/exports.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import type { Value } from '../testing/written-workbook.ts';

const server = await startServer({ publicUrl: 'https://piezas.example' });
const { db } = server;
const admin = await enrol(server, 'admin');

await db.insertInto('mercadolibre_categories').values({ id: 'MLA1', path: 'Autos > Filtros' }).execute();
const category = await addCategory(db);
const addListedProduct = async (name: string, mercadolibre_category: string | null = 'MLA1') => {
  const product = await addProduct(db, category.id, name);
  await db.updateTable('part_products').set({ mercadolibre_category }).where('id', '=', product.id).execute();
  return product;
};
const product = await addListedProduct('Filtro de aceite');
const uno = await addVehicle(db, 'Uno');
await db
  .updateTable('vehicles')
  .set({ sold_from_year: 1998, sold_until_year: 2000 })
  .where('id', '=', uno.id)
  .execute();

/** A part that can be published, unless `changes` prevent it. */
async function addWholePart(
  brandId: number,
  { code = 'W 712/75', productId = product.id, photos = 1, vehicleIds = [uno.id], ...fields }: WholePart = {},
) {
  const { id } = await addPart(db, brandId, productId, code);
  if (Object.keys(fields).length > 0) await db.updateTable('parts').set(fields).where('id', '=', id).execute();
  for (let position = 1; position <= photos; position++) await addPicture(db, id, { position });
  const links = vehicleIds.map((vehicle_id) => ({ part_id: id, vehicle_id }));
  if (links.length > 0) await db.insertInto('part_vehicles').values(links).execute();
  return id;
}
type WholePart = {
  code?: string;
  productId?: number;
  photos?: number;
  vehicleIds?: number[];
  enabled?: boolean;
  discontinued?: boolean;
  observation?: string;
};

/** The rows of each sheet as objects by column. */
async function readMeli(brandId: number) {
  const file = await readDownload(admin, 'meli', { brand: brandId });
  const sheets = Object.entries(file).map(([name, [headers = [], ...rows]]) => [
    name,
    rows.map((row) => Object.fromEntries(headers.map((header, index) => [header, row[index] ?? null]))),
  ]);
  return Object.fromEntries(sheets) as Record<string, Record<string, Value>[]>;
}

const reasonsIn = (sheet: Record<string, Value>[] | undefined) =>
  sheet?.map(({ Tipo, Motivo }) => `${Tipo}: ${Motivo}`);

test('a part that can be published has all the data for Mercado Libre', async () => {
  const brand = await addBrand(db, 'Pampafil');
  const id = await addWholePart(brand.id, { code: '00712/75', observation: 'Con junta', photos: 13 });
  await db
    .insertInto('part_attributes')
    .values([
      { part_id: id, name: 'Código de barras', value: '4 006381-33393 1' },
      { part_id: id, name: 'Altura', value: '75', unit: 'mm' },
    ])
    .execute();
  for (const name of ['FIAT', 'Pehuén', 'Güemes']) await addCross(db, id, name);

  const { Publicaciones, Compatibilidades, Observaciones, Ayuda } = await readMeli(brand.id);
  const photos = Array.from({ length: 12 }, (_, n) => [
    `Foto ${n + 1}`,
    `https://piezas.example/media/aa/${id}-${n + 1}.jpg`,
  ]);
  expect(Publicaciones).toEqual([
    {
      Categoría: 'MLA1',
      'Ruta de la categoría': 'Autos > Filtros',
      Título: 'Filtro de aceite Pampafil 00712/75 Fiat Uno',
      Condición: 'Nuevo',
      GTIN: '4006381333931',
      SKU: '00712/75',
      Marca: 'Pampafil',
      'Número de pieza': '00712/75',
      OEM: 'X1',
      'Otras equivalencias': 'Güemes X1, Pehuén X1',
      ...Object.fromEntries(photos),
      'Stock (completar)': null,
      'Precio (completar)': null,
      Moneda: 'ARS',
      Descripción: 'Con junta',
      'Altura (mm)': '75',
      'Código de barras': '4 006381-33393 1',
    },
  ]);
  expect(Compatibilidades).toEqual([
    {
      SKU: '00712/75',
      Marca: 'Pampafil',
      'Número de pieza': '00712/75',
      'ID vehículo': uno.id,
      'Marca vehículo': 'Fiat',
      Modelo: 'Uno',
      Versión: '1.4',
      Motor: 'E1',
      Combustible: 'Nafta',
      Desde: 1998,
      Hasta: 2000,
      Producto: 'Filtro de aceite',
    },
  ]);
  expect(reasonsIn(Observaciones)).toEqual(['Aviso: Tiene 13 fotos: van las primeras 12']);
  expect(Ayuda?.length).toBeGreaterThan(5);
});

test('an equivalence of a brand of vehicles is OEM, also under an alias of the brand or written with other signs', async () => {
  const brand = await addBrand(db);
  const id = await addWholePart(brand.id);
  await addVehicleAlias(db, 'F.I.A.T. Auto', 'Fiat');
  for (const name of ['fiat', 'Fi-at', 'FIAT auto', 'Fiatron']) await addCross(db, id, name);
  const { Publicaciones } = await readMeli(brand.id);
  expect(Publicaciones).toMatchObject([{ OEM: 'X1, X1, X1', 'Otras equivalencias': 'Fiatron X1' }]);
});

test('a part that is not published has every reason listed, and no compatibilities', async () => {
  const brand = await addBrand(db);
  const unlisted = await addListedProduct('Sin categoría', null);
  await addWholePart(brand.id, { code: 'A1', productId: unlisted.id });
  await addWholePart(brand.id, { code: 'A2', photos: 0 });
  await addWholePart(brand.id, { code: 'A3', vehicleIds: [] });
  await addWholePart(brand.id, { code: 'A4', enabled: false });
  await addWholePart(brand.id, { code: 'A5', discontinued: true });
  const drawn = await addWholePart(brand.id, { code: 'A6', photos: 0, enabled: false });
  await addPicture(db, drawn, { position: 1, is_blueprint: true });

  const { Publicaciones, Compatibilidades, Familias, Observaciones } = await readMeli(brand.id);
  expect([Publicaciones, Compatibilidades, Familias]).toEqual([[], [], []]);
  expect(Observaciones?.map(({ Código, Tipo, Motivo }) => [Código, Tipo, Motivo])).toEqual([
    ['A1', 'Impide publicar', 'Su producto no tiene categoría de Mercado Libre'],
    ['A2', 'Impide publicar', 'No tiene fotos'],
    ['A3', 'Impide publicar', 'No tiene vehículos asignados'],
    ['A4', 'Impide publicar', 'Está deshabilitada'],
    ['A5', 'Impide publicar', 'Está discontinuada'],
    ['A6', 'Impide publicar', 'No tiene fotos'],
    ['A6', 'Impide publicar', 'Está deshabilitada'],
  ]);
  expect(new Set(Observaciones?.map((row) => row['Se publica']))).toEqual(new Set(['NO']));
});

test('notices are listed for published parts too', async () => {
  const brand = await addBrand(db);
  const unknown = await addListedProduct('Con otra categoría', 'MLA999');
  const id = await addWholePart(brand.id, { productId: unknown.id });
  await db.insertInto('part_attributes').values({ part_id: id, name: 'EAN-13', value: '4006381333930' }).execute();
  await addPicture(db, id, { position: 2, width: 1920, height: 499 });
  await addPicture(db, id, { position: 3, width: 499, height: 1920 });
  await addPicture(db, id, { position: 4, width: 500, height: 500 });
  const { Publicaciones, Observaciones } = await readMeli(brand.id);
  expect(Publicaciones).toMatchObject([{ Categoría: 'MLA999', 'Ruta de la categoría': null, GTIN: null }]);
  expect(Observaciones).toMatchObject([{ 'Se publica': 'SI' }, { 'Se publica': 'SI' }, { 'Se publica': 'SI' }]);
  expect(reasonsIn(Observaciones)).toEqual([
    'Aviso: La categoría MLA999 no está entre las conocidas: revisala',
    'Aviso: El GTIN «4006381333930» no es válido y no se incluyó',
    'Aviso: Mercado Libre pide al menos 500 × 500 px; fotos más chicas: 2',
  ]);
});

test('every invalid bar code is listed, also beside a valid one', async () => {
  const brand = await addBrand(db);
  const id = await addWholePart(brand.id);
  const values = { 'EAN 1': '4006381333930', 'EAN 2': '4006381333931', UPC: 'no tiene' };
  const rows = Object.entries(values).map(([name, value]) => ({ part_id: id, name, value }));
  await db.insertInto('part_attributes').values(rows).execute();
  const { Publicaciones, Observaciones } = await readMeli(brand.id);
  expect(Publicaciones?.[0]?.GTIN).toBe('4006381333931');
  expect(reasonsIn(Observaciones)).toEqual([
    'Aviso: El GTIN «4006381333930» no es válido y no se incluyó',
    'Aviso: El GTIN «no tiene» no es válido y no se incluyó',
  ]);
});

test('titles and explanations fit into their columns', async () => {
  const brand = await addBrand(db);
  const { bytes } = await download(admin, 'meli', { brand: brand.id });
  const { Sheets } = read(bytes, { cellStyles: true });
  const columns = (sheet: string) => Sheets[sheet]?.['!cols']?.map(({ width }) => width ?? 0) ?? [];
  expect(columns('Publicaciones')[2]).toBeGreaterThanOrEqual(60);
  const { Ayuda } = await readMeli(brand.id);
  const longest = Math.max(...(Ayuda ?? []).map((row) => String(row['Qué es']).length));
  expect(columns('Ayuda')[2]).toBeGreaterThanOrEqual(longest);
});

test('photos precede blueprints, up to twelve, and notices are only about those twelve', async () => {
  const brand = await addBrand(db);
  const id = await addWholePart(brand.id, { photos: 0 });
  const small = { width: 100, height: 100 };
  // Two blueprints, a photo, a blueprint, and ten photos more.
  for (let position = 1; position <= 14; position++) {
    const is_blueprint = [1, 2, 4].includes(position);
    await addPicture(db, id, { position, is_blueprint, ...(is_blueprint && small) });
  }
  const { Publicaciones, Observaciones } = await readMeli(brand.id);
  const shown = Array.from({ length: 12 }, (_, n) => Publicaciones?.[0]?.[`Foto ${n + 1}`]);
  const places = [3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 1];
  expect(shown).toEqual(places.map((place) => `https://piezas.example/media/aa/${id}-${place}.jpg`));
  expect(reasonsIn(Observaciones)).toEqual([
    'Aviso: Tiene 14 fotos: van las primeras 12',
    'Aviso: Mercado Libre pide al menos 500 × 500 px; fotos más chicas: 1',
  ]);
});

test.each([
  ['at a word', 'Kit de distribución completo', 'Marca de nombre bastante largo', 'KD 0123456789'],
  ['when it is one word too long', 'Filtro', 'Marca', 'X'.repeat(100)],
  ['when there is only one word', 'F'.repeat(100), 'Marca', 'X1'],
  ['never inside a character', `${'a'.repeat(59)}🚗${'a'.repeat(30)}`, 'Marca', 'X2'],
])('a title of more than sixty characters is cut %s, with a notice', async (_, productName, brandName, code) => {
  const brand = await addBrand(db, `${brandName} ${crypto.randomUUID().slice(0, 4)}`);
  const { id } = await addListedProduct(productName);
  await addWholePart(brand.id, { productId: id, code });
  const { Publicaciones, Observaciones } = await readMeli(brand.id);
  const title = String(Publicaciones?.[0]?.Título);
  const name = `${productName} ${brand.name} ${code}`;
  expect(title.length).toBeLessThanOrEqual(60);
  expect(title).not.toMatch(/\p{Surrogate}/u);
  expect(name.startsWith(title)).toBe(true);
  if (productName.includes(' ')) expect(name[title.length]).toBe(' ');
  // Another word would not have fitted.
  expect(name.indexOf(' ', title.length + 1) === -1 || name.indexOf(' ', title.length + 1) > 60).toBe(true);
  expect(reasonsIn(Observaciones)).toEqual([`Aviso: El título se cortó a 60 caracteres; entero es «${name}»`]);
});

test('families have each year once, up to this year while a version is still sold', async () => {
  const brand = await addBrand(db);
  const thisYear = Number(
    new Date().toLocaleDateString('es-AR', { timeZone: 'America/Argentina/Buenos_Aires', year: 'numeric' }),
  );
  const [older, newer] = [await addVehicle(db, 'Palio'), await addVehicle(db, 'Palio Weekend')];
  await db
    .updateTable('vehicles')
    .set({ model: 'Palio', version: '1.6', sold_from_year: thisYear - 2, sold_until_year: null })
    .where('id', '=', newer.id)
    .execute();
  await db
    .updateTable('vehicles')
    .set({ sold_from_year: thisYear - 4, sold_until_year: thisYear - 1 })
    .where('id', '=', older.id)
    .execute();
  await addWholePart(brand.id, { code: 'P1', vehicleIds: [uno.id, older.id, newer.id] });
  const { Familias } = await readMeli(brand.id);
  const years = (model: string) => Familias?.filter((row) => row.Modelo === model).map((row) => row.Año);
  expect(years('Uno')).toEqual([1998, 1999, 2000]);
  expect(years('Palio')).toEqual([4, 3, 2, 1, 0].map((ago) => thisYear - ago));
  expect(Familias?.[0]).toEqual({
    SKU: 'P1',
    Marca: brand.name,
    'Número de pieza': 'P1',
    'Marca vehículo': 'Fiat',
    Modelo: 'Uno',
    Año: 1998,
    Producto: 'Filtro de aceite',
  });
});

test('parts of two products with the same code can be distinguished in every sheet', async () => {
  const brand = await addBrand(db);
  const other = await addListedProduct('Filtro de aire');
  for (const productId of [product.id, other.id]) await addWholePart(brand.id, { code: 'W1', productId });
  const { Publicaciones, Compatibilidades, Familias } = await readMeli(brand.id);
  expect(Publicaciones?.map(({ Título }) => Título)).toEqual([
    `Filtro de aceite ${brand.name} W1 Fiat Uno`,
    `Filtro de aire ${brand.name} W1 Fiat Uno`,
  ]);
  for (const sheet of [Compatibilidades, Familias]) {
    expect(new Set(sheet?.map(({ Producto }) => Producto))).toEqual(new Set(['Filtro de aceite', 'Filtro de aire']));
  }
});

test('every part is either published or has a reason why not', async () => {
  const { brand } = await addAwkwardBrand(db);
  await db.updateTable('part_products').set({ mercadolibre_category: 'MLA1' }).execute();
  const { Publicaciones = [], Observaciones = [] } = await readMeli(brand.id);
  const published = Publicaciones.map(({ SKU }) => SKU);
  const blocked = Observaciones.filter(({ Tipo }) => Tipo === 'Impide publicar').map(({ Código }) => Código);
  const parts = await db.selectFrom('parts').where('part_brand_id', '=', brand.id).select('code').execute();
  expect(published.length).toBeGreaterThan(1);
  expect([...published, ...new Set(blocked)].sort()).toEqual(parts.map(({ code }) => code).sort());
});
