import type { Endpoint } from '@piezario/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refresh } from '../api/hooks.ts';

/**
 * Refetches what a job changes when it ends or the screen closes. `endpoint` changes the same resources. A job that was
 * not read yet counts as active, because it may end before its first read.
 */
export function useRefreshAfter(active: boolean, endpoint: Endpoint) {
  const queries = useQueryClient();
  useEffect(() => {
    if (active) return () => void refresh(queries, endpoint);
  }, [active, endpoint, queries]);
}
