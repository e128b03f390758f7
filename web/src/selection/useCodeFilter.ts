import { tidy } from '@piezario/contract/fields';
import { parts } from '@piezario/contract/parts';
import { call } from '../api/client.ts';
import { readView, replaceFilter } from '../ui/table/list.ts';
import { filtersOf, useSelection } from './selection.ts';
import { useFilters } from './useFilters.ts';
import { useSetPartsQuery } from './usePartsQuery.ts';

const codeContains = (text: string) => ({ column: 'code', mode: 'contains', value: tidy(text) }) as const;

/** The filter by code of the table of parts, which the search box of the toolbar reads and writes. */
export function useCodeFilter() {
  const { selection, inCatalog } = useSelection();
  const { brand, category, product } = selection;
  const applied = useFilters().find(({ column, mode }) => column === 'code' && mode === 'contains');
  const setQuery = useSetPartsQuery();
  const isOn = inCatalog && brand !== null;
  /** The call whose total is the number of parts of the selection with such a code. The other filters do not count. */
  const countOf = (text: string) => ({
    params: { brandId: brand ?? 0, productId: product ?? ('all' as const) },
    query: { ...readView(parts.list, {}), size: 1, filters: [codeContains(text), ...filtersOf(selection)] },
  });
  return {
    /** Whether a table of parts is on the screen. */
    isOn,
    text: isOn ? (applied?.value ?? '') : '',
    /** Changes with the selection, which clears what was typed. */
    selected: isOn ? `${brand} ${category} ${product}` : '',
    countOf,
    /** Without an answer the filter is likely enough: the table itself shows that there is no connection. */
    hasCode: (text: string) =>
      call(parts.list, countOf(text)).then(
        ({ total }) => total > 0,
        () => true,
      ),
    /** An empty text removes the filter. */
    apply: (text: string) => setQuery(({ filters }) => ({ filters: replaceFilter(filters, codeContains(text)) })),
  };
}
export type CodeFilter = ReturnType<typeof useCodeFilter>;
