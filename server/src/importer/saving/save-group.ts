import { sql } from 'kysely';
import type { Db } from '../../db/connection/connect.ts';
import { findTrashed, type TrashedPart } from '../../history/trashed.ts';
import { saveInHalves } from '../../jobs/in-halves.ts';
import { type Job, readJob } from '../../jobs/job.ts';
import { findInOtherProducts } from '../../parts/bulk.ts';
import type { ParsedRow } from '../reading/parsed-row.ts';
import type { FutureRow, LocatedItem, SheetRules, StoredRows } from '../sheets/rules.ts';
import { locate } from './locate.ts';
import { readOwner } from './owner.ts';
import type { Group, GroupPhase, Pass } from './phase.ts';
import { planOf, planReturn, type RowPlan } from './plan.ts';
import { recordRows } from './record.ts';
import { RowResults } from './row-results.ts';

/**
 * Saves rows, or what they would change, and advances the import's position in one transaction. A row that the database
 * refuses because of its values becomes an error.
 */
export const saveGroup = (
  db: Db,
  job: Job,
  rules: SheetRules,
  rows: readonly ParsedRow[],
  pass: Pass,
  progress: () => void,
): Promise<void> =>
  saveInHalves(db, job, 'import', rows, (trx, some, reason) => saveRows(trx, job, rules, some, pass, reason), progress);

/** An attempt is repeated when other transactions create the same parts at the same moment. */
const MAX_ATTEMPTS = 10;

async function saveRows(
  db: Db,
  job: Job,
  rules: SheetRules,
  all: readonly ParsedRow[],
  pass: Pass,
  reason: string | null,
): Promise<void> {
  // Index lookups are right for a group, but statistics of large tables can make the planner read them whole.
  await sql`set local enable_hashjoin = off`.execute(db);
  await sql`set local enable_mergejoin = off`.execute(db);
  const progress = await readJob(db, job);
  const results = new RowResults();
  const group: Group = { db, job, rules, pass, owner: await readOwner(db, progress.user_id), results };
  const phase = await pass.phase.openGroup(group, all);
  const { rows } = phase;
  for (const row of rows) {
    if (reason === null || row.reader.problems.length > 0) results.addRead(row);
    else results.refuse(row, ['Código', reason]);
  }
  const good = rows.filter((row) => !results.isRefused(row) && !isOfRemovedPart(group, row));
  let rest: readonly LocatedItem[] = await locate(group, phase, good);
  for (let attempt = 1; rest.length > 0; attempt++) {
    if (attempt > MAX_ATTEMPTS) throw new Error('Others create the same parts all the time');
    const again = await phase.settle(await planRows(group, phase, rest));
    rest = again.map(({ located }) => located);
  }
  await phase.finish();
  const { notices, ...saved } = results.summarize(rules.format, rows);
  await recordRows(db, job, progress, {
    ...saved,
    passed: all.length,
    again: pass.onlyRefused ? rows.length : 0,
    notices: phase.recordsNotices ? notices : [],
  });
}

/** A row of a part that the file removes changes nothing, and is no error. */
function isOfRemovedPart({ rules, pass, results }: Group, row: ParsedRow): boolean {
  if (rules.entity === 'part' || pass.removedParts.find(row.partKey, row.reader.row.sheet) === null) return false;
  results.addNotice(row, 'el archivo quita su pieza, y la fila no cambia nada');
  return true;
}

async function planRows(group: Group, phase: GroupPhase, items: readonly LocatedItem[]): Promise<readonly RowPlan[]> {
  const { rules, results } = group;
  const stored = await phase.findStored(items);
  const trashed = await findTrashedParts(group, phase, items, stored);
  const plans: RowPlan[] = [];
  const future: FutureRow[] = [];
  for (const [index, item] of items.entries()) {
    const { parsed } = item;
    const found = stored[index] ?? [];
    if (found.length > 0) results.addStored(parsed);
    const inTrash = trashed.get(item);
    if (inTrash) results.addNotice(parsed, 'la pieza estaba en la papelera: vuelve con todo lo que tenía');
    for (const row of found.length > 0 ? found : [null]) {
      const planned = inTrash ? planReturn(rules, item, inTrash) : planOf(rules, item, row);
      if (!planned) {
        if (!row) results.addNotice(parsed, 'no había nada que quitar');
      } else if ('refusal' in planned) results.refuse(parsed, planned.refusal);
      else {
        plans.push(planned);
        if (planned.after) future.push({ located: item, fields: { ...row?.fields, ...planned.after } });
      }
      for (const notice of rules.notices?.(item, row?.fields ?? null) ?? []) results.addNotice(parsed, notice);
    }
  }
  await validate(group, future);
  const good = plans.filter((planned) => !results.isRefused(planned.located.parsed));
  return phase.recordsNotices ? findOtherProducts(group, good) : good;
}

/** The parts that the rows create and that are in the trash. */
async function findTrashedParts(
  { db, rules }: Group,
  { locks }: GroupPhase,
  items: readonly LocatedItem[],
  stored: readonly StoredRows[],
): Promise<Map<LocatedItem, TrashedPart>> {
  const isCreated = ({ parsed }: LocatedItem, index: number) => !parsed.removes && (stored[index] ?? []).length === 0;
  const created = rules.entity === 'part' ? items.filter(isCreated) : [];
  const keys = created.map(({ brand, product, parsed: { bare } }) => ({ brand, product, code: bare }));
  const found = await findTrashed(db, keys, { lock: locks });
  return new Map(created.flatMap((item, index) => (found[index] ? [[item, found[index]]] : [])));
}

/** Checks the fields that rows will have. Refuses a row, or adds a notice. */
async function validate({ db, rules, results }: Group, rows: readonly FutureRow[]): Promise<void> {
  if (rows.length === 0) return;
  for (const [index, problem] of ((await rules.validate?.(db, rows)) ?? []).entries()) {
    const row = rows[index]?.located.parsed;
    if (!row || problem === null) continue;
    if (typeof problem === 'string') results.addNotice(row, problem);
    else results.refuse(row, problem);
  }
}

/** New parts whose code exists under another product of the brand are suspicious. */
async function findOtherProducts(
  { db, rules, owner, results }: Group,
  plans: readonly RowPlan[],
): Promise<readonly RowPlan[]> {
  const created = rules.entity === 'part' ? plans.filter(({ before }) => !before) : [];
  if (created.length === 0) return plans;
  const keys = created.map(({ located: { brand, product, parsed } }) => ({ brand, product, bare: parsed.bare }));
  const found = await findInOtherProducts(db, owner, keys);
  const others = new Map(created.map((planned, index) => [planned, found[index]]));
  return plans.map((planned) => {
    const other = others.get(planned);
    if (!other) return planned;
    results.addNotice(planned.located.parsed, `el código ya existe en otro producto de la marca, «${other.product}»`);
    return { ...planned, isInOtherProduct: true };
  });
}
