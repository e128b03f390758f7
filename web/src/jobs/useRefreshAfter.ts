import type { Endpoint } from '@piezario/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refresh } from '../api/hooks.ts';

/**
 * A job changes rows without a call of this page: what shows them is read again when it ends, or when the screen closes.
 * `endpoint` changes the same rows. A job that was not read yet counts as active: it may end before its first read.
 */
export function useRefreshAfter(active: boolean, endpoint: Endpoint) {
  const queries = useQueryClient();
  useEffect(() => {
    if (active) return () => void refresh(queries, endpoint);
  }, [active, endpoint, queries]);
}
