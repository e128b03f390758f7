import { read } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import {
  addBrand,
  addCategory,
  addCross,
  addGrant,
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

/** Adds a part that can be published, unless the options prevent it. */
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
  is_universal?: boolean;
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
      'Motivo de GTIN vacío': null,
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
      'Alto del paquete (cm)': null,
      'Ancho del paquete (cm)': null,
      'Largo del paquete (cm)': null,
      'Peso del paquete (g)': null,
      'Altura (mm)': '75',
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
      'Restricción de posición': null,
      Nota: null,
      'Aplica desde': null,
      'Aplica hasta': null,
      Producto: 'Filtro de aceite',
    },
  ]);
  expect(reasonsIn(Observaciones)).toEqual(['Aviso: Tiene 13 fotos: van las primeras 12']);
  expect(Ayuda?.length).toBeGreaterThan(5);
});

test('the title of an attribute has the id of Mercado Libre where the templates of its products agree', async () => {
  const brand = await addBrand(db);
  const products = [await addListedProduct('Correa'), await addListedProduct('Manguera')];
  for (const [index, { id: part_product_id }] of products.entries()) {
    const id = await addWholePart(brand.id, { productId: part_product_id });
    await db
      .insertInto('part_product_attributes')
      .values([
        { part_product_id, position: 1, name: 'LARGO', unit: 'mm', mercadolibre_id: 'LENGTH' },
        { part_product_id, position: 2, name: 'Color', mercadolibre_id: index === 0 ? 'COLOR' : 'MAIN_COLOR' },
      ])
      .execute();
    await db
      .insertInto('part_attributes')
      .values([
        { part_id: id, name: 'Largo', value: '75', unit: 'mm' },
        { part_id: id, name: 'Color', value: 'Negro' },
      ])
      .execute();
  }
  const { Publicaciones } = await readMeli(brand.id);
  expect(Publicaciones).toMatchObject([0, 1].map(() => ({ 'Largo (mm) [LENGTH]': '75', Color: 'Negro' })));
});

test('applications are in Compatibilidades with their data, and their years limit those in Familias', async () => {
  const brand = await addBrand(db);
  const part_id = await addWholePart(brand.id, { vehicleIds: [] });
  const application = { part_id, vehicle_id: uno.id };
  await db
    .insertInto('part_vehicles')
    .values([
      { ...application, positions: 'Delantera, Izquierda', note: 'Con ABS', from_year: 1999, until_year: 1999 },
      { ...application, positions: 'Trasera', until_year: 1999 },
    ])
    .execute();
  const { Compatibilidades, Familias } = await readMeli(brand.id);
  expect(Compatibilidades).toMatchObject([
    {
      Desde: 1998,
      Hasta: 2000,
      'Restricción de posición': 'Delantera, Izquierda',
      Nota: 'Con ABS',
      'Aplica desde': 1999,
      'Aplica hasta': 1999,
    },
    { 'Restricción de posición': 'Trasera', Nota: null, 'Aplica desde': null, 'Aplica hasta': 1999 },
  ]);
  expect(Familias?.map(({ Año }) => Año)).toEqual([1998, 1999]);
});

test('universal parts, and parts of a product that takes no vehicles, are published without vehicles', async () => {
  const brand = await addBrand(db);
  const oil = await addListedProduct('Aceite');
  await db.updateTable('part_products').set({ takes_vehicles: false }).where('id', '=', oil.id).execute();
  await addWholePart(brand.id, { code: 'U1', vehicleIds: [], is_universal: true });
  await addWholePart(brand.id, { code: 'U2', vehicleIds: [], productId: oil.id });
  const { Publicaciones, Compatibilidades, Observaciones } = await readMeli(brand.id);
  expect(Publicaciones?.map(({ SKU }) => SKU)).toEqual(['U1', 'U2']);
  expect([Compatibilidades, Observaciones]).toEqual([[], []]);
});

test('a cross reference of a vehicle brand is OEM, also by an alias or with other punctuation', async () => {
  const brand = await addBrand(db);
  const id = await addWholePart(brand.id);
  await addVehicleAlias(db, 'F.I.A.T. Auto', 'Fiat');
  const crosses = { fiat: 'X1', 'Fi-at': 'X2', 'FIAT auto': 'X3', 'Fíat Auto': 'X-1', Fiatron: 'X4' };
  const rows = Object.entries(crosses).map(([brand, code]) => ({ part_id: id, brand, code }));
  await db.insertInto('part_crosses').values(rows).execute();
  const { Publicaciones } = await readMeli(brand.id);
  expect(String(Publicaciones?.[0]?.OEM).split(', ').sort()).toEqual(['X-1', 'X2', 'X3']);
  expect(Publicaciones).toMatchObject([{ 'Otras equivalencias': 'Fiatron X4' }]);
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
  await addPicture(db, id, { position: 2, width: 1920, height: 499 });
  await addPicture(db, id, { position: 3, width: 499, height: 1920 });
  await addPicture(db, id, { position: 4, width: 500, height: 500 });
  const { Publicaciones, Observaciones } = await readMeli(brand.id);
  expect(Publicaciones).toMatchObject([{ Categoría: 'MLA999', 'Ruta de la categoría': null }]);
  expect(Observaciones).toMatchObject([{ 'Se publica': 'SI' }, { 'Se publica': 'SI' }]);
  expect(reasonsIn(Observaciones)).toEqual([
    'Aviso: La categoría MLA999 no está entre las conocidas: revisala',
    'Aviso: Mercado Libre pide al menos 500 × 500 px; fotos más chicas: 2',
  ]);
});

/** Adds attributes by name to a part. A value may be followed by a bar and its unit. */
async function addAttributes(part_id: number, attributes: Record<string, string>) {
  const rows = Object.entries(attributes).map(([name, text]) => {
    const [value = '', unit = ''] = text.split('|');
    return { part_id, name, value, unit };
  });
  await db.insertInto('part_attributes').values(rows).execute();
}

describe('a bar code', () => {
  test('that is invalid appears only in a notice, with the reason', async () => {
    const brand = await addBrand(db);
    const id = await addWholePart(brand.id);
    const wrong = { GTIN: '4006381333930', 'EAN 8': '12345678', UPC: '40063813339', 'Código de barras': 'ABC-4006' };
    await addAttributes(id, { ...wrong, 'EAN-14': '00000000000000', Color: 'Rojo' });
    const { Publicaciones, Observaciones } = await readMeli(brand.id);
    expect(reasonsIn(Observaciones)).toEqual([
      'Aviso: El GTIN «ABC-4006» no es válido y no se incluyó: tiene signos que no son números',
      'Aviso: El GTIN «12345678» no es válido y no se incluyó: el último número tendría que ser 0',
      'Aviso: El GTIN «00000000000000» no es válido y no se incluyó: son todos ceros',
      'Aviso: El GTIN «4006381333930» no es válido y no se incluyó: el último número tendría que ser 1',
      'Aviso: El GTIN «40063813339» no es válido y no se incluyó: tiene 11 números y tendría que tener 8, 12, 13 o 14',
    ]);
    const { Observaciones: _, ...cells } = await readDownload(admin, 'meli', { brand: brand.id });
    for (const value of Object.values(wrong)) expect(JSON.stringify(cells)).not.toContain(value);
    expect(Publicaciones).toMatchObject([{ GTIN: null, 'Motivo de GTIN vacío': 'Otra razón', Color: 'Rojo' }]);
  });

  test('that is missing has the reason that Mercado Libre offers', async () => {
    const brand = await addBrand(db);
    await addWholePart(brand.id);
    const { Publicaciones, Observaciones } = await readMeli(brand.id);
    expect(Publicaciones).toMatchObject([
      { GTIN: null, 'Motivo de GTIN vacío': 'El producto no tiene código registrado' },
    ]);
    expect(Observaciones).toEqual([]);
  });

  test('is the first valid one of several, with notices about the others', async () => {
    const brand = await addBrand(db);
    const id = await addWholePart(brand.id);
    await addAttributes(id, { 'EAN 1': '4006381333930', 'EAN 2': '4006381333931', 'EAN 3': '96385074' });
    const { Publicaciones, Observaciones } = await readMeli(brand.id);
    expect(Publicaciones).toMatchObject([{ GTIN: '4006381333931', 'Motivo de GTIN vacío': null }]);
    expect(reasonsIn(Observaciones)).toEqual([
      'Aviso: El GTIN «4006381333930» no es válido y no se incluyó: el último número tendría que ser 1',
      'Aviso: Tiene más de un GTIN y va el primero: 4006381333931, 96385074',
    ]);
  });
});

describe('the SKU', () => {
  test('has product and brand where the brand has the code twice, in every sheet, with a notice', async () => {
    const brand = await addBrand(db, 'Repetida');
    const other = await addListedProduct('Filtro de combustible');
    await addWholePart(brand.id, { code: 'W-1' });
    await addWholePart(brand.id, { code: 'w1', productId: other.id });
    await addWholePart(brand.id, { code: 'W2', productId: other.id });
    const { Publicaciones, Compatibilidades, Familias, Observaciones } = await readMeli(brand.id);
    const skus = ['W-1 | Filtro de aceite | Repetida', 'w1 | Filtro de combustible | Repetida', 'W2'];
    expect(Publicaciones?.map(({ SKU }) => SKU)).toEqual(skus);
    expect(Publicaciones?.map((row) => row['Número de pieza'])).toEqual(['W-1', 'w1', 'W2']);
    for (const sheet of [Compatibilidades, Familias]) {
      expect(new Set(sheet?.map(({ SKU }) => SKU))).toEqual(new Set(skus));
    }
    expect(reasonsIn(Observaciones)).toEqual(
      [skus[0], skus[1]].map(
        (sku) => `Aviso: El SKU no es sólo el código, para que no se repita en otra pieza de la marca: es «${sku}»`,
      ),
    );
  });

  test('is the same in the file of a product as in the file of the brand', async () => {
    const brand = await addBrand(db);
    const other = await addListedProduct('Filtro de polen');
    for (const productId of [product.id, other.id]) await addWholePart(brand.id, { code: 'W1', productId });
    const { Publicaciones = [] } = await readDownload(admin, 'meli', { brand: brand.id, product: other.id });
    expect(Publicaciones.slice(1).map((row) => row[6])).toEqual([`W1 | Filtro de polen | ${brand.name}`]);
  });

  test('does not depend on parts that the person cannot see', async () => {
    const brand = await addBrand(db);
    const hidden = await addListedProduct('Filtro escondido');
    for (const productId of [product.id, hidden.id]) await addWholePart(brand.id, { code: 'W1', productId });
    const client = await enrol(server, 'client');
    await addGrant(db, client.id, { part_brand_id: brand.id, part_product_id: product.id });
    const { Publicaciones = [], Observaciones } = await readDownload(client, 'meli', { brand: brand.id });
    expect(Publicaciones.slice(1).map((row) => row[6])).toEqual(['W1']);
    expect(Observaciones).toHaveLength(1);
  });

  test('never repeats, whatever codes and names contain', async () => {
    const brand = await addBrand(db, 'Con | barras');
    const products = [];
    for (const name of ['X', 'Filtro | X', 'Filtro || X', 'X | Con | barras'])
      products.push(await addListedProduct(name));
    for (const { id: productId } of products) {
      for (const code of ['W1', 'W1 | Filtro', 'W1 | X | Con | barras'])
        await addWholePart(brand.id, { code, productId });
    }
    const { id: productId } = await addListedProduct('Otro');
    for (const code of ['W1 || Filtro', 'W1 | X', 'W1 | X | Con || barras'])
      await addWholePart(brand.id, { code, productId });
    const { Publicaciones = [] } = await readMeli(brand.id);
    expect(Publicaciones).toHaveLength(15);
    expect(new Set(Publicaciones.map(({ SKU }) => String(SKU).toLowerCase())).size).toBe(15);
  });

  test('that is longer than Mercado Libre takes has a notice', async () => {
    const brand = await addBrand(db, 'M'.repeat(90));
    const other = await addListedProduct('P'.repeat(90));
    for (const productId of [product.id, other.id]) await addWholePart(brand.id, { code: 'W'.repeat(90), productId });
    const { Observaciones } = await readMeli(brand.id);
    expect(reasonsIn(Observaciones)).toContain('Aviso: El SKU tiene 276 caracteres y Mercado Libre admite 255');
  });
});

describe('the measures of the package', () => {
  test('are converted to centimeters and grams, also when the unit is part of the value', async () => {
    const brand = await addBrand(db);
    const whole = await addWholePart(brand.id, { code: 'A1' });
    await addAttributes(whole, {
      'Alto del paquete': '125|mm',
      'Ancho del embalaje': '0,3 m',
      'Longitud embalado': '10 in|"',
      'Peso bruto': '1,25|Kg.',
      Altura: '75|mm',
      Peso: '900|g',
    });
    const named = await addWholePart(brand.id, { code: 'A2' });
    await addAttributes(named, {
      SELLER_PACKAGE_HEIGHT: '10 cm',
      SELLER_PACKAGE_WIDTH: '20 cm',
      SELLER_PACKAGE_LENGTH: '30 cm',
      SELLER_PACKAGE_WEIGHT: '499.6 g',
    });
    const { Publicaciones, Observaciones } = await readMeli(brand.id);
    const packages = Publicaciones?.map((row) => [
      row['Alto del paquete (cm)'],
      row['Ancho del paquete (cm)'],
      row['Largo del paquete (cm)'],
      row['Peso del paquete (g)'],
    ]);
    expect(packages).toEqual([
      [12.5, 30, 25.4, 1250],
      [10, 20, 30, 500],
    ]);
    expect(Publicaciones).toMatchObject([{ 'Altura (mm)': '75', 'Peso (g)': '900' }, {}]);
    expect(Object.keys(Publicaciones?.[0] ?? {}).filter((title) => /embala|bruto|SELLER/.test(title))).toEqual([]);
    expect(Observaciones).toEqual([]);
  });

  test.each([
    ['Alto del paquete', '12', ''],
    ['Alto del paquete', '12', 'kg'],
    ['Alto del paquete', '0', 'cm'],
    ['Alto del paquete', '12 cm', 'mm'],
    ['Alto del paquete', 'mucho', 'cm'],
    ['Alto del paquete', '9'.repeat(400), 'cm'],
    ['Peso del paquete', '1.250', 'g'],
    ['Peso del paquete', '5', 'constructor'],
  ])('that cannot be understood are left out with a notice: %s %s %s', async (name, value, unit) => {
    const brand = await addBrand(db);
    const id = await addWholePart(brand.id);
    await db.insertInto('part_attributes').values({ part_id: id, name, value, unit }).execute();
    const { Publicaciones, Observaciones } = await readMeli(brand.id);
    expect(Publicaciones).toMatchObject([{ 'Alto del paquete (cm)': null, 'Peso del paquete (g)': null }]);
    expect(JSON.stringify(Publicaciones)).not.toContain(`"${value}"`);
    const text = `${name}: ${value}${unit && ` ${unit}`}`;
    expect(reasonsIn(Observaciones)).toEqual([
      expect.stringContaining(`Aviso: «${text}» no se entiende y no se incluyó: hace falta un número`),
    ]);
  });

  test('have a notice when only some of them are known', async () => {
    const brand = await addBrand(db);
    const id = await addWholePart(brand.id);
    await addAttributes(id, {
      'Paquete - alto': '12 cm',
      'Paquete - peso': '1 kg',
      'Medidas del paquete': '12 x 3 cm',
    });
    const { Publicaciones, Observaciones } = await readMeli(brand.id);
    expect(Publicaciones).toMatchObject([{ 'Alto del paquete (cm)': 12, 'Medidas del paquete': '12 x 3 cm' }]);
    expect(reasonsIn(Observaciones)).toEqual([
      'Aviso: Mercado Libre pide las cuatro medidas del paquete, y falta: ancho, largo',
    ]);
  });
});

test('no two columns have the same title, whatever attributes are called', async () => {
  const brand = await addBrand(db);
  const id = await addWholePart(brand.id);
  await addAttributes(id, {
    GTIN: '4006381333931',
    sku: 'a',
    MARCA: 'b',
    'Marca (2)': 'c',
    Oem: 'd',
    'Stock (completar)': 'e',
    Titulo: 'f',
    'foto 1': 'g',
    'Precio (completar)': 'h|ARS',
    Altura: '1|mm',
    'Altura (mm)': '2',
    moneda: 'i',
  });
  const { Publicaciones = [] } = await readDownload(admin, 'meli', { brand: brand.id });
  const [titles = [], cells = []] = Publicaciones;
  const folded = titles.map((title) => String(title).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
  expect(new Set(folded).size).toBe(titles.length);
  const cell = (title: string) => cells[titles.indexOf(title)];
  expect(cell('Marca')).toBe(brand.name);
  expect(cell('Marca (2)')).toBe('c');
  expect(cell('MARCA (3)')).toBe('b');
  expect(cell('sku (2)')).toBe('a');
  expect(cell('GTIN')).toBe('4006381333931');
  expect(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].every((value) => cells.includes(value))).toBe(true);
});

test('a picture address of the local network gives a notice for each part with pictures', async () => {
  const local = await startServer({ publicUrl: 'http://localhost:3000' }, server.connection);
  const brand = await addBrand(db);
  await addWholePart(brand.id, { code: 'A1' });
  await addWholePart(brand.id, { code: 'A2', photos: 0 });
  const { Observaciones = [] } = await readDownload(await enrol(local, 'staff'), 'meli', { brand: brand.id });
  expect(Observaciones.slice(1).map((row) => row.slice(2))).toEqual([
    [
      'A1',
      'SI',
      'Aviso',
      'Mercado Libre no puede bajar las fotos: http://localhost:3000 es una dirección de esta red. Falta la dirección pública de Piezario: avisale a quien lo instaló, que la pone en el ajuste PUBLIC_URL',
    ],
    ['A2', 'NO', 'Impide publicar', 'No tiene fotos'],
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
  ['at the end of a word', 'Kit de distribución completo', 'Marca de nombre bastante largo', 'KD 0123456789'],
  ['before a last word that is too long', 'Filtro', 'Marca', 'X'.repeat(100)],
  ['inside a first word that is too long', 'F'.repeat(100), 'Marca', 'X1'],
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
    .set({ model: 'Palio', model_master: 'Palio', version: '1.6', sold_from_year: thisYear - 2, sold_until_year: null })
    .where('id', '=', newer.id)
    .execute();
  await db
    .updateTable('vehicles')
    .set({ sold_from_year: thisYear - 4, sold_until_year: thisYear - 1 })
    .where('id', '=', older.id)
    .execute();
  const second = await addVehicle(db, 'Palio II');
  await db
    .updateTable('vehicles')
    .set({ model_master: 'Palio', sold_from_year: 2012, sold_until_year: 2012 })
    .where('id', '=', second.id)
    .execute();
  await addWholePart(brand.id, { code: 'P1', vehicleIds: [uno.id, older.id, newer.id, second.id] });
  const { Familias } = await readMeli(brand.id);
  const years = (model: string) => Familias?.filter((row) => row.Modelo === model).map((row) => row.Año);
  expect(years('Uno')).toEqual([1998, 1999, 2000]);
  expect(years('Palio')).toEqual([4, 3, 2, 1, 0].map((ago) => thisYear - ago));
  expect(Familias?.[0]).toEqual({
    SKU: 'P1',
    Marca: brand.name,
    'Número de pieza': 'P1',
    'Marca vehículo': 'Fiat',
    'Modelo maestro': 'Uno',
    Modelo: 'Uno',
    Año: 1998,
    Producto: 'Filtro de aceite',
  });
  expect(Familias?.at(-1)).toMatchObject({ 'Modelo maestro': 'Palio', Modelo: 'Palio II', Año: 2012 });
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
