const MiB = 1024 * 1024;
const SECOND = 1_000;

/** Milliseconds for a statement of a group, which takes longer than an API call. */
const STATEMENT = 30 * SECOND;

/** Limits of a worker process. */
export const LIMITS = {
  /**
   * Rows saved in one transaction: enough to be fast, and few enough that other users do not wait long for its locks.
   */
  groupRows: 4_000,
  /** A group with long texts ends earlier. */
  groupCharacters: 4_000_000,
  memory: 600 * MiB,
  heapMiB: 450,
  /** Milliseconds for one SQL statement. */
  statement: STATEMENT,
  /**
   * Milliseconds without an answer of the database, after which its machine counts as unreachable and the job waits.
   * Longer than a statement, and short enough that the worker does not count as stuck.
   */
  answer: STATEMENT + 5 * SECOND,
  /**
   * Milliseconds without a progress report. The worker reports after each transaction, in which one statement takes
   * most of the time.
   */
  silence: 3 * STATEMENT,
  /** Milliseconds for one attempt. The largest job takes some minutes. */
  total: 60 * 60 * SECOND,
  /** Milliseconds that a process waits for another job of the same person, unless it still uses much memory. */
  waiting: 10 * SECOND,
  waitingMemory: 200 * MiB,
};

export type Limits = typeof LIMITS;
