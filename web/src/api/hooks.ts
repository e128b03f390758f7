import type { Endpoint, Resource, Result, Sent } from '@piezario/contract/endpoint';
import { type QueryClient, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { notifySuccess, offerUndo } from '../ui/notify.ts';
import { type Address, type ApiError, call, send } from './client.ts';
import { notifyFailure } from './failure.ts';
import { sendOrUndo } from './optimistic.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { reads?: readonly Resource[] };
  }
}

/** `gcTime: 0` reads anew each time that a screen opens; `refetchOnWindowFocus: false`, only when it is asked to. */
type CallOptions<E extends Endpoint> = {
  enabled?: boolean;
  gcTime?: number;
  refetchOnWindowFocus?: boolean;
  /** The milliseconds until the next read, by the last result. It pauses while the page is hidden. */
  every?: (last: Result<E> | undefined) => number | false;
  /** Ends the request when another takes its place: what is read while a person types. */
  cancels?: boolean;
};

/** The key is the endpoint and what is sent. `reads` tells which saves make the answer stale. */
export const queryOf = <E extends Endpoint>(endpoint: E | Address, sent: Sent<E>) => ({
  queryKey: [endpoint.path, sent],
  queryFn: () => call<E>(endpoint, sent),
  meta: { reads: endpoint.reads ?? [] },
});

const paramsOf = (sent: unknown) => JSON.stringify((sent as { params?: unknown } | undefined)?.params ?? {});
const sameParams = (before: unknown, now: unknown) => paramsOf(before) === paramsOf(now);

const RETRIES = 2;

/**
 * Without a connection, a list that is on the screen keeps its rows and goes on trying to read the next ones. Everything
 * else gives up soon and says so.
 */
const retryOf =
  (queries: QueryClient, [path, sent]: QueryKey) =>
  (failures: number, error: ApiError) => {
    if (!error.isPassing) return false;
    const isShown = () =>
      queries
        .getQueriesData({ queryKey: [path] })
        .some(([key, data]) => data !== undefined && sameParams(key[1], sent));
    return failures < RETRIES || (error.code === 0 && isShown());
  };

/** Reads through a GET endpoint. */
export function useCall<E extends Endpoint>(endpoint: E | Address, sent: Sent<E>, options: CallOptions<E> = {}) {
  const { every, cancels, ...others } = options;
  const queries = useQueryClient();
  const query = queryOf<E>(endpoint, sent);
  return useQuery<Result<E>, ApiError>({
    ...query,
    // What is read while a person types says at once that it failed.
    ...(!cancels && { retry: retryOf(queries, query.queryKey) }),
    // The rows stay on the screen while another page or filter of the same list loads.
    placeholderData: (previous, query) => (sameParams(query?.queryKey[1], sent) ? previous : undefined),
    ...(cancels && { queryFn: ({ signal }) => call<E>(endpoint, sent, signal) }),
    ...(every && { refetchInterval: ({ state }) => every(state.data) }),
    ...others,
  });
}

/** Reads in advance what is likely to be asked for next. */
export function usePrefetch<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient();
  return (sent: Sent<E>) => {
    const query = queryOf(endpoint, sent);
    void queries.prefetchQuery({ ...query, retry: retryOf(queries, query.queryKey) });
  };
}

/** Fetches again what is on the screen and made of what the call changed; the rest of it is marked as stale. */
export function refresh(queries: QueryClient, { changes = [] }: Endpoint): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ meta }) => meta?.reads?.some((resource) => changes.includes(resource)) ?? false,
  });
}

/**
 * Writes through a POST endpoint, shows the server's message, and refreshes what the call changed. `onRefused` returns
 * whether the caller shows the refusal by itself.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  onDone?: (result: Result<E>) => void,
  onRefused?: (error: ApiError) => boolean,
) {
  const queries = useQueryClient();
  return useMutation<Result<E>, ApiError, Sent<E>>({
    mutationFn: async (sent) => {
      const { message, result } = await send(endpoint, sent);
      notifySuccess(message);
      return result;
    },
    onSuccess: async (result) => {
      onDone?.(result);
      await refresh(queries, endpoint);
    },
    onError: (error) => {
      if (!onRefused?.(error)) notifyFailure(error);
    },
  });
}

/** The same, for a caller that shows by itself what was done. A refusal is shown. */
export function useWrite<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient();
  return async (sent: Sent<E>, onDone: (result: Result<E>, message: string) => void) => {
    const answer = await sendOrUndo(endpoint, sent);
    if (!answer) return;
    onDone(answer.result, answer.message);
    await refresh(queries, endpoint);
  };
}

/**
 * Writes, shows the server's message and offers to take it back by another call. `back` returns what that call is sent,
 * or null when there is nothing to take back.
 */
export function useUndoable<E extends Endpoint, U extends Endpoint>(
  endpoint: E,
  undo: U,
  onUndone?: (result: Result<U>) => void,
) {
  const write = useWrite(endpoint);
  // The rest of what it returns is another at every render, and so would be the actions of every row.
  const { mutate: takeBack } = useAction(undo, onUndone);
  return (sent: Sent<E>, back: (result: Result<E>) => Sent<U> | null, onDone?: (result: Result<E>) => void) =>
    write(sent, (result, message) => {
      onDone?.(result);
      const sentBack = back(result);
      if (sentBack) offerUndo(message, () => takeBack(sentBack));
      else notifySuccess(message);
    });
}

/**
 * Changes what is on the screen where it stands, without another read. `params` may be a part of those that were sent.
 * Cached answers that are not on the screen are dropped.
 */
export function useRewrite<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient();
  return (params: Record<string, unknown>, change: (result: Result<E>) => Result<E>) => {
    const queryKey = [endpoint.path, { params }];
    queries.removeQueries({ queryKey, type: 'inactive' });
    queries.setQueriesData<Result<E>>({ queryKey }, (result) => result && change(result));
  };
}

/**
 * For screens that rewrite what they show instead of reading it again: refreshes what `endpoint` changes when the
 * screen closes, if the returned function was called, and at once if it is called after that. `last` is awaited before
 * the screen's own refresh.
 */
export function useRefreshLater(endpoint: Endpoint, last?: () => Promise<void>) {
  const queries = useQueryClient();
  const touched = useRef(false);
  const isClosed = useRef(false);
  const leave = useEffectEvent(async () => {
    await last?.();
    if (touched.current) await refresh(queries, endpoint);
  });
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
      void leave();
    };
  }, []);
  return () => {
    touched.current = true;
    if (isClosed.current) void refresh(queries, endpoint);
  };
}
