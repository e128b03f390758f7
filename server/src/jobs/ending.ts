import { toFailure } from '../http/errors.ts';
import { JobFailure } from './job.ts';

/** The job can never succeed, or cannot continue for now. */
export type KnownEnding = { readonly failed: string } | { readonly unavailable: string };

/** End of an attempt that the worker reports: an error, or a recorded result. */
export type ReportedEnding = KnownEnding | { readonly done: true };

/** End of an attempt: as reported, the worker got stuck, or it died. */
export type Ending = ReportedEnding | { readonly stuck: true } | { readonly died: string };

/** Returns how an error ends an attempt; null for an unexpected one. */
export function endingOf(error: unknown): KnownEnding | null {
  if (error instanceof JobFailure) return { failed: error.message };
  const failure = toFailure(error);
  return failure && failure.code >= 500 ? { unavailable: failure.message } : null;
}
