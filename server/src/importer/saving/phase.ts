import type { Replaceable } from '@piezario/contract/importer';
import type { Person } from '../../access/scope.ts';
import type { Db } from '../../db/connection/connect.ts';
import type { Job } from '../../jobs/job.ts';
import type { Limits } from '../../jobs/limits.ts';
import type { PartKey } from '../../parts/bulk.ts';
import type { DuplicateKeys } from '../reading/duplicate-keys.ts';
import type { ParsedRow } from '../reading/parsed-row.ts';
import type { LocatedItem, SheetRules, StoredRows } from '../sheets/rules.ts';
import type { RowPlan } from './plan.ts';
import type { RowResults } from './row-results.ts';

/** One reading of a file from its first row to its last. */
export type Pass = {
  readonly phase: Phase;
  /** Only rows that were refused before are read again. */
  readonly onlyRefused: boolean;
  readonly replaces: readonly Replaceable[];
  /** The rows of «Piezas», by part. */
  readonly partRows: DuplicateKeys;
  /** The rows of «Piezas» that remove their part, by part. */
  readonly removedParts: DuplicateKeys;
};

/** Rows of one sheet that are saved in one transaction. */
export type Group = {
  readonly db: Db;
  readonly job: Job;
  readonly rules: SheetRules;
  readonly pass: Pass;
  readonly owner: Person;
  readonly results: RowResults;
};

/** What a pass does with the rows of a file: it saves them, plans a review, or applies a review. */
export type Phase = {
  openGroup(group: Group, rows: readonly ParsedRow[]): Promise<GroupPhase>;
  /** Ends the import after its last group. Returns true when another pass follows. */
  finish(db: Db, job: Job, pass: Pass, limits: Limits, progress: () => void): Promise<boolean>;
};

/** The id of a part. A part that is not stored is new, or is left out with its rows. */
export type PartOfRow = number | 'new' | 'left out';

export type GroupPhase = {
  /** The rows to be read. */
  readonly rows: readonly ParsedRow[];
  /** Locks stored parts until the end of the transaction. */
  readonly locks: boolean;
  readonly recordsNotices: boolean;
  /** Parts that are not stored, by key. A row is refused when its part is null. */
  findUnstoredParts(keys: readonly PartKey[]): Promise<readonly (PartOfRow | null)[]>;
  findStored(items: readonly LocatedItem[]): Promise<StoredRows[]>;
  /** Stores or carries out plans. Returns the plans to repeat, because other transactions created their rows. */
  settle(plans: readonly RowPlan[]): Promise<readonly RowPlan[]>;
  finish(): Promise<unknown>;
};
