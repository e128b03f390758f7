import { admits, SCREENS } from '@piezario/contract/access';
import type { Answer } from '@piezario/contract/endpoint';
import { UNDO_DAYS } from '@piezario/contract/history';
import {
  type home as contract,
  MAX_TODAY_MISFITS,
  MAX_TODAY_OPERATIONS,
  MAX_TODAY_PEOPLE,
  SETUP_STEPS,
  type SetupStep,
} from '@piezario/contract/home';
import { sql } from 'kysely';
import { brandsInScope, type Person, partInScope, partInScopeByBrand } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { isVisibleChange } from '../history/activity.ts';
import { FIGURES, partsByGaps } from '../pending/parts-by-gaps.ts';
import { readSince } from './news.ts';

type Today = Answer<typeof contract.today>;
type Task = Today['tasks'][number];

/** Limits of the tasks of a kind. The linked screens list all of them. */
const MAX_FILES = 3;
const MAX_GAPS = 3;
/** Parts are a task in their last days in the trash. */
const LAST_DAYS = 5;

export async function readToday(db: Db, person: Person): Promise<Today> {
  const [waiting, proposals, gaps, conflicts, misfits, changes, trash, setup] = await Promise.all([
    readWaiting(db, person),
    readProposals(db, person),
    readGaps(db, person),
    readConflicts(db, person),
    readMisfits(db, person),
    readChanges(db, person),
    readTrash(db, person),
    readSetup(db, person),
  ]);
  return { tasks: [...waiting, ...proposals, ...gaps, ...conflicts, ...misfits, ...changes, ...trash], setup };
}

/** Workbooks that wait to be mapped or reviewed by the person who uploaded them, as the source of a select. */
export const waitingImports = ({ id }: Person) =>
  sql`jobs join imports using (id) where user_id = ${id} and state in ('mapping', 'review')`;

/** Files that wait for an answer of the person who uploaded them. */
async function readWaiting(db: Db, person: Person): Promise<Task[]> {
  const { rows } = await sql<{ task: Task }>`
    select task from (
      select jobs.id, json_build_object('kind', 'import', 'state', state, 'udid', udid, 'name', name) as task
        from ${waitingImports(person)}
      union all
      select jobs.id, json_build_object('kind', 'pictures', 'id', jobs.id, 'brand', part_brands.name)
        from jobs join picture_imports using (id) join part_brands on part_brands.id = part_brand_id
        where user_id = ${person.id} and state = 'review') waiting
    order by id desc limit ${sql.lit(MAX_FILES)}`.execute(db);
  return rows.map(({ task }) => task);
}

/** Counts proposed vehicles that wait for those who decide, and answers that the author has not seen. */
async function readProposals(db: Db, person: Person): Promise<Task[]> {
  const { rows } = await sql<{ proposals: number; accepted: number; refused: number }>`
    select (select count(*)::int from vehicle_proposals where state = 'waiting') as proposals,
      count(*) filter (where state = 'accepted')::int as accepted,
      count(*) filter (where state = 'refused')::int as refused
    from vehicle_proposals where user_id = ${person.id} and state <> 'waiting' and seen_at is null`.execute(db);
  return rows.flatMap(({ proposals, accepted, refused }): Task[] => [
    ...(proposals > 0 && admits(SCREENS.vehicleBase, person.role) ? [{ kind: 'proposals', proposals } as const] : []),
    ...(accepted + refused > 0 ? [{ kind: 'answers', accepted, refused } as const] : []),
  ]);
}

/** Reads the brand with most parts of each gap. Gaps that keep most parts from publication come first. */
async function readGaps(db: Db, person: Person): Promise<Task[]> {
  const { rows } = await sql<Extract<Task, { kind: 'gap' }>>`
    select 'gap' as kind, gap, parts, part_brand_id, name as brand
    from (
      select distinct on (gap) gap, part_brand_id, sum(parts)::int as parts,
        sum(parts) filter (where not is_publishable and gap in ('vehicles', 'photos', 'category')) as blocked
      from (${partsByGaps(partInScopeByBrand(person, 'gap_tallies'))}) judged, unnest(gap_names(gaps)) gap
      group by gap, part_brand_id having sum(parts) > 0
      order by gap, blocked desc nulls last, parts desc, part_brand_id) worst
      join part_brands on part_brands.id = part_brand_id
    order by blocked desc nulls last, parts desc, gap limit ${sql.lit(MAX_GAPS)}`.execute(db);
  return rows;
}

async function readConflicts(db: Db, person: Person): Promise<Task[]> {
  const { rows } = await sql<Extract<Task, { kind: 'conflicts' }>>`
    select 'conflicts' as kind, sum(pairs)::int as pairs, part_brand_id, name as brand
    from conflict_counts join part_brands on part_brands.id = part_brand_id
    where pairs > 0 and ${partInScope(person, 'conflict_counts')}
    group by part_brand_id, name order by 2 desc, part_brand_id limit 1`.execute(db);
  return rows;
}

/** Counts parts of each brand up to a limit, in a partial index, so that it stays fast after a change of a template. */
async function readMisfits(db: Db, person: Person): Promise<Task[]> {
  const { rows } = await sql<Extract<Task, { kind: 'misfits' }>>`
    select 'misfits' as kind, parts, brands.id as part_brand_id, name as brand
    from (${brandsInScope(db, person)}) brands, lateral (
      select count(*)::int as parts from (
        select from part_counts
        where part_brand_id = brands.id and off_template > 0 and ${partInScope(person, 'part_counts')}
        limit ${sql.lit(MAX_TODAY_MISFITS)}) found) counted
    where parts > 0 order by parts desc, brands.id limit 1`.execute(db);
  return rows;
}

/** Reads changes of other people since the last visit. */
async function readChanges(db: Db, person: Person): Promise<Task[]> {
  const since = await readSince(db, person);
  const { rows } = await sql<{ operations: number; people: string[] }>`
    with others as materialized (
      select operations.id, operations.user_id from operations
      where operations.at > ${since} and operations.user_id <> ${person.id}
        and exists (select from operation_tallies t where t.operation_id = operations.id and ${isVisibleChange(person, 't')})
      order by operations.at desc limit ${sql.lit(MAX_TODAY_OPERATIONS)})
    select (select count(*)::int from others) as operations, array(
      select users.name from users join (select user_id, count(*) as done from others group by 1) counted
        on counted.user_id = users.id order by done desc, users.name limit ${sql.lit(MAX_TODAY_PEOPLE + 1)}) as people`.execute(
    db,
  );
  return rows.flatMap(({ operations, people }) =>
    operations === 0 ? [] : [{ kind: 'changes', people, operations, since }],
  );
}

async function readTrash(db: Db, person: Person): Promise<Task[]> {
  const { rows } = await sql<{ parts: number; until: Date }>`
    select count(*)::int as parts, min(removed_at) + make_interval(days => ${UNDO_DAYS}) as until
    from removed_parts
    where removed_at < now() - make_interval(days => ${UNDO_DAYS - LAST_DAYS}) and ${partInScope(person, 'removed_parts')}
    having count(*) > 0`.execute(db);
  return rows.map((row) => ({ kind: 'trash', ...row }));
}

/** Access of each step: that of the screen where it is done. */
const TAKEN_BY = {
  brand: SCREENS.brands,
  people: SCREENS.users,
  template: SCREENS.products,
  part: SCREENS.importer,
  photo: SCREENS.pictureImports,
  complete: SCREENS.pending,
} satisfies Record<SetupStep, unknown>;

async function readSetup(db: Db, person: Person): Promise<Today['setup']> {
  const scope = partInScopeByBrand(person, 'gap_tallies');
  const { rows: figures } = await sql<{ parts: number; complete: number }>`
    select ${FIGURES} from (${partsByGaps(scope)}) judged`.execute(db);
  const [judged] = figures;
  if (judged && judged.complete > 0) return null;
  const { rows } = await sql<Record<Exclude<SetupStep, 'complete'>, boolean>>`
    select exists (${brandsInScope(db, person)}) as brand,
      exists (select from users where id <> ${person.id}) as people,
      exists (select from part_product_attributes) as template,
      exists (select from part_tallies where parts > 0 and ${partInScopeByBrand(person, 'part_tallies')}) as part,
      exists (select from part_counts where pictures_count > 0 and ${partInScopeByBrand(person, 'part_counts')}) as photo`.execute(
    db,
  );
  const isDone = { ...rows[0], complete: false };
  // A person without brands who cannot create one needs a grant first.
  if (!isDone.brand && !admits(TAKEN_BY.brand, person.role)) return null;
  return SETUP_STEPS.filter((step) => admits(TAKEN_BY[step], person.role)).map((step) => ({
    step,
    is_done: isDone[step] ? 1 : 0,
  }));
}
