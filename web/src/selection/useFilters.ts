import type { Filter } from '@piezario/contract/list';
import { parts } from '@piezario/contract/parts';
import { useLocation } from '@tanstack/react-router';
import { readView } from '../ui/table/list.ts';
import { useSelection } from './selection.ts';
import { fromUrl } from './usePartsQuery.ts';

/** Filters of the table of parts while it is on the screen. A file can be limited to the parts that pass them. */
export function useFilters(): readonly Filter[] {
  const { inCatalog } = useSelection();
  const search = useLocation({ select: (location) => location.search });
  return inCatalog ? readView(parts.list, fromUrl(search)).filters : [];
}
