import type { ImportSheet } from '@piezario/contract/importer';
import type { ParsedRow } from '../reading/parsed-row.ts';
import type { Problem } from '../reading/row-reader.ts';
import type { Refusal } from '../sheets/rules.ts';
import type { RowPlan } from './plan.ts';
import type { SavedGroup } from './record.ts';
import { refusedRow } from './refused-row.ts';

type Outcome = 'created' | 'updated' | 'removed' | 'leftOut';

/** Errors, notices and outcomes of the rows of a group. */
export class RowResults {
  readonly #problems = new Map<ParsedRow, readonly Problem[]>();
  readonly #outcomes = new Map<ParsedRow, Outcome>();
  readonly #stored = new Set<ParsedRow>();
  readonly #notices: { readonly row: ParsedRow; readonly notice: string }[] = [];
  #suspicious = 0;

  refuse(row: ParsedRow, [column, reason, offers = []]: Refusal): void {
    this.#problems.set(row, [{ column, value: row.reader.textOf(column), reason, offers }]);
  }

  /** Takes over the errors and notices of a row that was read. */
  addRead(row: ParsedRow): void {
    const { problems, notices } = row.reader;
    if (problems.length > 0) this.#problems.set(row, problems);
    else for (const notice of notices) this.addNotice(row, notice);
  }

  isRefused = (row: ParsedRow): boolean => this.#problems.has(row);

  addNotice(row: ParsedRow, notice: string): void {
    this.#notices.push({ row, notice });
  }

  addStored(row: ParsedRow): void {
    this.#stored.add(row);
  }

  addSuspicious(count: number): void {
    this.#suspicious += count;
  }

  addPlan({ located: { parsed }, before, after }: RowPlan): void {
    this.#outcomes.set(parsed, before ? (after ? 'updated' : 'removed') : 'created');
  }

  leaveOut(row: ParsedRow): void {
    // A row is not left out when some of its items are carried out.
    if (!this.#outcomes.has(row)) this.#outcomes.set(row, 'leftOut');
  }

  isLeftOut = (row: ParsedRow): boolean => this.#outcomes.get(row) === 'leftOut';

  summarize(format: ImportSheet, rows: readonly ParsedRow[]): Omit<SavedGroup, 'passed' | 'again'> {
    const count = (outcome: Outcome) =>
      rows.filter((row) => this.#outcomes.get(row) === outcome && !this.isRefused(row)).length;
    return {
      sheet: format,
      rows: rows.length,
      created: count('created'),
      updated: count('updated'),
      removed: count('removed'),
      leftOut: count('leftOut'),
      suspicious: this.#suspicious,
      stored: this.#stored.size,
      notices: this.#notices.map(({ row: { reader }, notice }) => ({
        sheet: reader.row.sheet,
        row: reader.row.number,
        notice,
      })),
      refused: rows.flatMap((row) => refusedRow(row, format, this.#problems.get(row) ?? [])),
    };
  }
}
