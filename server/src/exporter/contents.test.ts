import { readFile } from 'node:fs/promises';
import { ExportedCatalogue } from '@piezario/contract/exporter';
import { CLEARED, IMPORT_SHEETS } from '@piezario/contract/importer';
import { attributeKey, writeColumn } from '@piezario/contract/list';
import { isFlag, PART_FIELD_NAMES, PART_FIELDS, TEXT_NAMES } from '@piezario/contract/part-fields';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addBrand, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { AWKWARD, addAwkwardBrand, download, readDownload } from '../testing/exports.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import type { Value } from '../testing/written-workbook.ts';

const server = await startServer({ publicUrl: 'https://piezas.example' });
const { db } = server;
const admin = await enrol(server, 'admin');
const { brand, category, product, otherCategory, otherProduct } = await addAwkwardBrand(db);

/** Rows of a query that returns the cells of a sheet. */
async function rowsOf(text: string): Promise<unknown[][]> {
  const { rows } = await server.sql<{ cells: unknown[] }>(text);
  return rows.map(({ cells }) => cells);
}
const PARTS = `parts join part_counts n on n.part_id = parts.id
  join part_brands b on b.id = parts.part_brand_id join part_products p on p.id = parts.part_product_id
  join part_categories c on c.id = p.part_category_id`;
const ofBrand = `where parts.part_brand_id = ${brand.id} order by code_bare, parts.id`;
const flag = (column: string) => `case when ${column} then 'SI' else 'NO' end`;
const FIELDS = PART_FIELD_NAMES.map((name) => (isFlag(name) ? flag(`parts.${name}`) : `nullif(parts.${name}, '')`));

describe('for_importer', () => {
  test('has the sheets and columns of the importer, and every row of the database', async () => {
    const file = await readDownload(admin, 'for_importer', { brand: brand.id });
    expect(Object.fromEntries(Object.entries(file).map(([name, rows]) => [name, rows[0]]))).toEqual(IMPORT_SHEETS);
    expect(file.Piezas?.slice(1)).toEqual(
      await rowsOf(`select json_build_array(b.name, c.name, p.name, code, ${FIELDS.slice(0, 3).join()}, null,
        ${FIELDS.slice(3).join()}) as cells from ${PARTS} ${ofBrand}`),
    );
    expect(file.Atributos?.slice(1)).toEqual(
      await rowsOf(`select json_build_array(b.name, p.name, code, a.name, a.value, nullif(a.unit, ''), null) as cells
        from ${PARTS} join part_attributes a on a.part_id = parts.id ${ofBrand}, fold(a.name)`),
    );
    expect(file.Equivalencias?.slice(1)).toEqual(
      await rowsOf(`select json_build_array(b.name, p.name, parts.code, x.brand, x.code, null) as cells
        from ${PARTS} join part_crosses x on x.part_id = parts.id ${ofBrand}, fold(x.brand), bare(x.code), x.id`),
    );
    expect(file.Aplicaciones?.slice(1)).toEqual(
      await rowsOf(`select json_build_array(b.name, p.name, code, v.id, v.brand, v.model, v.version, v.engine_code, v.fuel,
          v.sold_from_year, v.sold_until_year, null, nullif(positions, ''), quantity, nullif(note, ''), from_year,
          until_year, components ->> 'cilindrada', components ->> 'valvulas') as cells
        from ${PARTS} join part_vehicles l on l.part_id = parts.id join vehicles v on v.id = l.vehicle_id ${ofBrand}, v.id,
          positions`),
    );
    expect(file.Aplicaciones?.length).toBeGreaterThan(5);
  });

  test('a value that the importer would clear is left blank', async () => {
    const { id: brandId } = await addBrand(db);
    const { id } = await addPart(db, brandId, product.id);
    await db.updateTable('parts').set({ observation: '(VACÍO)' }).where('id', '=', id).execute();
    await db
      .insertInto('part_attributes')
      .values({ part_id: id, name: 'Color', value: '(vacio)', unit: '(vacío)' })
      .execute();
    const { Piezas, Atributos } = await readDownload(admin, 'for_importer', { brand: brandId });
    expect(Piezas?.[1]?.[4]).toBeNull();
    expect(Atributos?.[1]?.slice(3)).toEqual(['Color', null, null, null]);
  });

  test.each(['for_importer', 'backup'])('is refused to those who may not import: %s', async (kind) => {
    const place = { part_brand_id: brand.id };
    for (const role of ['client', 'user'] as const) {
      const { response } = await download(await enrol(server, role, place), kind, { brand: brand.id });
      expect(response.status).toBe(403);
    }
    const { response } = await download(await enrol(server, 'manufacturer', place), kind, { brand: brand.id });
    expect(response.status).toBe(200);
  });
});

describe('backup', () => {
  test('is the import file with blank cells that can be cleared written as the clearing text', async () => {
    const base = await readDownload(admin, 'for_importer', { brand: brand.id });
    const kept = await readDownload(admin, 'backup', { brand: brand.id });
    const withCleared = (rows: readonly (readonly Value[])[] = [], column: number) =>
      rows.map((row) => row.map((cell, index) => (index === column ? (cell ?? CLEARED) : cell)));
    const texts = TEXT_NAMES.map((name) => IMPORT_SHEETS.Piezas.indexOf(PART_FIELDS[name].label));
    expect(kept.Piezas).toEqual(texts.reduce(withCleared, base.Piezas ?? []));
    expect(kept.Piezas).not.toEqual(base.Piezas);
    expect(kept.Atributos).toEqual(withCleared(base.Atributos, 5));
    expect(kept.Equivalencias).toEqual(base.Equivalencias);
    const clearable = [13, 14, 15, 16];
    expect(kept.Aplicaciones).toEqual(clearable.reduce(withCleared, base.Aplicaciones ?? []));
  });

  test('leaves a description or an attribute value blank that is literally the clearing text', async () => {
    const { id: brandId } = await addBrand(db);
    const { id } = await addPart(db, brandId, product.id);
    await db.updateTable('parts').set({ observation: CLEARED }).where('id', '=', id).execute();
    await db.insertInto('part_attributes').values({ part_id: id, name: 'Color', value: CLEARED, unit: '' }).execute();
    const { Piezas, Atributos } = await readDownload(admin, 'backup', { brand: brandId });
    expect(Piezas?.[1]?.[4]).toBeNull();
    expect(Atributos?.[1]?.slice(3)).toEqual(['Color', null, CLEARED, null]);
  });
});

/** Columns before those of attributes. */
const FIXED = 14 + PART_FIELD_NAMES.length - 3;

describe('parts', () => {
  test('has a row for each part, with its counts and its attributes as columns', async () => {
    const { Piezas = [] } = await readDownload(admin, 'parts', { brand: brand.id });
    const [headers = [], ...rows] = Piezas;
    expect(rows.map((row) => row.slice(0, 11))).toEqual(
      await rowsOf(`select json_build_array(b.name, c.name, p.name, code, nullif(observation, ''), ${flag('parts.enabled')},
        ${flag('parts.discontinued')}, attributes_count, cross_count, pictures_count, vehicles_count) as cells from ${PARTS} ${ofBrand}`),
    );
    const day = (column: string) =>
      `(${column} at time zone 'America/Argentina/Buenos_Aires')::date::timestamp at time zone 'UTC'`;
    expect(rows.map((row) => row.slice(11, 14))).toEqual(
      await rowsOf(
        `select array[${day('parts.created_at')}, ${day('n.updated_at')}, null] as cells from ${PARTS} ${ofBrand}`,
      ),
    );

    const cells = rows.flatMap((row) =>
      headers.slice(FIXED).flatMap((header, index) => {
        const value = row[FIXED + index] ?? null;
        return value === null ? [] : [[row[3], header, value]];
      }),
    );
    const stored =
      await rowsOf(`select json_build_array(code, a.name || case when a.unit = '' then '' else ' (' || a.unit || ')' end, a.value) as cells
      from ${PARTS} join part_attributes a on a.part_id = parts.id ${ofBrand}`);
    expect(cells.map(String).sort()).toEqual(stored.map(String).sort());
    expect(headers.slice(11, 15)).toEqual(['Alta', 'Modificada', 'Modificada por', 'Universal']);
    expect(rows.map((row) => row.slice(14, FIXED))).toEqual(
      await rowsOf(`select json_build_array(${FIELDS.slice(3).join()}) as cells from ${PARTS} ${ofBrand}`),
    );
    expect(headers[FIXED]).toBe(`Atributo 0 ${AWKWARD[0]}`);
  });

  test('spellings of an attribute share a column, and each unit has its own', async () => {
    const { id: brandId } = await addBrand(db);
    const values = [
      ['A1', 'Diámetro', 'mm'],
      ['A2', 'Diámetro', 'mm'],
      ['A3', 'DIAMETRO', 'MM'],
      ['A4', 'Diámetro', 'cm'],
    ] as const;
    for (const [code, name, unit] of values) {
      const { id } = await addPart(db, brandId, product.id, code);
      await db.insertInto('part_attributes').values({ part_id: id, name, value: code, unit }).execute();
    }
    const { Piezas = [] } = await readDownload(admin, 'parts', { brand: brandId });
    expect(Piezas.map((row) => row.slice(FIXED))).toEqual([
      ['Diámetro (mm)', 'Diámetro (cm)'],
      ['A1', null],
      ['A2', null],
      ['A3', null],
      [null, 'A4'],
    ]);
  });

  test('an attribute with the name of another column gets a different title', async () => {
    const { id: brandId } = await addBrand(db);
    const { id } = await addPart(db, brandId, product.id);
    const attributes = ['CODIGO', 'Altura', 'Otros atributos'].map((name) => ({ part_id: id, name, value: name }));
    await db.insertInto('part_attributes').values(attributes).execute();
    const { Piezas = [] } = await readDownload(admin, 'parts', { brand: brandId });
    expect(Piezas[0]?.slice(FIXED)).toEqual(['Altura', 'CODIGO (2)', 'Otros atributos']);
    expect(Piezas[1]?.slice(FIXED)).toEqual(['Altura', 'CODIGO', 'Otros atributos']);
  });

  test('attributes after the 200 most used ones share a column', async () => {
    const { id: brandId } = await addBrand(db);
    const { id } = await addPart(db, brandId, product.id);
    const name = (index: number) => `A${String(index).padStart(3, '0')}`;
    const attributes = Array.from({ length: 203 }, (_, index) => ({
      part_id: id,
      name: name(index),
      value: `${index}`,
      unit: 'mm',
    }));
    await db.insertInto('part_attributes').values(attributes).execute();
    const { Piezas = [] } = await readDownload(admin, 'parts', { brand: brandId });
    expect(Piezas[0]?.slice(FIXED)).toEqual([
      ...attributes.slice(0, 200).map(({ name }) => `${name} (mm)`),
      'Otros atributos',
    ]);
    expect(Piezas[1]?.slice(FIXED)).toEqual([
      ...attributes.slice(0, 200).map(({ value }) => value),
      'A200: 200 mm; A201: 201 mm; A202: 202 mm',
    ]);
  });
});

describe('table', () => {
  const LIST = '/api/backend/user-catalog/parts';
  const attribute = (name: string) => writeColumn(attributeKey(name));
  const tableOf = async (client: Client, place: Parameters<typeof download>[2]) =>
    (await readDownload(client, 'table', place)).Piezas ?? [];
  const refusalOf = async (place: Parameters<typeof download>[2]) => {
    const { response, bytes } = await download(admin, 'table', place);
    return [response.status, JSON.parse(bytes.toString()).message];
  };

  test('has the columns in their order, and the rows of all pages in the order of the list', async () => {
    const { id: brandId } = await addBrand(db);
    const { id: productId } = await addProduct(db, category.id);
    await server.sql(`insert into parts (part_brand_id, part_product_id, code, enabled)
      select ${brandId}, ${productId}, 'T' || n, n % 5 > 0 from generate_series(1, 700) n`);
    await server.sql(`insert into part_attributes (part_id, name, value, unit)
      select id, 'Diámetro', (id * 7 % 700) || ',5', 'mm' from parts where part_brand_id = ${brandId} and id % 3 > 0`);
    const query = {
      ...{ columns: ['enabled', attribute('DIAMETRO'), 'code', 'id'].join(), sort: `-${attribute('Diámetro')}` },
      'filter[matches-enabled]': 'SI',
    };
    const [headers, ...rows] = await tableOf(admin, { brand: brandId, product: productId, query });
    expect(headers).toEqual(['Habilitada', 'Diámetro (mm)', 'Código', 'ID']);
    const { columns: _, ...listed } = query;
    const pages = await Promise.all(
      ['1', '2', '3'].map((page) =>
        admin.request(
          'GET',
          `${LIST}/${brandId}/${productId}?${new URLSearchParams({ ...listed, 'page[size]': '200', 'page[number]': page })}`,
        ),
      ),
    );
    const parts = pages.flatMap(({ result }) => (result as { data: { id: number; code: string }[] }).data);
    expect(parts).toHaveLength(560);
    expect(rows).toEqual(parts.map(({ id, code }) => ['SI', id % 3 > 0 ? ((id * 7) % 700) + 0.5 : null, code, id]));
    for (const sort of ['-created_at', 'code', 'product', '-completeness', 'pictures_count']) {
      const ids = await tableOf(admin, { brand: brandId, query: { columns: 'id', sort } });
      expect(new Set(ids.flat()).size).toBe(701);
    }
  });

  test('numbers, flags, dates, counts and texts are cells of their kind', async () => {
    const { id: brandId, name } = await addBrand(db);
    const [{ id: productId }, vehicle] = [await addProduct(db, category.id, 'Óptica'), await addVehicle(db)];
    const values = [
      ['Ancho', '12,70', 'mm'],
      ['Ancho', '1/2', 'mm'],
      ['Ancho', '3', 'cm'],
      ['Ancho', '4', ''],
      ['Rosca', '007', ''],
      ['Rosca', '=1+1', ''],
      ['EAN', '4006381333931', ''],
      ['Rosca', '123456789012', ''],
    ] as const;
    for (const [index, [attributeName, value, unit]] of values.entries()) {
      const { id } = await addPart(db, brandId, productId, `A${index}`);
      await db.insertInto('part_attributes').values({ part_id: id, name: attributeName, value, unit }).execute();
      if (index === 1) await db.insertInto('part_vehicles').values({ part_id: id, vehicle_id: vehicle.id }).execute();
      if (index === 0) await db.updateTable('parts').set({ is_universal: true }).where('id', '=', id).execute();
    }
    const columns = [
      'code,brand,product,is_universal,vehicles_count,has_observation_str,created_at,discontinued_at,updated_by',
      ...['Ancho', 'rosca', 'EAN', 'No está'].map(attribute),
    ].join();
    const place = { brand: brandId, product: productId, query: { columns, sort: 'code' } };
    const [headers, ...rows] = await tableOf(admin, place);
    expect(headers).toEqual([
      ...['Código', 'Marca', 'Producto', 'Universal', 'Vehículos', 'Descripción', 'Creada', 'Discontinuada el'],
      ...['Modificada por', 'Ancho (mm)', 'Rosca', 'EAN', 'no esta'],
    ]);
    const [first] = rows;
    expect(first?.slice(0, 6)).toEqual(['A0', name, 'Óptica', 'SI', 'Universal', 'NO']);
    expect(first?.[6]).toBeInstanceOf(Date);
    expect(first?.slice(7, 9)).toEqual([null, null]);
    expect(rows.map((row) => row[4])).toEqual(['Universal', 1, 0, 0, 0, 0, 0, 0]);
    expect(rows.map((row) => row.slice(9))).toEqual([
      [12.7, null, null, null],
      ['1/2', null, null, null],
      ['3 cm', null, null, null],
      ['4 (sin unidad)', null, null, null],
      [null, '007', null, null],
      [null, '=1+1', null, null],
      [null, null, '4006381333931', null],
      [null, '123456789012', null, null],
    ]);
  });

  test('without parts has its titles', async () => {
    const query = { columns: 'code,gaps,publishable,completeness,off_template' };
    expect(await tableOf(admin, { brand: (await addBrand(db)).id, query })).toEqual([
      ['Código', 'Le falta', 'Mercado Libre', 'Completa', 'Fuera de plantilla'],
    ]);
  });

  test('has the parts of the scope of its reader, and nobody who changed them for a client', async () => {
    const client = await enrol(server, 'client', { part_brand_id: brand.id, part_product_id: otherProduct.id });
    const query = { columns: 'code,updated_by' };
    expect(await tableOf(client, { brand: brand.id, query })).toEqual([
      ['Código', 'Modificada por'],
      ['W 712/75', null],
    ]);
    const other = await enrol(server, 'manufacturer', { part_brand_id: (await addBrand(db)).id });
    expect((await download(other, 'table', { brand: brand.id, query })).response.status).toBe(404);
    const { response } = await download(client, 'table', { brand: brand.id, product: product.id, query });
    expect(response.status).toBe(404);
  });

  test.each([
    ['no columns', {}],
    ['blank columns', { columns: ',,' }],
    ['a column that the table lacks', { columns: 'code,part_category_id' }],
    ['a name of the prototype', { columns: 'code,constructor' }],
    ['SQL', { columns: 'code;drop table parts' }],
    ['an attribute without a name', { columns: '@' }],
    ['a broken name', { columns: '@%E0%A4%A' }],
    ['too many columns', { columns: Array.from({ length: 61 }, (_, index) => `@a${index}`).join() }],
    ['a page', { columns: 'code', 'page[number]': '2' }],
    ['an order by an unknown column', { columns: 'code', sort: 'photo' }],
    ['an unknown parameter', { columns: 'code', other: '1' }],
  ])('%s is a 422', async (_, query: Record<string, string>) => {
    const [status] = await refusalOf({ brand: brand.id, product: product.id, query });
    expect(status).toBe(422);
  });

  test('attributes need a product', async () => {
    const columns = attribute('Ancho');
    expect(await refusalOf({ brand: brand.id, query: { columns } })).toEqual([
      422,
      'Elegí un producto para ver un atributo',
    ]);
    expect(await refusalOf({ brand: brand.id, query: { columns: 'code', sort: columns } })).toEqual([
      422,
      'Elegí un producto para ordenar por un atributo',
    ]);
  });
});

test('image_coverage lists the pictures of each part, and a summary by product', async () => {
  const { Fotos = [], Resumen = [] } = await readDownload(admin, 'image_coverage', { brand: brand.id });
  const [headers, ...rows] = Fotos;
  expect(headers?.slice(6)).toEqual(['Fotos', 'Planos', 'Estado', 'Imagen 1', 'Imagen 2', 'Imagen 3']);
  const codes = await rowsOf(`select json_build_array(code, parts.id) as cells from ${PARTS} ${ofBrand}`);
  expect(rows.map((row) => [row[3], ...row.slice(6)])).toEqual(
    codes.map(([code, id]) => {
      const count = AWKWARD.indexOf(String(code)) % 4;
      const state = ['SIN FOTOS', 'SÓLO PLANOS', 'CON FOTOS', 'CON FOTOS'][count];
      const urls = [1, 2, 3].map((n) => (n <= count ? `https://piezas.example/media/aa/${id}-${n}.jpg` : null));
      return [code, Math.max(count - 1, 0), Math.min(count, 1), state, ...urls];
    }),
  );
  expect(Resumen).toEqual([
    ['Categoría', 'Producto', 'Piezas', 'Con fotos', 'Sin fotos', '% con fotos'],
    [otherCategory.name, otherProduct.name, 1, 0, 1, 0],
    [category.name, product.name, 9, 4, 5, 44.4],
  ]);
});

describe('json', () => {
  test('is one document with all details, valid by its schema', async () => {
    const { bytes, response } = await download(admin, 'json', { brand: brand.id });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const file = ExportedCatalogue.parse(JSON.parse(bytes.toString()));
    expect(file).toMatchObject({ brand, category: null, product: null });
    for (const part of file.parts) {
      const shown = await admin.request('GET', `/api/backend/user-catalog/parts/show/${part.id}`);
      const {
        version: _,
        completeness: __,
        gaps: ___,
        attributes,
        cross,
        vehicles,
        ...rest
      } = shown.result as Record<string, { id: number }[]>;
      // Files have attributes and cross references in ascending order, screens in descending order.
      const byId = <Row extends { id: number }>(rows: readonly Row[] = []) => [...rows].sort((a, b) => a.id - b.id);
      const { pictures, ...exported } = part;
      expect({ ...exported, attributes: byId(part.attributes), cross: byId(part.cross) }).toMatchObject({
        ...without(rest, 'pictures', 'missing_attributes', 'off_template', 'blocked_by'),
        attributes: byId(attributes).map((attribute) => without(attribute, 'part_id', 'misfit')),
        cross: byId(cross),
      });
      const told = (some: readonly { id: number; applications: unknown[] }[]) =>
        some.map(({ id, applications }) => ({ id, applications })).sort((a, b) => a.id - b.id);
      expect(told(part.vehicles)).toEqual(told(vehicles as unknown as (typeof part)['vehicles']));
      expect(pictures.map(({ imageUrl }) => imageUrl)).toEqual(
        pictures.map((_, n) => `https://piezas.example/media/aa/${part.id}-${n + 1}.jpg`),
      );
      expect(pictures).toHaveLength(AWKWARD.indexOf(part.code) % 4);
    }
    expect(file.parts.map(({ code }) => code).sort()).toEqual([...AWKWARD].sort());
  });

  test('without parts is a document too', async () => {
    const empty = await addBrand(db);
    const { bytes } = await download(admin, 'json', { brand: empty.id });
    expect(JSON.parse(bytes.toString())).toEqual({ brand: empty, category: null, product: null, parts: [] });
  });

  test('has the schema of the documentation', async () => {
    const documented = await readFile(new URL('../../../docs/export.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(documented)).toEqual(z.toJSONSchema(ExportedCatalogue));
  });
});

const without = (row: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
