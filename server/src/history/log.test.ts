import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  addAttribute,
  addBrand,
  addCategory,
  addCross,
  addPart,
  addProduct,
  addVehicle,
} from '../testing/catalogue.ts';
import { lastOperation, RECORDED } from '../testing/history.ts';
import { enrol } from '../testing/people.ts';
import { PASSWORD, startServer } from '../testing/server.ts';
import { sweepHistory } from './sweep.ts';

/* Only triggers write the log, so that no writer can forget it. */

const server = await startServer();
const { db } = server;
const brand = await addBrand(db);
const product = await addProduct(db, (await addCategory(db)).id);
const vehicle = await addVehicle(db);
const admin = await enrol(server, 'admin');

/** Tables whose changes are not recorded, by reason. */
const UNTOLD = {
  'what the server itself keeps': ['migrations', 'schema_code', 'secrets', 'loaded_data', 'released_files'],
  'signing in': ['sessions', 'known_networks', 'sign_in_failures', 'download_tickets'],
  'what people arrange for themselves': ['saved_views', 'pinned_brands'],
  'what says by itself who decided it': [
    ...['rejected_suggestions', 'alternatives', 'vehicle_proposals', 'vehicle_proposal_parts'],
  ],
  'jobs and their results': [
    'jobs',
    'imports',
    'import_errors',
    'undos',
    'undo_results',
    'template_jobs',
    'bulks',
    'bulk_parts',
    'bulk_results',
    'picture_imports',
    'picture_import_uploads',
    'picture_import_files',
  ],
  'what an import would change, and how its values are read': [
    'import_changes',
    'import_named_rows',
    'import_mappings',
    'import_corrections',
  ],
  'the log itself, and what triggers derive': [
    'operations',
    'operation_tallies',
    'changes',
    'removed_parts',
    'removed_vehicles',
    'part_counts',
    'attribute_values',
    'part_tallies',
    'gap_tallies',
    'gap_snapshots',
    'conflict_counts',
    'conflict_signals',
    'part_numbers',
    'part_texts',
    'vehicle_parts',
    'vocabulary_revisions',
  ],
  'data that comes with the product': [
    'vehicle_headers',
    'vehicle_images',
    'mercadolibre_categories',
    'shipped_vehicles',
  ],
};

test('every table records inserts, updates and deletes, or is listed here with the reason', async () => {
  const { rows } = await server.sql<{ name: string; events: string[] }>(`
    select relname::text as name, array(select tgname::text from pg_trigger
      where tgrelid = c.oid and tgfoid in ('record_changes'::regproc, 'record_changes_of_part'::regproc,
        'record_new_applications'::regproc) order by 1) as events
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`);
  const recorded = rows.filter(({ events }) => events.join() === 'recorded_delete,recorded_insert,recorded_update');
  expect(recorded.map(({ name }) => name).sort()).toEqual(
    Object.values(RECORDED)
      .map(([table]) => table)
      .sort(),
  );
  const others = rows.filter((row) => !recorded.includes(row)).map(({ name }) => name);
  expect(others.sort()).toEqual(Object.values(UNTOLD).flat().sort());
});

const changesOf = async (operation: number) =>
  (
    await sql<Record<string, unknown>>`select entity, row_id, part_id, part_brand_id, before, after from changes
    where operation_id = ${operation} order by id`.execute(db)
  ).rows;

describe('a call', () => {
  test('is one operation, with its endpoint and only the changed fields', async () => {
    const { id } = await addPart(db, brand.id, product.id, 'AB-1');
    const fields = { part_id: id, part_brand_id: brand.id, part_product_id: product.id, code: 'AB-1' };
    await admin.call(api.parts.update, { body: { ...fields, observation: 'Con sensor' } });
    const operation = await lastOperation(db);
    expect(await db.selectFrom('operations').where('id', '=', operation).selectAll().executeTakeFirst()).toMatchObject({
      ...{ what: 'parts.update', kind: 'screen', undoes: null },
    });
    expect(await changesOf(operation)).toEqual([
      {
        ...{ entity: 'part', row_id: id, part_id: id, part_brand_id: brand.id },
        ...{ before: { observation: '' }, after: { observation: 'Con sensor' } },
      },
    ]);
    await admin.call(api.parts.update, { body: fields });
    expect(await lastOperation(db), 'Nothing has changed').toBe(operation);
  });

  test('that renames a brand records its name, and no generated column', async () => {
    const { id } = await addBrand(db, 'Con un nombre');
    await admin.call(api.brands.add, { body: { id, name: 'Con otro' } });
    const [change] = await changesOf(await lastOperation(db));
    expect(change).toMatchObject({ entity: 'brand', row_id: id });
    expect(change?.before).toEqual({ name: 'Con un nombre' });
    expect(change?.after).toEqual({ name: 'Con otro' });
  });

  test('that fails records no operation', async () => {
    await addPart(db, brand.id, product.id, 'AB-2');
    const before = await lastOperation(db);
    const body = { part_brand_id: brand.id, part_product_id: product.id, code: 'ab2' };
    expect(await admin.send(api.parts.store, { body })).toMatchObject({ code: 409 });
    const { rows } = await sql`select from operations where id > ${before}`.execute(db);
    expect(rows).toEqual([]);
  });

  test('that removes a part records all its rows, with its brand', async () => {
    const { id } = await addPart(db, brand.id, product.id);
    await addAttribute(db, id);
    await addCross(db, id);
    await db.insertInto('part_vehicles').values({ part_id: id, vehicle_id: vehicle.id }).execute();
    await admin.call(api.parts.remove, { body: { id } });
    const changes = await changesOf(await lastOperation(db));
    expect(changes.map(({ entity }) => entity).sort()).toEqual(['application', 'attribute', 'cross', 'part']);
    expect(changes.every(({ after }) => after === null)).toBe(true);
    expect(changes.every((change) => change.part_brand_id === brand.id)).toBe(true);
  });
});

test('a change without a call is recorded as one of the system', async () => {
  await addPart(db, brand.id, product.id);
  const operation = await lastOperation(db);
  expect(await db.selectFrom('operations').where('id', '=', operation).selectAll().executeTakeFirst()).toMatchObject({
    ...{ user_id: null, what: 'sql', kind: 'system' },
  });
  expect(await changesOf(operation)).toMatchObject([{ entity: 'part', before: null }]);
});

test('people and grants are recorded, and never a password', async () => {
  const body = {
    name: 'Nueva',
    email: 'nueva@example.com',
    password: 'otra-clave-larga',
    role: 'manufacturer',
  } as const;
  const { id } = await admin.call(api.users.store, { body });
  expect(await changesOf(await lastOperation(db))).toMatchObject([{ entity: 'user', row_id: id, before: null }]);
  await admin.call(api.users.append, { body: { user_id: id, brand: brand.id } });
  expect(await changesOf(await lastOperation(db))).toMatchObject([{ entity: 'grant', part_brand_id: brand.id }]);
  await admin.call(api.users.store, { body: { ...body, id, password: PASSWORD, phone: '1' } });
  const { rows } = await sql<{ text: string }>`select concat(before, after) as text from changes`.execute(db);
  expect(rows.filter(({ text }) => /argon2|hash|clave/.test(text))).toEqual([]);
});

test('the tallies of an operation equal the counts of its changes', async () => {
  const counted = sql`select operation_id, entity, part_brand_id, part_product_id,
    case when before is null then 'created' when after is null then 'removed' else 'changed' end as action,
    count(*)::int as rows from changes group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`;
  const tallied = sql`select operation_id, entity, part_brand_id, part_product_id, action, rows
    from operation_tallies order by 1, 2, 3, 4, 5`;
  expect((await tallied.execute(db)).rows).toEqual((await counted.execute(db)).rows);
});

test('changes are kept by month, and old months are dropped with their operations', async () => {
  const partitions = async () => {
    const { rows } = await sql<{ name: string; rows: number }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'changes'::regclass order by 1`.execute(
      db,
    );
    return rows.map(({ name }) => name);
  };
  await sweepHistory(db, 24);
  const before = await partitions();
  const { id } = await addPart(db, brand.id, product.id);
  const operation = await lastOperation(db);
  await sql`update operations set at = now() - interval '14 months' where id = ${operation}`.execute(db);
  await sql`update changes set at = now() - interval '14 months' where operation_id = ${operation}`.execute(db);
  const count = async () => (await changesOf(operation)).length;
  await sweepHistory(db, 24);
  expect(await count()).toBe(1);
  expect(await partitions()).toHaveLength(before.length + 1);
  await sweepHistory(db, 12);
  expect(await count()).toBe(0);
  expect(await partitions()).toEqual(before);
  const { rows } = await sql`select from operations where id = ${operation}`.execute(db);
  expect(rows).toEqual([]);
  // The part itself is not touched.
  expect(await admin.send(api.parts.show, { params: { partId: id } })).toMatchObject({ code: 200 });
});
