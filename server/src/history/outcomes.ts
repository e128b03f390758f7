import { ENTITY_NAMES, FIELD_NAMES } from '@piezario/contract/history';
import type { Outcome } from '@piezario/contract/undos';
import { sql } from 'kysely';
import { given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import { type Entity, nameOf, type RowName } from '../part-rows/entities.ts';
import type { Change } from './effects.ts';
import type { Reverted } from './revert.ts';

/** Result of an undo for a part. */
type PartOutcome = Reverted['label'] & {
  readonly part_id: number;
  readonly outcome: Outcome;
  readonly detail: string;
  readonly changed_by: number | null;
  readonly changed_at: string | null;
};

/** Outcomes of a part: none when nothing was left to undo, two when something was undone and something kept. */
export function outcomesIn(revert: Reverted): Outcome[] {
  if (revert.refused !== null) return ['impossible'];
  const { removesPart, removed, changed, added, kept } = revert;
  const isUndone = removesPart || removed.length + changed.length + added.length > 0;
  return [...(isUndone ? ['undone' as const] : []), ...(kept.length > 0 ? ['kept' as const] : [])];
}

/** The outcomes of parts, with the last change to what was kept. */
export async function outcomesOf(
  db: Db,
  operation: number,
  reverts: readonly Reverted[],
  changes: readonly Change[],
): Promise<PartOutcome[]> {
  const kept = reverts.filter((revert) => outcomesIn(revert).includes('kept'));
  const later = await readLater(db, operation, kept, changes[0]?.id ?? '0');
  return reverts.flatMap((revert) =>
    outcomesIn(revert).map((outcome): PartOutcome => {
      const { part_id, label, refused } = revert;
      const since = outcome === 'kept' ? lastChange(later.get(part_id) ?? [], revert.kept) : undefined;
      const detail = refused ?? (outcome === 'kept' ? describeKept(revert) : describeUndone(revert));
      const { user_id: changed_by = null, at: changed_at = null } = since ?? {};
      return { ...label, part_id, outcome, detail, changed_by, changed_at };
    }),
  );
}

type Later = RowName & { readonly user_id: number | null; readonly at: string; readonly fields: readonly string[] };

/** The changes that other operations have made to these parts since, the oldest first. */
async function readLater(db: Db, operation: number, reverts: readonly Reverted[], after: string) {
  const parts = reverts.map(({ part_id }) => part_id);
  const later = new Map<number, Later[]>();
  if (parts.length === 0) return later;
  const { rows } = await sql<Later>`
    select c.part_id, c.entity, c.row_id, o.user_id, c.at::text,
      array(select jsonb_object_keys(coalesce(c.before, c.after))) as fields
    from changes c left join operations o on o.id = c.operation_id
    where c.part_id = any (${parts}::int[]) and c.id > ${after} and c.operation_id <> ${operation} order by c.id`.execute(
    db,
  );
  for (const row of rows) {
    const ofPart = later.get(row.part_id);
    if (ofPart) ofPart.push(row);
    else later.set(row.part_id, [row]);
  }
  return later;
}

/** The last change to kept rows or fields. A part that is kept as a whole is also changed by its children. */
function lastChange(later: readonly Later[], kept: Reverted['kept']): Later | undefined {
  const isSinceKept = (change: Later) =>
    kept.some(
      (row) =>
        (row.entity === 'part' && !row.fields) ||
        (nameOf(row) === nameOf(change) && (!row.fields || row.fields.some((field) => change.fields.includes(field)))),
    );
  return later.findLast(isSinceKept);
}

function describeUndone({ removesPart, removed, changed, added }: Reverted): string {
  if (removesPart) return 'La pieza se eliminó';
  const rows = [...removed, ...changed, ...added];
  if (added.some(({ entity }) => entity === 'part'))
    return `La pieza volvió${withItems(' con ', countedChildren(rows))}`;
  const fields = changed.filter(({ entity }) => entity === 'part').flatMap(({ fields }) => Object.keys(fields));
  return capitalised([...fields.map(nameOfField), ...countedChildren(rows)].join(', '));
}

function describeKept({ kept }: Reverted): string {
  if (kept.some(({ entity, fields }) => entity === 'part' && !fields)) return 'La pieza cambió después';
  const fields = kept.filter(({ entity }) => entity === 'part').flatMap(({ fields = [] }) => fields);
  return capitalised([...fields.map(nameOfField), ...countedChildren(kept)].join(', '));
}

const nameOfField = (field: string) => FIELD_NAMES[field] ?? field;

/** «2 atributos», «1 foto». */
function countedChildren(rows: readonly RowName[]): string[] {
  const counts = new Map<Entity, number>();
  for (const { entity } of rows) if (entity !== 'part') counts.set(entity, (counts.get(entity) ?? 0) + 1);
  return [...counts].map(([entity, count]) => `${count} ${ENTITY_NAMES[entity][count === 1 ? 0 : 1]}`);
}

const withItems = (before: string, items: readonly string[]) => (items.length > 0 ? before + items.join(', ') : '');
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Stores outcomes of an undo, and the last part that it has processed. */
export async function addOutcomes(
  db: Db,
  undo: number,
  lastPart: number,
  outcomes: readonly PartOutcome[],
): Promise<void> {
  const count = (outcome: Outcome) => outcomes.filter((one) => one.outcome === outcome).length;
  await db
    .updateTable('undos')
    .set((eb) => ({
      last_part: lastPart,
      undone: eb('undone', '+', count('undone')),
      kept: eb('kept', '+', count('kept')),
      impossible: eb('impossible', '+', count('impossible')),
    }))
    .where('id', '=', undo)
    .execute();
  if (outcomes.length === 0) return;
  await sql`
    insert into undo_results (undo_id, part_id, outcome, part_brand_id, part_product_id, code, detail, changed_by, changed_at)
    select ${undo}::int, part_id, outcome, part_brand_id, part_product_id, code, detail, changed_by, changed_at::timestamptz
    from ${given(outcomes, {
      part_id: 'int',
      outcome: 'text',
      part_brand_id: 'int',
      part_product_id: 'int',
      code: 'text',
      detail: 'text',
      changed_by: 'int',
      changed_at: 'text',
    })} order by position`.execute(db);
}
