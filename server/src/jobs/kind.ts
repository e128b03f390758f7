import type { Db } from '../db/connection/connect.ts';
import type { JobKind } from '../db/schema.ts';
import type { Files } from '../files/files.ts';
import type { Job } from './job.ts';
import type { Limits } from './limits.ts';

/** Messages of a kind of job, and its preparation in the process of the server. */
export type Kind = {
  /** The status when a worker takes the job, until the work writes its own. */
  readonly started: string;
  /** A sentence that follows the reason for which a job waits. */
  readonly resumes: string;
  /** Reason of a failure after workers died or got stuck. Continues «Fallido: », like `tooLong`. */
  readonly givenUp: string;
  readonly tooLong: string;
  /** Writes what the worker needs to the file `scratch`, which is removed after the attempt. */
  readonly prepare?: (id: number, scratch: string, signal: AbortSignal) => Promise<void>;
};

export type Kinds = Readonly<Record<JobKind, Kind>>;

/**
 * The work of a kind of job, in a process of its own. It continues where the last attempt stopped, throws JobFailure
 * when it can never succeed, and may throw anything else to be tried again.
 */
export type Work = (attempt: Attempt) => Promise<void>;

export type Attempt = {
  readonly db: Db;
  readonly job: Job;
  readonly files: Files;
  /** The prepared file, or else the path of a temporary file or folder. Removed after the attempt. */
  readonly scratch: string;
  readonly limits: Limits;
  /** Called at least after each transaction: a worker that does not report is stuck. */
  readonly progress: () => void;
};
