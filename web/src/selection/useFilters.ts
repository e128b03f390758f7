import type { Filter } from '@piezario/contract/list';
import { parts } from '@piezario/contract/parts';
import { useLocation } from '@tanstack/react-router';
import { readView } from '../ui/table/list.ts';
import { useSelection } from './selection.ts';
import { fromUrl } from './usePartsQuery.ts';

/** The filters of the table of parts, where it is on the screen: a file holds what they leave. */
export function useFilters(): readonly Filter[] {
  const { inCatalog } = useSelection();
  const search = useLocation({ select: (location) => location.search });
  return inCatalog ? readView(parts.list, fromUrl(search)).filters : [];
}
