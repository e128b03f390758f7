import type { Endpoint, Resource, Result, Sent } from '@piezario/contract/endpoint';
import {
  type Query,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
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

/** `gcTime: 0` refetches each time that a screen opens. `refetchOnWindowFocus: false` refetches on request only. */
type CallOptions<E extends Endpoint> = {
  enabled?: boolean;
  gcTime?: number;
  refetchOnWindowFocus?: boolean;
  /** Milliseconds until the next read, by the last result. Pauses while the page is hidden. */
  every?: (last: Result<E> | undefined) => number | false;
  /** Cancels the request when another replaces it, as in reads while a person types. */
  cancels?: boolean;
};

/** Returns a query. Its key is the endpoint and the input; saves of the resources in `reads` make it stale. */
export const queryOf = <E extends Endpoint>(endpoint: E | Address, sent: Sent<E>) => ({
  queryKey: [endpoint.path, sent],
  queryFn: () => call<E>(endpoint, sent),
  meta: { reads: endpoint.reads ?? [] },
});

const paramsOf = (sent: unknown) => JSON.stringify((sent as { params?: unknown } | undefined)?.params ?? {});
const sameParams = (before: unknown, now: unknown) => paramsOf(before) === paramsOf(now);

const RETRIES = 2;

/**
 * Returns the rule of retries. Without a connection, a list on the screen keeps its rows and retries until it reads the
 * next ones. Other queries give up after `RETRIES` and show an error.
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
    // Reads while a person types show their failure at once.
    ...(!cancels && { retry: retryOf(queries, query.queryKey) }),
    // The rows stay on the screen while another page or filter of the same list loads.
    placeholderData: (previous, query) => (sameParams(query?.queryKey[1], sent) ? previous : undefined),
    ...(cancels && { queryFn: ({ signal }) => call<E>(endpoint, sent, signal) }),
    ...(every && { refetchInterval: ({ state }) => every(state.data) }),
    ...others,
  });
}

/** Prefetches the answer to an input that is likely to come next. */
export function usePrefetch<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient();
  return (sent: Sent<E>) => {
    const query = queryOf(endpoint, sent);
    void queries.prefetchQuery({ ...query, retry: retryOf(queries, query.queryKey) });
  };
}

/** Refetches queries on the screen that read a changed resource, and marks those that are not on it as stale. */
export async function refresh(queries: QueryClient, { changes = [] }: Endpoint): Promise<void> {
  const isReader = ({ meta }: Query) => meta?.reads?.some((resource) => changes.includes(resource)) ?? false;
  // A refetch joins a first fetch that is under way, whose answer may be older than the change.
  const first = queries
    .getQueryCache()
    .findAll({ predicate: isReader, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queries.invalidateQueries({ predicate: isReader });
  if (first.length === 0) return;
  await Promise.allSettled(first.map(({ promise }) => promise));
  await queries.invalidateQueries({ predicate: (query) => first.includes(query) });
}

/**
 * Writes through a POST endpoint, shows the server's message, and refreshes the changed resources. `onRefused` returns
 * true when the caller shows the refusal itself.
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

/** Writes like `useAction`, without the message of a success. A refusal is shown. */
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
 * Writes, shows the server's message and offers to undo it by another call. `back` returns the input of that call, or
 * null when nothing can be undone.
 */
export function useUndoable<E extends Endpoint, U extends Endpoint>(endpoint: E, undo: U) {
  const write = useWrite(endpoint);
  const takeBack = useWrite(undo);
  return (
    sent: Sent<E>,
    back: (result: Result<E>) => Sent<U> | null,
    onDone?: (result: Result<E>) => void,
    onUndone?: () => void,
  ) =>
    write(sent, (result, message) => {
      onDone?.(result);
      const sentBack = back(result);
      if (!sentBack) return notifySuccess(message);
      offerUndo(message, () => {
        void takeBack(sentBack, (_, undone) => {
          notifySuccess(undone);
          onUndone?.();
        });
      });
    });
}

/**
 * Returns a function that changes cached answers on the screen without a refetch. `params` may be a part of the sent
 * ones. Cached answers that are not on the screen are dropped.
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
 * For screens that rewrite cached answers instead of refetching: refreshes resources that `endpoint` changes when the
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
