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
      // The server may well be on this machine: whether there is internet is not for the browser to say.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

// What could not be read is read once the connection is back.
onReconnected(() => void queries.refetchQueries({ predicate: ({ state }) => isPassing(state.error) }));
