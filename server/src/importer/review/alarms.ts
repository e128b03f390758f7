import { FIELD_NAMES } from '@piezario/contract/history';
import type { ImportSheet } from '@piezario/contract/importer';
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

/** A field that changes in a larger share of what the file names is told, from so many changes on. */
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

/** What looks wrong in a file as a whole. */
export async function findAlarms(db: Db, importId: number): Promise<string[]> {
  const { rows_stored } = await db
    .selectFrom('imports')
    .where('id', '=', importId)
    .select('rows_stored')
    .executeTakeFirstOrThrow();
  const fields = await readChangedFields(db, importId);
  return fields.flatMap((changed) => alarmsOf(changed, rows_stored[changed.sheet] ?? 0));
}

function alarmsOf(changed: ChangedField, stored: number): string[] {
  const { sheet, field, changes, switchedOff } = changed;
  const name = FIELD_NAMES[field] ?? field;
  const of = (count: number) =>
    `${count.toLocaleString('es-AR')} de ${stored.toLocaleString('es-AR')} ${WHAT[sheet]} (${Math.round((100 * count) / stored)} %)`;
  const isSorted = isSortedAlone(changed);
  const isOff = switchedOff > MAX_SWITCHED_OFF * stored;
  const isMuch = changes >= MIN_CHANGES && changes > MAX_SHARE * stored;
  return [
    ...(isSorted
      ? [`Parece que se ordenó una sola columna: los valores nuevos de ${name} son los que ya tenían otras filas`]
      : []),
    ...(isOff ? [`${name} pasa a ${field === 'discontinued' ? 'SI' : 'NO'} en ${of(switchedOff)}`] : []),
    ...(isMuch && !isOff ? [`${name} cambia en ${of(changes)}`] : []),
  ];
}

/** Values that are nearly all different, and half of them are those of other rows; or exactly the old ones. */
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
