import type { Endpoint, Result, Sent } from '@piezario/contract/endpoint';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notifyError, notifySuccess } from '../ui/notify.ts';
import { type ApiError, call, type Sending, send } from './client.ts';

/** `gcTime: 0` reads anew each time that a screen opens. */
type CallOptions = { enabled?: boolean; gcTime?: number };

/** Reads through a GET endpoint. The key is the endpoint and what is sent, so nobody makes keys by hand. */
export function useCall<E extends Endpoint>(endpoint: E, ...[sent, options]: [...Sending<E>, CallOptions?]) {
  return useQuery<Result<E>, ApiError>({
    queryKey: [endpoint.path, sent ?? {}],
    queryFn: () => call(endpoint, ...([sent] as Sending<E>)),
    placeholderData: keepPreviousData,
    ...options,
  });
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
    onError: (error) => notifyError(error.message),
  });
}
