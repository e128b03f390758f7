import type { PictureMode } from '@piezario/contract/picture-imports';
import { MAX_PICTURES } from '@piezario/contract/pictures';
import { type Expression, sql } from 'kysely';
import { type Person, partInScope } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';

type Counts = {
  readonly files: number;
  readonly found: number;
  readonly unknown: number;
  readonly ambiguous: number;
  readonly refused: number;
  readonly stored: number;
  readonly repeated: number;
  readonly parts: number;
  readonly replaced: number;
  readonly beyond: Readonly<Record<PictureMode, number>>;
};

/**
 * Counts the files of an import by outcome, their parts, and the stored pictures of those parts that are in the
 * person's scope now. The id may be a column of the outer query.
 */
export const countsOf = (person: Person, id: number | Expression<unknown>) => sql<Counts>`(
    with files as (select outcome, part_id from picture_import_files where picture_import_id = ${id}),
      given as (
        select count, pictures_count from (
          select part_id, count(*) from files where outcome = 'found' group by part_id) found join part_counts using (part_id)
        where ${partInScope(person, 'part_counts')})
    select count(*)::int as files,
      count(*) filter (where outcome = 'found')::int as found,
      count(*) filter (where outcome = 'unknown')::int as unknown,
      count(*) filter (where outcome = 'ambiguous')::int as ambiguous,
      count(*) filter (where outcome = 'refused')::int as refused,
      count(*) filter (where outcome = 'stored')::int as stored,
      count(*) filter (where outcome = 'repeated')::int as repeated,
      count(distinct part_id)::int as parts,
      (select coalesce(sum(pictures_count), 0)::int from given) as replaced,
      (select json_build_object(
        'append', coalesce(sum(greatest(count + pictures_count - ${sql.lit(MAX_PICTURES)}, 0)), 0),
        'replace', coalesce(sum(greatest(count - ${sql.lit(MAX_PICTURES)}, 0)), 0)) from given) as beyond
    from files)`;

export async function readCounts(db: Db, person: Person, id: number): Promise<Counts> {
  const { rows } = await sql<Counts>`select * from ${countsOf(person, id)} counts`.execute(db);
  if (!rows[0]) throw new Error('An aggregate has one row');
  return rows[0];
}
