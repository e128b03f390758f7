import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/client.ts';

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isPassing,
      retryDelay: (failures) => 400 * 2 ** failures,
      // The server may well be on this machine: whether there is internet is not for the browser to say.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
