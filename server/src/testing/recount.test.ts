import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runInBulk } from './bulk.ts';
import {
  addAttribute,
  addBrand,
  addCategory,
  addImport,
  addPart,
  addPicture,
  addPictureImport,
  addProduct,
  addVehicle,
} from './catalogue.ts';
import { lastOperation, undo } from './history.ts';
import { enrol } from './people.ts';
import { recount } from './recount.ts';
import { startServer } from './server.ts';

/* A recount that compares nothing would pass. */

const server = await startServer();
const { db } = server;
const brand = await addBrand(db);
const product = await addProduct(db, (await addCategory(db)).id);
const admin = await enrol(server, 'admin');
const part = await addPart(db, brand.id, product.id);
const removed = await addPart(db, brand.id, product.id);
await addPicture(db, part.id);
await addAttribute(db, part.id);
await admin.call(api.vehicles.toggle, { body: { part_id: part.id, vehicle_id: (await addVehicle(db)).id } });
const ids = [part.id, removed.id];
const action = { do: 'replace_observation', observation: 'Con sensor' } as const;
await runInBulk(server, admin, { ids, action }, () => admin.call(api.parts.remove, { body: { id: removed.id } }));
await runInBulk(server, admin, { ids: [part.id], action: { do: 'discontinue', discontinued: 1 } });
await undo(server, admin, await lastOperation(db));
await addPictureImport(db, admin.id, part.id);
await addImport(db, admin.id);
await db.updateTable('imports').set({ errors_count: 1 }).execute();

/** For each comparison, a statement that makes its derived rows wrong. */
const DAMAGES = {
  counts: 'update part_counts set cross_count = 7',
  tallies: 'update part_tallies set parts = parts + 1',
  gapTallies: 'update gap_tallies set parts = parts + 1',
  attributeValues: "update attribute_values set text = text || '-'",
  numbers: 'delete from part_numbers',
  texts: 'delete from part_texts',
  vehicleParts: 'update vehicle_parts set is_offered = not is_offered',
  pictureOrder: 'update part_pictures set position = 2',
  operationTallies: 'update operation_tallies set rows = rows + 1',
  lastChanges: 'update part_counts set updated_by = null',
  discontinuations: 'update part_counts set discontinued_at = now()',
  trash: 'delete from removed_parts',
  jobs: 'update jobs set done = done + 1',
  bulks: 'delete from bulk_results',
  undos: 'update undos set kept = 1',
  pictureImports: "update jobs set state = 'done', total = 0 where kind = 'pictures'",
  importErrors: 'delete from import_errors',
  history: "delete from changes where entity = 'picture'",
};

test('correct rows give no differences', async () => {
  expect(await recount(db)).toEqual([]);
});

test.each(Object.entries(DAMAGES))('wrong rows are found: %s', async (compared, damage) => {
  const undone = new Error('undone');
  const trying = db.transaction().execute(async (trx) => {
    await sql.raw(damage).execute(trx);
    const found = await recount(trx);
    expect(found.map(({ of }) => of)).toContain(compared);
    throw undone;
  });
  await expect(trying).rejects.toBe(undone);
});
