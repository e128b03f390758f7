const MiB = 1024 * 1024;
const SECOND = 1_000;

/** A batch takes longer than a call. */
const STATEMENT = 30 * SECOND;

/** What a worker may cost. */
export const LIMITS = {
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
