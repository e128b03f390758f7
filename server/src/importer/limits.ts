const MiB = 1024 * 1024;
const SECOND = 1_000;

/** A batch takes longer than a call. */
const STATEMENT = 30 * SECOND;

/** How a worker goes about an import, and what it may cost. */
export const LIMITS = {
  /** Rows saved in one transaction: large enough to be fast, short enough that other users do not wait for its locks. */
  groupRows: 4_000,
  /** Rows with long texts make a smaller group. */
  groupCharacters: 4_000_000,
  memory: 600 * MiB,
  heapMiB: 450,
  /** Milliseconds for one statement in the database. */
  statement: STATEMENT,
  /** Without getting on. It says so after each transaction, in which hardly more than one statement takes its time. */
  silence: 3 * STATEMENT,
  /** For one attempt in all. The largest file takes some minutes. */
  total: 60 * 60 * SECOND,
};

export type Limits = typeof LIMITS;
