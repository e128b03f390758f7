import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/client.ts';

/** No answer, or the server's own fault: worth asking again. What was refused stays refused. */
const isPassing = (error: Error) => error instanceof ApiError && (error.code === 0 || error.code >= 500);

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (failures) => 400 * 2 ** failures,
      // The server may well be on this machine: whether there is internet is not for the browser to say.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
