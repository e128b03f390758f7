import { FIELD_NAMES } from '@piezario/contract/history';
import type { ImportSheet } from '@piezario/contract/importer';
import { formatNumber } from '@piezario/contract/words';
import { sql } from 'kysely';
import { type Person, partInScope } from '../../access/scope.ts';
import type { Db } from '../../db/connection/connect.ts';
import { formatOf } from '../reading/layout.ts';
import { NO_SUCH_PART } from '../saving/locate.ts';
import { readOwner } from '../saving/owner.ts';

/** Changes in a larger share of the rows raise an alarm, from MIN_CHANGES on unless a flag is switched off. */
const MAX_SHARE = 0.3;
const MAX_SWITCHED_OFF = 0.5;
const MIN_CHANGES = 5;

type ChangedField = {
  readonly sheet: ImportSheet;
  readonly field: string;
  readonly changes: number;
  /** Different new values. */
  readonly values: number;
  /** New values that are old values of other rows. */
  readonly moved: number;
  readonly isPermutation: boolean;
  /** Changes from SI to NO, or from not discontinued to discontinued. */
  readonly switchedOff: number;
};

const WHAT: Record<ImportSheet, string> = {
  Piezas: 'piezas',
  Atributos: 'atributos',
  Equivalencias: 'equivalencias',
  Aplicaciones: 'aplicaciones',
};

/** Returns what suggests that the file as a whole is wrong. */
export async function findAlarms(db: Db, importId: number): Promise<string[]> {
  const { rows_stored, user_id } = await db
    .selectFrom('imports')
    .innerJoin('jobs', 'jobs.id', 'imports.id')
    .where('imports.id', '=', importId)
    .select(['rows_stored', 'user_id'])
    .executeTakeFirstOrThrow();
  const removals = await readRemovals(db, importId);
  const codes = await readForeignCodes(db, await readOwner(db, user_id), importId);
  const areMoved = await areApplicationsMoved(db, importId, rows_stored.Aplicaciones ?? 0);
  const fields = await readChangedFields(db, importId);
  const storedIn = (sheet: string) => rows_stored[formatOf(sheet) ?? 'Piezas'] ?? 0;
  return [
    ...removals
      .filter(({ removed, total }) => isMuch(removed, total))
      .map(({ sheet, removed, total }) => `Se quitan ${shareOf(sheet, removed, total)}`),
    ...codes
      .filter(({ sheet, codes }) => isMuch(codes, codes + storedIn(sheet)))
      .map(
        ({ sheet, codes }) =>
          `${SORTED}: ${formatNumber(codes)} códigos de la hoja «${sheet}» son de piezas de otro producto`,
      ),
    ...(areMoved ? [`${SORTED}: las aplicaciones nuevas son las que ya tenían otras piezas del archivo`] : []),
    ...fields.flatMap((changed) => alarmsOf(changed, rows_stored[changed.sheet] ?? 0)),
  ];
}

const isMuch = (count: number, total: number) => count >= MIN_CHANGES && count > MAX_SHARE * total;

const SORTED = 'Parece que se ordenó una sola columna';

const shareOf = (sheet: ImportSheet, count: number, total: number) =>
  `${formatNumber(count)} de ${formatNumber(total)} ${WHAT[sheet]} (${Math.round((100 * count) / total)} %)`;

type Removals = {
  readonly sheet: ImportSheet;
  readonly removed: number;
  /** Stored rows that the file names, and those that it replaces. */
  readonly total: number;
  readonly replaced: number;
};

/** Counts the accepted removals by sheet. A row of the file that removes several rows counts once. */
export async function readRemovals(db: Db, importId: number): Promise<Removals[]> {
  const { rows } = await sql<Removals>`
    select sheet, count(distinct coalesce(position, -import_changes.id))::int as removed,
      count(*) filter (where position is null)::int as replaced,
      count(*) filter (where position is null)::int + coalesce((rows_stored ->> sheet)::int, 0) as total
    from import_changes join imports on imports.id = import_id
    where import_id = ${importId} and action = 'removed' and accepted
    group by sheet, rows_stored order by min(import_changes.id)`.execute(db);
  return rows;
}

/**
 * Removals that need to be confirmed: more than half of the rows. Fewer than MIN_CHANGES rows that the file removes
 * explicitly need no confirmation.
 */
export const isLargeRemoval = ({ removed, total, replaced }: Removals) =>
  removed > total - removed && (removed >= MIN_CHANGES || replaced > 0);

/** Errors that are looked up, so that a hostile file costs little. */
const MAX_LOOKED_UP = 10_000;

type ForeignCodes = { readonly sheet: string; readonly codes: number };

/** How many codes of each sheet belong to another product of the brand than their rows name. */
async function readForeignCodes(db: Db, owner: Person, importId: number): Promise<ForeignCodes[]> {
  const { rows } = await sql<ForeignCodes>`
    select sheet, count(*)::int as codes
    from (select sheet, value, cells ->> 0 as brand from import_errors
      where import_id = ${importId} and "column" = 'Código' and reason = ${NO_SUCH_PART} limit ${MAX_LOOKED_UP}) errors
    where exists (select from parts join part_brands on part_brands.id = parts.part_brand_id
      where fold(part_brands.name) = fold(errors.brand) and parts.code_bare = bare(errors.value) and ${partInScope(owner)})
    group by sheet order by sheet`.execute(db);
  return rows;
}

function alarmsOf(changed: ChangedField, stored: number): string[] {
  const { sheet, field, changes, switchedOff } = changed;
  const name = FIELD_NAMES[field] ?? field;
  const of = (count: number) => shareOf(sheet, count, stored);
  const isSorted = isSortedAlone(changed);
  const isOff = switchedOff > MAX_SWITCHED_OFF * stored;
  return [
    ...(isSorted ? [`${SORTED}: los valores nuevos de ${name} son los que ya tenían otras filas`] : []),
    ...(isOff ? [`${name} pasa a ${field === 'discontinued' ? 'SI' : 'NO'} en ${of(switchedOff)}`] : []),
    ...(isMuch(changes, stored) && !isOff ? [`${name} cambia en ${of(changes)}`] : []),
  ];
}

/** The new values are the old ones in another order; or half are different, and half are old values of other rows. */
const isSortedAlone = ({ changes, values, moved, isPermutation }: ChangedField) =>
  changes >= MIN_CHANGES &&
  ((values >= 3 && isPermutation) || (values >= changes / 2 && values > MIN_CHANGES && moved >= changes / 2));

async function readChangedFields(db: Db, importId: number): Promise<ChangedField[]> {
  // The planner has no statistics of a new review, and would compare each change with every other.
  await sql`set local enable_nestloop = off`.execute(db);
  const { rows } = await sql<ChangedField>`
    with changed as (
      -- Texts may be long: their hashes are compared.
      select sheet, field, after ->> field as after, before ->> field = '' as "wasBlank",
        hashtextextended(before ->> field, 0) as old, hashtextextended(after ->> field, 0) as new
      from import_changes where import_id = ${importId} and action = 'changed' and suspicion is null)
    select changed.sheet, changed.field, count(*)::int as changes, count(distinct changed.new)::int as values,
      count(old.value)::int as moved,
      sum(changed.old) = sum(changed.new) as "isPermutation",
      count(*) filter (where (changed.field = 'enabled' and changed.after = 'false')
        or (changed.field = 'discontinued' and changed.after = 'true'))::int as "switchedOff"
    from changed left join (select distinct sheet, field, old as value from changed where not "wasBlank") old
      on old.sheet = changed.sheet and old.field = changed.field and old.value = changed.new
    group by changed.sheet, changed.field
    order by min(changed.sheet), changed.field`.execute(db);
  return rows.map((row) =>
    row.field === 'enabled' || row.field === 'discontinued' ? { ...row, moved: 0, isPermutation: false } : row,
  );
}

/**
 * Whether the vehicles of new applications were moved from part to part: most rows of the sheet are new, the sheet has
 * about as many rows as the parts have applications, and half of the new vehicles are those of stored applications.
 */
async function areApplicationsMoved(db: Db, importId: number, named: number): Promise<boolean> {
  const { rows } = await sql<{ created: number; moved: number; stored: number }>`
    with created as materialized (
      select part_id, (after ->> 'vehicle_id')::int as vehicle_id from import_changes
      where import_id = ${importId} and entity = 'application' and action = 'created' and part_id is not null),
    own as materialized (
      select vehicle_id from part_vehicles where part_id = any (array(select distinct part_id from created))),
    counted as (
      select count(*) filter (where is_new) as created, count(*) filter (where not is_new) as stored
      from (select vehicle_id, true as is_new from created union all select vehicle_id, false from own) both_kinds
      group by vehicle_id)
    select coalesce(sum(created), 0)::int as created, coalesce(sum(stored), 0)::int as stored,
      coalesce(sum(least(created, stored)), 0)::int as moved from counted`.execute(db);
  const { created, moved, stored } = rows[0] ?? { created: 0, moved: 0, stored: 0 };
  const isLikeStored = stored <= 2 * (created + named) && created + named <= 2 * stored;
  return created >= MIN_CHANGES && created > named && isLikeStored && moved >= created / 2;
}
