import {
  type BulkAction,
  type BulkPreview,
  type BulkSample,
  MAX_COMPARED,
  MAX_EXAMPLES,
  MAX_SAMPLES,
} from '@piezario/contract/bulk';
import { type RawBuilder, sql } from 'kysely';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { describeParts } from '../descriptions/texts.ts';
import { type Change, changeBy, readTexts } from './actions.ts';

/** Characters shown of a text that is too long for a condition. */
const CUT_TO = 200;

/**
 * Limit of parts with a description whose new text is compared with it. More take longer than a preview may, and count
 * as changed.
 */
const MAX_TEXTS = 5_000;

/** Counts what the action would do to the chosen parts. */
export async function previewAction(
  db: Db,
  person: Person,
  action: BulkAction,
  chosen: RawBuilder<{ id: number }>,
): Promise<BulkPreview> {
  if (action.do !== 'describe') return previewChange(db, changeBy(person, action, new Map()), chosen);
  // Only a replacement compares the texts of the parts that have one.
  const described =
    action.only.is === 'missing'
      ? []
      : await readIds(
          db,
          sql`select id from parts where id in (${chosen}) and observation <> '' order by id limit ${MAX_TEXTS}`,
        );
  const change = changeBy(person, action, await readTexts(db, action, described));
  // The first parts of each product, whose texts are the least alike.
  const examples = await readIds(
    db,
    sql`select id from (
        select parts.id, row_number() over (partition by part_product_id order by parts.id) as place
        from parts ${change.join} where parts.id in (${chosen}) and ${change.differs}) placed
      order by place, id limit ${MAX_EXAMPLES}`,
  );
  const texts = await describeParts(db, examples);
  return {
    ...(await previewChange(db, change, chosen)),
    examples: examples.flatMap((id) => texts.get(id) ?? []),
  };
}

async function readIds(db: Db, query: RawBuilder<{ id: number }>): Promise<number[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ id }) => id);
}

type Counts = Record<'changed' | 'unchanged' | 'impossible' | 'missing' | 'same' | 'other' | 'replaced', number>;
type StoredSample = Pick<BulkSample, 'value' | 'unit' | 'parts'>;

/** Counts what the change would do to the chosen parts, and the values that it would overwrite. */
async function previewChange(
  db: Db,
  { join, differs, refused, overwrites }: Change,
  chosen: RawBuilder<{ id: number }>,
): Promise<BulkPreview> {
  const { value, unit, isSame } = overwrites ?? { value: sql`null::text`, unit: sql`null::text`, isSame: sql`false` };
  // Parts with the same value are counted together first, so that the samples need no second pass over the parts.
  const { rows } = await sql<Counts & { samples: StoredSample[] }>`
    with by_value as (
      select value, unit, is_same, count(*) as parts,
        count(*) filter (where differs and refused is null) as changed,
        count(*) filter (where differs and refused is not null) as impossible
      from (
        select ${value} as value, ${unit} as unit, ${isSame} as is_same, ${differs} as differs, ${refused} as refused
        from parts ${join} where parts.id in (${chosen})) compared
      group by value, unit, is_same)
    select coalesce(sum(changed), 0)::int as changed,
      coalesce(sum(parts - changed - impossible), 0)::int as unchanged,
      coalesce(sum(impossible), 0)::int as impossible,
      coalesce(sum(parts) filter (where value is null), 0)::int as missing,
      coalesce(sum(parts) filter (where value is not null and is_same), 0)::int as same,
      coalesce(sum(parts) filter (where value is not null and not is_same), 0)::int as other,
      coalesce(sum(changed) filter (where value is not null), 0)::int as replaced,
      (select coalesce(json_agg(sample), '[]') from (
        select value, unit, parts from by_value where value is not null and not is_same
        order by parts desc, value collate "C", unit collate "C" limit ${MAX_SAMPLES}) sample) as samples
    from by_value`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An aggregate returned no row');
  const { changed, unchanged, impossible, samples, ...counts } = row;
  return {
    ...{ changed, unchanged, impossible },
    overwrites: overwrites && { ...counts, samples: samples.map(cutSample) },
  };
}

function cutSample({ value, unit, parts }: StoredSample): BulkSample {
  if (value.length <= MAX_COMPARED) return { value, unit, parts, is_cut: 0 };
  return { value: [...value].slice(0, CUT_TO).join(''), unit, parts, is_cut: 1 };
}
