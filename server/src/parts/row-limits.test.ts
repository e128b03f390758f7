import { api } from '@piezario/contract/api';
import { POSITIONS } from '@piezario/contract/applications';
import { MAX_ATTRIBUTES } from '@piezario/contract/attributes';
import { MAX_CROSSES } from '@piezario/contract/crosses';
import { MAX_APPLICATIONS } from '@piezario/contract/vehicles';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runInBulk } from '../testing/bulk.ts';
import { addAttribute, addBrand, addCategory, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import { lastOperation, undo } from '../testing/history.ts';
import { errorsOf, makeWorkbook, upload } from '../testing/imports.ts';
import { runJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const brand = await addBrand(db, 'Ñandú');
const product = await addProduct(db, (await addCategory(db)).id, 'Pastillas');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

const ATTRIBUTES_REASON = 'Una pieza puede tener hasta 500 atributos';

const addAttributes = (part: number, count: number) =>
  sql`insert into part_attributes (part_id, name, value, unit)
    select ${part}::int, 'Atributo ' || n, '1', '' from generate_series(1, ${count}::int) n`.execute(db);

/** Adds a part with the maximum number of attributes, or with some fewer. */
async function addFullPart(fewer = 0) {
  const part = await addPart(db, brand.id, product.id);
  await addAttributes(part.id, MAX_ATTRIBUTES - fewer);
  return part;
}

/** A part that has more attributes than are allowed, from before there was a limit. */
async function addOverfullPart() {
  const { id } = await addPart(db, brand.id, product.id);
  await sql`alter table part_counts disable trigger part_counts_attributes_limit`.execute(db);
  await addAttributes(id, MAX_ATTRIBUTES + 10);
  await sql`alter table part_counts enable trigger part_counts_attributes_limit`.execute(db);
  return id;
}

const typed = (part_id: number, name: string) => ({ part_id, name, value: '1', unit: '' });

test('a part has up to 500 attributes, by forms and by pasted tables', async () => {
  const { id } = await addFullPart(1);
  const rows = [typed(id, 'Alto'), typed(id, 'Ancho')];
  const refusal = { code: 409, message: ATTRIBUTES_REASON };
  expect(await maker.send(api.attributes.storeMany, { body: { part_id: id, rows } })).toMatchObject(refusal);
  await maker.call(api.attributes.store, { body: typed(id, 'Alto') });
  expect(await maker.send(api.attributes.store, { body: typed(id, 'Ancho') })).toMatchObject({
    ...refusal,
    result: { errors: { name: ATTRIBUTES_REASON } },
  });
});

test('a part that is above the limit can be changed and reduced, and shows rows up to the limit', async () => {
  const part = await addOverfullPart();
  const { data } = await maker.call(api.attributes.list, {
    params: { partId: part },
    query: { page: 1, size: 2, filters: [], sort: [{ column: 'id', descending: false }] },
  });
  const [first, second] = data;
  const changed = { ...typed(part, 'Otro nombre'), attribute_id: first?.id };
  await maker.call(api.attributes.store, { body: changed });
  await maker.call(api.attributes.remove, { body: { part_id: part, attribute_id: second?.id ?? 0 } });
  expect(await maker.send(api.attributes.store, { body: typed(part, 'Ancho') })).toMatchObject({ code: 409 });
  const shown = await maker.call(api.parts.show, { params: { partId: part } });
  expect(shown.attributes_count).toBe(MAX_ATTRIBUTES + 9);
  expect(shown.attributes).toHaveLength(MAX_ATTRIBUTES);
});

test('a part has up to 2,000 cross references', async () => {
  const { id } = await addPart(db, brand.id, product.id);
  await sql`insert into part_crosses (part_id, brand, code)
    select ${id}::int, 'OEM', 'X' || n from generate_series(1, ${MAX_CROSSES}::int) n`.execute(db);
  expect(await maker.send(api.crosses.store, { body: { part_id: id, brand: 'OEM', code: 'uno más' } })).toMatchObject({
    code: 409,
    message: 'Una pieza puede tener hasta 2.000 equivalencias',
  });
  expect((await maker.call(api.parts.show, { params: { partId: id } })).cross).toHaveLength(MAX_CROSSES);
});

test('a part has up to 20,000 applications, in any positions', async () => {
  const { id } = await addPart(db, brand.id, product.id);
  const positions = Array.from({ length: 2 ** POSITIONS.length }, (_, set) =>
    POSITIONS.filter((_, bit) => set & (1 << bit)).join(', '),
  );
  await sql`insert into vehicles (origin, brand, model, model_master, version, engine_code, fuel, sold_from_year, components)
    select 'Argentina', 'Fiat', 'Muchas', 'Muchas', n::text, 'E1', 'Nafta', 2001, '{}' from generate_series(1, 80) n`.execute(
    db,
  );
  const fill = (count: number) =>
    sql`insert into part_vehicles (part_id, vehicle_id, positions)
    select ${id}::int, v.id, positions from vehicles v, unnest(${positions}::text[]) positions
    where v.model = 'Muchas' order by v.id, positions limit ${count}::int`.execute(db);
  await expect(fill(MAX_APPLICATIONS + 1)).rejects.toMatchObject({ constraint: 'part_vehicles_limit' });
  await fill(MAX_APPLICATIONS);
  const { id: vehicle_id } = await addVehicle(db);
  expect(await maker.send(api.vehicles.store, { body: { part_id: id, vehicle_id } })).toMatchObject({
    ...{ code: 409, message: 'Una pieza puede tener hasta 20.000 aplicaciones' },
  });
  const { vehicles } = await maker.call(api.parts.show, { params: { partId: id } });
  expect(vehicles.flatMap(({ applications }) => applications)).toHaveLength(MAX_APPLICATIONS);
});

test('a bulk action reports the part that is full, and changes the others', async () => {
  const [full, other] = [await addFullPart(), await addPart(db, brand.id, product.id)];
  const action = { do: 'set_attribute', name: 'Material', value: 'Acero' } as const;
  const { id, changed, impossible } = await runInBulk(server, maker, { ids: [full.id, other.id], action });
  expect({ changed, impossible }).toEqual({ changed: 1, impossible: 1 });
  const { data } = await maker.call(api.bulk.results, {
    params: { bulkId: id },
    query: { page: 1, size: 50, filters: [], sort: [{ column: 'id', descending: false }] },
  });
  expect(data).toMatchObject([{ code: full.code, reason: ATTRIBUTES_REASON }]);
});

test('an import saves the rows for which there is room, and refuses the others one by one', async () => {
  const [full, other] = [await addFullPart(2), await addPart(db, brand.id, product.id)];
  const row = (code: string, name: string) => [brand.name, product.name, code, name, '1', ''];
  const file = await upload(
    maker,
    await makeWorkbook({
      Atributos: [
        ...['Uno', 'Dos', 'Tres', 'Cuatro'].map((name) => row(full.code, name)),
        row(other.code, 'Uno'),
        row(full.code, 'Atributo 1'),
      ],
    }),
  );
  await runJobs(server, 10);
  expect(await maker.call(api.importer.show, { params: { udid: file.udid } })).toMatchObject({
    ...{ state: 'done', rows_created: 3, errors_count: 2 },
  });
  expect(await errorsOf(maker, file)).toEqual([
    `Atributos 4 Nombre «Tres»: ${ATTRIBUTES_REASON}`,
    `Atributos 5 Nombre «Cuatro»: ${ATTRIBUTES_REASON}`,
  ]);
});

test('an undo skips a part that has no room for the removed attribute', async () => {
  const { id: part_id } = await addFullPart(1);
  const { id: attribute_id } = await addAttribute(db, part_id, 'Quitado');
  await maker.call(api.attributes.remove, { body: { part_id, attribute_id } });
  const operation = await lastOperation(db);
  await maker.call(api.attributes.store, { body: typed(part_id, 'Nuevo') });
  expect(await undo(server, maker, operation)).toMatchObject({ state: 'done', undone: 0, impossible: 1 });
  expect(await maker.send(api.history.restore, { body: { part_id, operation_id: operation } })).toMatchObject({
    ...{ code: 409, message: ATTRIBUTES_REASON },
  });
});
