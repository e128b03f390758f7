import { tidy } from '@piezario/contract/fields';
import { replaceFilter } from '../ui/table/list.ts';
import { useSelection } from './selection.ts';
import { useFilters } from './useFilters.ts';
import { useSetPartsQuery } from './usePartsQuery.ts';

export const codeContains = (text: string) => ({ column: 'code', mode: 'contains', value: tidy(text) }) as const;

/** The filter by code of the table of parts, which the search box of the toolbar reads and writes. */
export function useCodeFilter() {
  const { selection, inCatalog } = useSelection();
  const { brand, category, product } = selection;
  const applied = useFilters().find(({ column, mode }) => column === 'code' && mode === 'contains');
  const setQuery = useSetPartsQuery();
  const isOn = inCatalog && brand !== null;
  return {
    /** Whether a table of parts is on the screen. */
    isOn,
    text: isOn ? (applied?.value ?? '') : '',
    selection,
    /** Changes with the selection, which clears what was typed. */
    selected: isOn && `${brand} ${category} ${product}`,
    /** An empty text removes the filter. */
    apply: (text: string) => setQuery(({ filters }) => ({ filters: replaceFilter(filters, codeContains(text)) })),
  };
}
export type CodeFilter = ReturnType<typeof useCodeFilter>;
