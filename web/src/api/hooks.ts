import { useCallbackRef } from '@mantine/hooks';
import type { Endpoint, Result, Sent } from '@piezario/contract/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { notifyError, notifySuccess } from '../ui/notify.ts';
import { type ApiError, call, type Sending, send } from './client.ts';

/** `gcTime: 0` reads anew each time that a screen opens; `refetchOnWindowFocus: false`, only when it is asked to. */
type CallOptions<E extends Endpoint> = {
  enabled?: boolean;
  gcTime?: number;
  refetchOnWindowFocus?: boolean;
  /** In how many milliseconds to read again, by what was read last; while the page is in sight. */
  every?: (last: Result<E> | undefined) => number | false;
};

/** The key is the endpoint and what is sent, so nobody makes keys by hand. */
const reading = <E extends Endpoint>(endpoint: E, sent: unknown) => ({
  queryKey: [endpoint.path, sent ?? {}],
  queryFn: () => call(endpoint, ...([sent] as unknown as Sending<E>)),
});

const paramsOf = (sent: unknown) => JSON.stringify((sent as { params?: unknown } | undefined)?.params ?? {});
const sameParams = (before: unknown, now: unknown) => paramsOf(before) === paramsOf(now);

/** Reads through a GET endpoint. */
export function useCall<E extends Endpoint>(endpoint: E, ...[sent, options]: [...Sending<E>, CallOptions<E>?]) {
  const { every, ...others } = (options ?? {}) as CallOptions<E>;
  return useQuery<Result<E>, ApiError>({
    ...reading(endpoint, sent),
    // Another page or filter of the same list keeps the rows in sight; another list is another matter.
    placeholderData: (previous, query) => (sameParams(query?.queryKey[1], sent) ? previous : undefined),
    ...(every && { refetchInterval: ({ state }) => every(state.data) }),
    ...others,
  });
}

/** Reads what is likely to be asked for next, so that it is there by then. */
export function useAhead<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient();
  return (...[sent]: Sending<E>) => void queries.prefetchQuery(reading(endpoint, sent));
}

/** Writes through a POST endpoint: tells the user what the server said and refreshes what is on the screen. */
export function useAction<E extends Endpoint>(endpoint: E, onDone?: (result: Result<E>) => void) {
  const queries = useQueryClient();
  return useMutation<Result<E>, ApiError, Sent<E>>({
    mutationFn: async (sent) => {
      const { message, result } = await send(endpoint, ...([sent] as Sending<E>));
      notifySuccess(message);
      return result;
    },
    onSuccess: async (result) => {
      onDone?.(result);
      await queries.invalidateQueries();
    },
    // Whoever holds the session tells that it is over.
    onError: ({ code, message }) => {
      if (code !== 401) notifyError(message);
    },
  });
}

/**
 * Changes what is on the screen where it stands, ahead of the server or after it, without asking again. What was sent
 * may be named in part; answers that are not on the screen are forgotten.
 */
export function useRewrite<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient();
  return useCallback(
    (params: Record<string, unknown>, change: (result: Result<E>) => Result<E>) => {
      const queryKey = [endpoint.path, { params }];
      queries.removeQueries({ queryKey, type: 'inactive' });
      queries.setQueriesData<Result<E>>({ queryKey }, (result) => result && change(result));
    },
    [queries, endpoint],
  );
}

/**
 * For screens that change things where they stand: whoever leaves one that is `touched` finds everything else as it is
 * now. `last` is what still has to be done before that.
 */
export function useRefreshLater(last?: () => Promise<void>) {
  const queries = useQueryClient();
  const touched = useRef(false);
  const leave = useCallbackRef(async () => {
    await last?.();
    if (touched.current) await queries.invalidateQueries();
  });
  useEffect(() => () => void leave(), [leave]);
  return touched;
}
