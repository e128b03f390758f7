import { sql } from 'kysely';
import type { Db } from '../../db/connection/connect.ts';
import { findTrashed, type TrashedPart } from '../../history/trashed.ts';
import { saveInHalves } from '../../jobs/in-halves.ts';
import { type Job, readJob } from '../../jobs/job.ts';
import type { Fields } from '../../part-rows/entities.ts';
import { findInOtherProducts } from '../../parts/bulk.ts';
import type { ParsedRow } from '../reading/parsed-row.ts';
import type { Named, SheetRules, StoredRows } from '../sheets/rules.ts';
import { locate } from './locate.ts';
import { readOwner } from './owner.ts';
import type { Group, GroupPhase, Pass } from './phase.ts';
import { type Planned, planOf, planReturn } from './plan.ts';
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
  let rest: readonly Named[] = await locate(group, phase, good);
  for (let attempt = 1; rest.length > 0; attempt++) {
    if (attempt > MAX_ATTEMPTS) throw new Error('Others create the same parts all the time');
    const again = await phase.settle(await planRows(group, phase, rest));
    rest = again.map(({ named }) => named);
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

async function planRows(group: Group, phase: GroupPhase, named: readonly Named[]): Promise<readonly Planned[]> {
  const { rules, results } = group;
  const stored = await phase.findStored(named);
  const trashed = await findTrashedParts(group, phase, named, stored);
  const plans: Planned[] = [];
  const future: { readonly named: Named; readonly fields: Fields }[] = [];
  for (const [index, one] of named.entries()) {
    const { parsed } = one;
    const found = stored[index] ?? [];
    if (found.length > 0) results.addStored(parsed);
    const inTrash = trashed.get(one);
    if (inTrash) results.addNotice(parsed, 'la pieza estaba en la papelera: vuelve con todo lo que tenía');
    for (const row of found.length > 0 ? found : [null]) {
      const planned = inTrash ? planReturn(rules, one, inTrash) : planOf(rules, one, row);
      if (!planned) {
        if (!row) results.addNotice(parsed, 'no había nada que quitar');
      } else if ('refusal' in planned) results.refuse(parsed, planned.refusal);
      else {
        plans.push(planned);
        if (planned.after) future.push({ named: one, fields: { ...row?.fields, ...planned.after } });
      }
      for (const notice of rules.tells?.(one, row?.fields ?? null) ?? []) results.addNotice(parsed, notice);
    }
  }
  await judge(group, future);
  const good = plans.filter((planned) => !results.isRefused(planned.named.parsed));
  return phase.recordsNotices ? findOtherProducts(group, good) : good;
}

/** The parts that the rows create and that are in the trash. */
async function findTrashedParts(
  { db, rules }: Group,
  { locks }: GroupPhase,
  named: readonly Named[],
  stored: readonly StoredRows[],
): Promise<Map<Named, TrashedPart>> {
  const isCreated = ({ parsed }: Named, index: number) => !parsed.removes && (stored[index] ?? []).length === 0;
  const created = rules.entity === 'part' ? named.filter(isCreated) : [];
  const keys = created.map(({ brand, product, parsed: { bare } }) => ({ brand, product, code: bare }));
  const found = await findTrashed(db, keys, { lock: locks });
  return new Map(created.flatMap((one, index) => (found[index] ? [[one, found[index]]] : [])));
}

/** Refuses rows that break a rule of what is stored, or adds a notice. */
async function judge(
  { db, rules, results }: Group,
  rows: readonly { readonly named: Named; readonly fields: Fields }[],
): Promise<void> {
  if (rows.length === 0) return;
  for (const [index, judged] of ((await rules.judge?.(db, rows)) ?? []).entries()) {
    const row = rows[index]?.named.parsed;
    if (!row || judged === null) continue;
    if (typeof judged === 'string') results.addNotice(row, judged);
    else results.refuse(row, judged);
  }
}

/** New parts whose code exists under another product of the brand are suspicious. */
async function findOtherProducts(
  { db, rules, owner, results }: Group,
  plans: readonly Planned[],
): Promise<readonly Planned[]> {
  const created = rules.entity === 'part' ? plans.filter(({ before }) => !before) : [];
  if (created.length === 0) return plans;
  const keys = created.map(({ named: { brand, product, parsed } }) => ({ brand, product, bare: parsed.bare }));
  const found = await findInOtherProducts(db, owner, keys);
  const others = new Map(created.map((planned, index) => [planned, found[index]]));
  return plans.map((planned) => {
    const other = others.get(planned);
    if (!other) return planned;
    results.addNotice(planned.named.parsed, `el código ya existe en otro producto de la marca, «${other.product}»`);
    return { ...planned, isInOtherProduct: true };
  });
}
