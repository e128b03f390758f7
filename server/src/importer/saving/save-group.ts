import type { Replaceable } from '@piezario/contract/importer';
import { sql } from 'kysely';
import type { Person } from '../../access/scope.ts';
import type { Db } from '../../db/connection/connect.ts';
import type { ImportPhase } from '../../db/schema.ts';
import { findTrashed, restoreTrashed, type TrashedPart } from '../../history/trashed.ts';
import { saveInHalves } from '../../jobs/in-halves.ts';
import { type Job, readJob } from '../../jobs/job.ts';
import type { Fields } from '../../part-rows/entities.ts';
import { findInOtherProducts } from '../../parts/bulk.ts';
import type { DuplicateKeys } from '../reading/duplicate-keys.ts';
import type { ParsedRow } from '../reading/parsed-row.ts';
import type { Problem } from '../reading/row-reader.ts';
import { type Decision, decideAtOnce, Review } from '../review/decide.ts';
import { forgetRefused, type NamedRow, noteNamedRows } from '../review/replace.ts';
import { storeReview } from '../review/review.ts';
import type { Named, Refusal, SheetRules, StoredRow, StoredRows } from '../sheets/rules.ts';
import { carryOut } from './carry-out.ts';
import { findExcessRows } from './excess-rows.ts';
import { findNamedParts, locate } from './locate.ts';
import { readOwner } from './owner.ts';
import { type Planned, planOf, planReturn } from './plan.ts';
import { recordRows } from './record.ts';
import { refusedRow } from './refused-row.ts';

/** What is done with the rows of a file. */
export type Pass = {
  readonly phase: ImportPhase;
  readonly onlyRefused: boolean;
  readonly replaces: readonly Replaceable[];
  /** The rows of «Piezas», by part. */
  readonly partRows: DuplicateKeys;
  /** The rows of «Piezas» that remove their part, by part. */
  readonly removedParts: DuplicateKeys;
};

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
  saveInHalves(
    db,
    job,
    'import',
    rows,
    (trx, some, reason) => new Group(trx, job, rules, pass).save(some, reason),
    progress,
  );

/** An attempt is repeated when other transactions create the same parts at the same moment. */
const MAX_ATTEMPTS = 10;

type Outcome = 'created' | 'updated' | 'removed' | 'leftOut';

/** Rows that are saved in one transaction. */
class Group {
  readonly #db: Db;
  readonly #job: Job;
  readonly #rules: SheetRules;
  readonly #pass: Pass;
  readonly #problems = new Map<ParsedRow, readonly Problem[]>();
  readonly #outcomes = new Map<ParsedRow, Outcome>();
  readonly #stored = new Set<ParsedRow>();
  readonly #notices: { readonly row: ParsedRow; readonly notice: string }[] = [];
  readonly #elsewhere = new Set<Planned>();
  readonly #named: NamedRow[] = [];
  readonly #returning = new Set<number>();
  #suspicious = 0;

  constructor(db: Db, job: Job, rules: SheetRules, pass: Pass) {
    this.#db = db;
    this.#job = job;
    this.#rules = rules;
    this.#pass = pass;
  }

  async save(all: readonly ParsedRow[], reason: string | null): Promise<void> {
    const db = this.#db;
    // Index lookups are right for a group, but statistics of large tables can make the planner read them whole.
    await sql`set local enable_hashjoin = off`.execute(db);
    await sql`set local enable_mergejoin = off`.execute(db);
    const progress = await readJob(db, this.#job);
    const owner = await readOwner(db, progress.user_id);
    const review = this.#pass.phase === 'apply' ? await this.#readReview(all) : null;
    const rows = await this.#chooseRows(all, review);
    for (const row of rows) {
      if (row.reader.problems.length > 0) this.#problems.set(row, row.reader.problems);
      else if (reason !== null) this.#refuse(row, ['Código', reason]);
      else for (const notice of row.reader.notices) this.#notices.push({ row, notice });
    }
    const { phase, partRows } = this.#pass;
    const refuse = (row: ParsedRow, refusal: Refusal) => this.#refuse(row, refusal);
    const good = rows.filter((row) => !this.#problems.has(row) && !this.#goesWithItsPart(row));
    const named = await locate(
      db,
      {
        importId: this.#job.id,
        owner,
        rules: this.#rules,
        partRows,
        phase,
        returning: this.#returning,
        refuse,
        leaveOut: (row) => this.#leaveOut(row),
      },
      good,
    );
    await this.#settle(
      owner,
      named.filter((one) => !this.#isRefused(one)),
      review,
    );
    await this.#noteNamedRows(owner, rows);
    if (phase === 'apply') await this.#forgetReview(rows);
    await this.#record(rows, all.length, progress);
  }

  /** A row of a part that the file removes changes nothing, and is no error. */
  #goesWithItsPart(row: ParsedRow): boolean {
    if (this.#rules.entity === 'part') return false;
    const removal = this.#pass.removedParts.find(row.partKey, row.reader.row.sheet);
    if (removal === null) return false;
    this.#notices.push({ row, notice: 'el archivo quita su pieza, y la fila no cambia nada' });
    return true;
  }

  /** Plans, decides and carries out. What others have created meanwhile is planned again. */
  async #settle(owner: Person, named: readonly Named[], review: Review | null): Promise<void> {
    let rest = named;
    for (let attempt = 1; rest.length > 0; attempt++) {
      if (attempt > MAX_ATTEMPTS) throw new Error('Others create the same parts all the time');
      const plans = await this.#plan(owner, rest);
      if (this.#pass.phase === 'review') {
        await this.#storeReview(await this.#refuseExcess(plans));
        return;
      }
      const decided = await this.#refuseExcess(plans.flatMap((planned) => this.#apply(planned, review)));
      const overtaken = await carryOut(this.#db, owner, this.#rules, decided);
      const again = new Set(overtaken.map(({ named }) => named));
      rest = rest.filter((one) => again.has(one));
    }
  }

  /** Refuses rows for which their part has no room, and returns the others. */
  async #refuseExcess(plans: readonly Planned[]): Promise<Planned[]> {
    const { rows, reason } = await findExcessRows(this.#db, this.#rules.entity, plans);
    for (const { named } of rows) this.#refuse(named.parsed, [this.#rules.keyColumn, reason]);
    const refused = new Set(rows.map(({ named }) => named.parsed));
    return plans.filter(({ named }) => !refused.has(named.parsed));
  }

  async #plan(owner: Person, named: readonly Named[]): Promise<Planned[]> {
    const stored = await this.#find(owner, named);
    const trashed = await this.#findTrashed(named, stored);
    const plans: Planned[] = [];
    const future: { readonly named: Named; readonly fields: Fields }[] = [];
    for (const [index, one] of named.entries()) {
      const found = stored[index] ?? [];
      if (found.length > 0) this.#stored.add(one.parsed);
      for (const row of found.length > 0 ? found : [null]) {
        this.#noteNamed(one, row);
        const inTrash = trashed.get(one);
        const planned = inTrash ? planReturn(this.#rules, one, inTrash) : planOf(this.#rules, one, row);
        if (inTrash) {
          this.#named.push({ part: inTrash.id, row: null, refused: null });
          this.#notices.push({
            row: one.parsed,
            notice: 'la pieza estaba en la papelera: vuelve con todo lo que tenía',
          });
        }
        if (!planned) {
          if (!row) this.#notices.push({ row: one.parsed, notice: 'no había nada que quitar' });
        } else if ('refusal' in planned) this.#refuse(one.parsed, planned.refusal);
        else {
          plans.push(planned);
          if (planned.after) future.push({ named: one, fields: { ...row?.fields, ...planned.after } });
        }
        for (const notice of this.#rules.tells?.(one, row?.fields ?? null) ?? []) {
          this.#notices.push({ row: one.parsed, notice });
        }
      }
    }
    await this.#judge(future);
    const good = plans.filter((planned) => !this.#isRefused(planned.named));
    await this.#noteOtherProducts(owner, good);
    return good;
  }

  /** What is stored. A review compares the rows of a part that comes back from the trash with those that it had. */
  async #find(owner: Person, named: readonly Named[]): Promise<StoredRows[]> {
    const find = () => this.#rules.find(this.#db, named, this.#pass.phase !== 'review');
    if (this.#returning.size === 0) return find();
    const parts = await this.#db
      .selectFrom('removed_parts')
      .where('id', 'in', [...this.#returning])
      .select(['id', 'operation_id'])
      .execute();
    if (parts.length === 0) return find();
    await sql`savepoint returning_parts`.execute(this.#db);
    await restoreTrashed(this.#db, owner, parts);
    const found = await find();
    await sql`rollback to savepoint returning_parts`.execute(this.#db);
    return found;
  }

  /** The parts that the rows create and that are in the trash. */
  async #findTrashed(named: readonly Named[], stored: readonly StoredRows[]): Promise<Map<Named, TrashedPart>> {
    const created = this.#rules.entity === 'part' ? named.filter(isAbsent(stored)) : [];
    const keys = created.map(({ brand, product, parsed: { bare } }) => ({ brand, product, code: bare }));
    const found = await findTrashed(this.#db, keys, { lock: this.#pass.phase !== 'review' });
    return new Map(created.flatMap((one, index) => (found[index] ? [[one, found[index]]] : [])));
  }

  async #judge(rows: readonly { readonly named: Named; readonly fields: Fields }[]): Promise<void> {
    if (rows.length === 0) return;
    for (const [index, judged] of ((await this.#rules.judge?.(this.#db, rows)) ?? []).entries()) {
      const row = rows[index]?.named.parsed;
      if (!row || judged === null) continue;
      if (typeof judged === 'string') this.#notices.push({ row, notice: judged });
      else this.#refuse(row, judged);
    }
  }

  /** New parts whose code exists under another product of the brand are suspicious. */
  async #noteOtherProducts(owner: Person, plans: readonly Planned[]): Promise<void> {
    const created = this.#rules.entity === 'part' ? plans.filter(({ before }) => !before) : [];
    if (created.length === 0 || this.#pass.phase === 'apply') return;
    const keys = created.map(({ named: { brand, product, parsed } }) => ({ brand, product, bare: parsed.bare }));
    for (const [index, other] of (await findInOtherProducts(this.#db, owner, keys)).entries()) {
      const planned = created[index];
      if (!other || !planned) continue;
      this.#elsewhere.add(planned);
      this.#notices.push({
        row: planned.named.parsed,
        notice: `el código ya existe en otro producto de la marca, «${other.product}»`,
      });
    }
  }

  #apply(planned: Planned, review: Review | null): Planned[] {
    const { plan, leftOut, conflict }: Decision = review ? review.decide(this.#rules, planned) : decideAtOnce(planned);
    if (conflict) this.#refuse(planned.named.parsed, conflict);
    if (plan) this.#outcomes.set(planned.named.parsed, outcomeOf(plan));
    // A row of which something is carried out is not left out.
    else if (leftOut && !this.#outcomes.has(planned.named.parsed)) this.#leaveOut(planned.named.parsed);
    return plan ? [plan] : [];
  }

  async #storeReview(plans: readonly Planned[]): Promise<void> {
    for (const planned of plans) this.#outcomes.set(planned.named.parsed, outcomeOf(planned));
    const { suspicious } = await storeReview(this.#db, this.#job.id, this.#rules, plans, (planned) =>
      planned.returns ? 'in_trash' : this.#elsewhere.has(planned) ? 'other_product' : null,
    );
    this.#suspicious += suspicious;
  }

  #readReview(rows: readonly ParsedRow[]): Promise<Review> {
    const positions = rows.map(({ position }) => position);
    return Review.read(this.#db, this.#job.id, Math.min(...positions), Math.max(...positions));
  }

  #noteNamed({ part, parsed }: Named, found: StoredRow | null): void {
    if (this.#rules.entity === 'part') {
      if (found && !parsed.removes) this.#named.push({ part: found.id, row: null, refused: null });
    } else if (part !== null) this.#named.push({ part, row: found?.id ?? null, refused: null });
  }

  /** What a replacing file names stays. A part that is in the sheet of parts may have no rows. */
  async #noteNamedRows(owner: Person, rows: readonly ParsedRow[]): Promise<void> {
    const { phase, replaces } = this.#pass;
    const { format, entity } = this.#rules;
    const sheets = entity === 'part' ? replaces : replaces.filter((sheet) => sheet === format);
    if (phase !== 'review' || sheets.length === 0) return;
    const refused = rows.filter((row) => this.#problems.has(row) && row.bare);
    const doubtful = (await findNamedParts(this.#db, owner, refused)).flatMap((part, index): NamedRow[] =>
      part === null ? [] : [{ part, row: null, refused: refused[index]?.position ?? null }],
    );
    await noteNamedRows(this.#db, this.#job.id, sheets, [...this.#named, ...doubtful]);
  }

  /** What was carried out is in the log of changes. What was left out stays to be seen. */
  async #forgetReview(rows: readonly ParsedRow[]): Promise<void> {
    const isLeftOut = (row: ParsedRow) => this.#outcomes.get(row) === 'leftOut';
    const positionsOf = (some: readonly ParsedRow[]) => some.map(({ position }) => position);
    await sql`update import_changes set accepted = false where import_id = ${this.#job.id} and accepted
      and position = any (${positionsOf(rows.filter(isLeftOut))}::int[])`.execute(this.#db);
    await sql`delete from import_changes where import_id = ${this.#job.id} and accepted
      and position = any (${positionsOf(rows)}::int[])`.execute(this.#db);
  }

  /** The rows that this pass is about. Errors of rows that are read again are forgotten. */
  async #chooseRows(rows: readonly ParsedRow[], review: Review | null): Promise<readonly ParsedRow[]> {
    if (review) return rows.filter(({ position }) => review.has(position));
    if (!this.#pass.onlyRefused) return rows;
    const { rows: refused } = await sql<{ position: number }>`
      with gone as (
        delete from import_errors where import_id = ${this.#job.id}
          and position = any (${rows.map(({ position }) => position)}::int[])
        returning position)
      select distinct position from gone`.execute(this.#db);
    const positions = new Set(refused.map(({ position }) => position));
    await forgetRefused(this.#db, this.#job.id, [...positions]);
    return rows.filter(({ position }) => positions.has(position));
  }

  #refuse(row: ParsedRow, [column, reason, offers = []]: Refusal): void {
    this.#problems.set(row, [{ column, value: row.reader.textOf(column), reason, offers }]);
  }

  #leaveOut(row: ParsedRow): void {
    this.#outcomes.set(row, 'leftOut');
  }

  #isRefused = ({ parsed }: Named) => this.#problems.has(parsed);

  async #record(rows: readonly ParsedRow[], passed: number, progress: Awaited<ReturnType<typeof readJob>>) {
    const count = (outcome: Outcome) =>
      rows.filter((row) => this.#outcomes.get(row) === outcome && !this.#problems.has(row)).length;
    await recordRows(this.#db, this.#job, progress, {
      sheet: this.#rules.format,
      rows: rows.length,
      passed,
      again: this.#pass.onlyRefused ? rows.length : 0,
      created: count('created'),
      updated: count('updated'),
      removed: count('removed'),
      leftOut: count('leftOut'),
      suspicious: this.#suspicious,
      stored: this.#stored.size,
      // They were told by the review.
      notices: (this.#pass.phase === 'apply' ? [] : this.#notices).map(({ row, notice }) => ({
        sheet: row.reader.row.sheet,
        row: row.reader.row.number,
        notice,
      })),
      refused: rows.flatMap((row) => refusedRow(row, this.#rules.format, this.#problems.get(row) ?? [])),
    });
  }
}

const isAbsent =
  (stored: readonly StoredRows[]) =>
  ({ parsed }: Named, index: number): boolean =>
    !parsed.removes && (stored[index] ?? []).length === 0;

const outcomeOf = ({ before, after }: Planned): Outcome => (before ? (after ? 'updated' : 'removed') : 'created');
