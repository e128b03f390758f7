import type { Sent } from '@piezario/contract/endpoint';
import type { Paged } from '@piezario/contract/list';
import { useQueryClient } from '@tanstack/react-query';
import { pathOf } from '../api/client.ts';
import { queryOf } from '../api/hooks.ts';
import type { ListEndpoint } from './table/list.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page of the list that a record was opened from. Absent when a link led to it. */
    listPage?: ListPage;
  }
}

/**
 * A page of a list as it was when one of its records was opened. A record that leaves the list, because it was changed,
 * keeps its place among the others.
 */
export type ListPage = {
  /** The call that read the page. */
  readonly call: string;
  readonly ids: readonly number[];
  readonly page: number;
  /** The place of the first record, from 1 on, and how many the list has. */
  readonly from: number;
  readonly total: number;
  /** The cursor of the page after this one. */
  readonly next: string | null;
};

export type PageOfIds = Paged<{ readonly id: number }>;

export const listPageOf = (call: string, { data, current_page, from, total, next }: PageOfIds): ListPage => ({
  call,
  ids: data.map(({ id }) => id),
  page: current_page,
  from: from ?? 1,
  total,
  next,
});

/** Returns a function that returns the page that a table shows. */
export function useListPage<E extends ListEndpoint>(list: E, sent: Sent<E>) {
  const queries = useQueryClient();
  return (): ListPage | undefined => {
    const page = queries.getQueryData<PageOfIds>(queryOf(list, sent).queryKey);
    return page && listPageOf(pathOf(list, sent), page);
  };
}
