import type { Suspicion } from '@piezario/contract/import-review';
import { sql } from 'kysely';
import { findByKeys, given } from '../../db/bulk.ts';
import type { Db } from '../../db/connection/connect.ts';
import { storable } from '../../db/storable.ts';
import type { PartKey } from '../../parts/bulk.ts';
import type { Group } from '../saving/phase.ts';
import { partnersOf, pick, type RowPlan } from '../saving/plan.ts';
import { keyIn } from './decide.ts';

/** Stores planned changes to be reviewed, one per changed field. Respellings are left out until they are accepted. */
export async function storeReview({ db, job, rules, results }: Group, plans: readonly RowPlan[]): Promise<void> {
  const rows = plans.flatMap((planned) => {
    const { located, row, before, after } = planned;
    results.addPlan(planned);
    const { parsed, brand, product, part } = located;
    const whole = {
      position: parsed.position,
      row: parsed.reader.row.number,
      own_sheet: parsed.reader.row.sheet === rules.format ? null : parsed.reader.row.sheet,
      key: keyIn(rules, planned),
      part_brand_id: brand,
      part_product_id: product,
      part_id: rules.entity === 'part' ? (planned.returns?.id ?? row) : part,
      code: parsed.code,
      row_id: row,
    };
    if (!before || !after) {
      const action = before ? 'removed' : 'created';
      const fields = { field: '', before: asJson(before), after: asJson(after), beside: asJson(planned.beside) };
      return [{ ...whole, action, ...fields, suspicion: suspicionOf(planned), accepted: true }];
    }
    return Object.keys(after).map((field) => {
      const isRespelled = planned.respelled.includes(field);
      return {
        ...whole,
        action: 'changed',
        field,
        before: asJson(pick(before, [field])),
        after: asJson(pick(after, [field])),
        beside: asJson(pick(planned.beside, partnersOf(rules, field))),
        suspicion: isRespelled ? ('respelling' as const) : null,
        accepted: !isRespelled,
      };
    });
  });
  if (rows.length > 0) {
    await sql`
      insert into import_changes (import_id, sheet, entity, position, row, key, action, part_brand_id, part_product_id,
        part_id, code, row_id, field, before, after, beside, suspicion, accepted, own_sheet)
      select ${job.id}, ${rules.format}, ${rules.entity}, "position_in_file", row, key, action, part_brand_id,
        part_product_id, part_id, code, row_id, field, before::jsonb, after::jsonb, beside::jsonb, suspicion, accepted, own_sheet
      from ${given(
        rows.map(({ position, ...row }) => ({ ...row, position_in_file: position })),
        {
          position_in_file: 'int',
          row: 'int',
          key: 'text',
          action: 'text',
          part_brand_id: 'int',
          part_product_id: 'int',
          part_id: 'int',
          code: 'text',
          row_id: 'int',
          field: 'text',
          before: 'text',
          after: 'text',
          beside: 'text',
          suspicion: 'text',
          accepted: 'boolean',
          own_sheet: 'text',
        },
      )} order by position`.execute(db);
  }
  results.addSuspicious(rows.filter(({ suspicion }) => suspicion !== null).length);
}

/** Why a whole row should be checked. */
const suspicionOf = ({ returns, isInOtherProduct }: RowPlan): Suspicion | null =>
  returns ? 'in_trash' : isInOtherProduct ? 'other_product' : null;

/**
 * Finds new parts of a review; a part in the trash has an id. `limit 1` keeps PostgreSQL, which has no statistics yet,
 * from another join order.
 */
export const findPlannedParts = (db: Db, importId: number, keys: readonly PartKey[]) =>
  findByKeys(
    db,
    keys,
    { brand: 'int', product: 'int', bare: 'text' },
    (given) => sql<{ position: number; id: number | null }>`
      select given.position, planned.id from ${given} cross join lateral (
        select c.part_id as id from import_changes c where c.import_id = ${importId} and c.entity = 'part' and c.action = 'created'
          and c.part_brand_id = given.brand and c.part_product_id = given.product and c.key = given.bare
        limit 1) planned`,
  );

const asJson = (fields: object | null) => fields && storable(JSON.stringify(fields));

/** Subtracts the planned changes of a review from the counts of the import. */
export const uncountReview = (db: Db, importId: number) =>
  sql`
    update imports set rows_suspicious = 0, rows_created = rows_created - planned.created,
      rows_updated = rows_updated - planned.updated, rows_removed = rows_removed - planned.removed
    from (
      select count(*) filter (where action = 'created') as created, count(*) filter (where action = 'changed') as updated,
        count(*) filter (where action = 'removed') as removed
      -- Changes of a row of the file count once. Changes without a row count each.
      from (select distinct on (coalesce(position, -id)) action from import_changes where import_id = ${importId}
        order by coalesce(position, -id), action <> 'created', action <> 'removed') rows) planned
    where imports.id = ${importId} and imports.phase = 'review'`.execute(db);

/** Sets the import to apply its review, whose changes are counted again. */
export async function beginApplying(db: Db, importId: number): Promise<void> {
  await uncountReview(db, importId);
  await db.updateTable('imports').set({ phase: 'apply', only_refused: false }).where('id', '=', importId).execute();
}

/** Removes what is left of a review. */
export async function forgetReview(db: Db, importId: number): Promise<void> {
  await db.deleteFrom('import_changes').where('import_id', '=', importId).execute();
  await db.deleteFrom('import_named_rows').where('import_id', '=', importId).execute();
}
