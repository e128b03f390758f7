import type { Endpoint, Result, Sent } from '@piezario/contract/endpoint';
import type { JobState } from '@piezario/contract/jobs';
import type { z } from 'zod';
import { useCall } from '../api/hooks.ts';
import { isActive } from './job.ts';
import { useRefreshAfter } from './useRefreshAfter.ts';

type HasState = { readonly state: JobState };

/** Milliseconds until jobs are read again. Without an active one, another tab may still start one. */
export const pollInterval = (jobs: readonly HasState[] = []) => (jobs.some(isActive) ? 1000 : 20_000);

/** Polls a job, and refreshes what it changes once it ends. `cancel` changes the same resources. */
export function useJob<E extends Endpoint & { readonly result: z.ZodType<HasState> }>(
  show: E,
  sent: Sent<E>,
  cancel: Endpoint,
) {
  const read = useCall<E>(show, sent, { every: (last) => pollInterval(last && [last]) });
  const job: Result<E> | undefined = read.isPlaceholderData ? undefined : read.data;
  useRefreshAfter(!job || isActive(job), cancel);
  return { read, job };
}
