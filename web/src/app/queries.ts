import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/client.ts';
import { onReconnected } from '../api/connection.ts';

const isPassing = (error: unknown) => error instanceof ApiError && error.isPassing;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (failures) => Math.min(400 * 2 ** failures, 3000),
      // Sends requests even if the browser reports no connection: the server may be on the same machine.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

// Failed queries are refetched once the connection is back.
onReconnected(() => void queries.refetchQueries({ predicate: ({ state }) => isPassing(state.error) }));
