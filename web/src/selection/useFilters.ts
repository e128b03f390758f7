import type { Filter, ListQuery } from '@piezario/contract/list';
import { parts } from '@piezario/contract/parts';
import { useLocation } from '@tanstack/react-router';
import { readView } from '../ui/table/list.ts';
import { useSelection } from './selection.ts';
import { fromUrl } from './usePartsQuery.ts';

/** Filters and order of the table of parts; null while it is not on the screen. */
export function useTableView(): Pick<ListQuery, 'filters' | 'sort'> | null {
  const { inCatalog } = useSelection();
  const search = useLocation({ select: (location) => location.search });
  return inCatalog ? readView(parts.list, fromUrl(search)) : null;
}

/** Filters of the table of parts while it is on the screen. A file can be limited to the parts that pass them. */
export const useFilters = (): readonly Filter[] => useTableView()?.filters ?? [];
