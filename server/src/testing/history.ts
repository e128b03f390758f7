import { randomUUID } from 'node:crypto';
import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { jobKinds } from '../app.ts';
import type { Db } from '../db/connection/connect.ts';
import { runUndo } from '../history/undo-work.ts';
import { claimJob } from '../jobs/lease.ts';
import { LIMITS } from '../jobs/limits.ts';
import type { Entity } from '../part-rows/entities.ts';
import type { Client } from './client.ts';
import type { startServer } from './server.ts';

/** The tables whose changes are recorded, by entity, and the columns that are not recorded. */
export const RECORDED: Readonly<Record<string, readonly [table: string, ...untold: string[]]>> = {
  part: ['parts', 'code_bare', 'is_described'],
  attribute: ['part_attributes'],
  cross: ['part_crosses'],
  application: ['part_vehicles'],
  picture: ['part_pictures'],
  brand: ['part_brands', 'name_folded', 'words'],
  category: ['part_categories', 'name_folded', 'words'],
  product: ['part_products', 'name_folded', 'words', 'required', 'lacks', 'blocking', 'template_version'],
  header: ['part_product_vehicle_headers'],
  template: ['part_product_attributes'],
  grant: ['grants'],
  user: ['users', 'password_hash', 'shortcuts', 'visited_at', 'news_since'],
  alias: ['vehicle_brand_aliases', 'name_bare'],
  vehicle: [
    ...(['vehicles', 'origin_folded', 'brand_folded', 'model_folded', 'model_master_folded'] as const),
    ...['version_folded', 'engine_code_bare', 'fuel_folded'],
  ],
  mapping: ['workbook_mappings', 'mapping', 'user_id', 'used_at'],
};

/** The rows that an undo must restore: all of parts, without `version`, which only grows. */
export async function readCatalogue(db: Db): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const entity of ['part', 'attribute', 'cross', 'application', 'picture']) {
    const [table = '', ...untold] = RECORDED[entity] ?? [];
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) - ${[...untold, 'version']}::text[] as row from ${sql.table(table)} t order by t.id`.execute(
      db,
    );
    found[entity] = rows.map(({ row }) => row);
  }
  return found;
}

/** The last removal of a row in the form that `history.restore` takes, or ids that do not exist. */
export const removalOf = async (db: Db, entity: Entity, row_id: number) => {
  const { rows } = await sql<{ operation_id: number; change_id: number }>`
    select operation_id, id::int as change_id from changes
    where entity = ${entity} and row_id = ${row_id} and after is null order by id desc limit 1`.execute(db);
  return rows[0] ?? { operation_id: 2_000_000_000, change_id: 2_000_000_000 };
};

export const lastOperation = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0)::int as id from operations`.execute(db);
  return rows[0]?.id ?? 0;
};

/** Undoes an operation, in this process. */
export async function undo(
  { db, files }: Pick<Awaited<ReturnType<typeof startServer>>, 'db' | 'files'>,
  client: Client,
  operation_id: number,
) {
  const { id } = await client.call(api.undos.store, { body: { operation_id } });
  const claimed = await claimJob(db, randomUUID(), jobKinds(db, files));
  if (claimed?.id !== id) throw new Error('Another job was waiting');
  await runUndo({ db, job: claimed, files, scratch: '', limits: { ...LIMITS, groupRows: 8 }, progress: () => {} });
  return client.call(api.undos.show, { params: { undoId: id } });
}
