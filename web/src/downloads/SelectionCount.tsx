import type { Filter } from '@piezario/contract/list';
import { parts } from '@piezario/contract/parts';
import type { ReactNode } from 'react';
import { useCall } from '../api/hooks.ts';
import { filtersOf, type Selection } from '../selection/selection.ts';
import { formatNumber } from '../ui/format.ts';
import { readView } from '../ui/table/list.ts';
import { counted } from '../ui/words.ts';
import classes from './ExportMenu.module.css';

export type Scope = 'filtered' | 'all';

type Props = {
  chosen: Selection & { brand: number };
  names: readonly string[];
  /** Filters of the table. */
  filters: readonly Filter[];
  /** Renders the choice between the filtered parts and all parts. */
  choice: (options: readonly { value: Scope; label: string }[]) => ReactNode;
};

/** Number of parts in a file: all of the selection, or those that also pass the filters of the table. */
export function SelectionCount({ chosen, names, filters, choice }: Props) {
  const all = useTotal(chosen, []);
  const filtered = useTotal(chosen, filters);
  return (
    <>
      <div className={classes.count}>
        <strong className="slim strong breaks">{names.join(' · ')}</strong>
        {filters.length === 0 && (
          <span className="dim">{all === null ? '' : all === undefined ? COUNTING : counted(all, 'pieza')}</span>
        )}
      </div>
      {filters.length > 0 &&
        choice([
          {
            value: 'filtered',
            label: filtered === 1 ? 'Exportar la filtrada' : `Exportar las ${inWords(filtered)} filtradas`,
          },
          { value: 'all', label: `Exportar las ${inWords(all)}` },
        ])}
    </>
  );
}

/** Undefined while the total is loading, null after an error. */
function useTotal(chosen: Props['chosen'], filters: readonly Filter[]): number | undefined | null {
  const { data, isPlaceholderData, error } = useCall(parts.list, {
    params: { brandId: chosen.brand, productId: chosen.product ?? 'all' },
    query: { ...readView(parts.list, {}), size: 1, filters: [...filtersOf(chosen), ...filters] },
  });
  if (error) return null;
  return isPlaceholderData ? undefined : data?.total;
}

const COUNTING = 'Contando las piezas…';
const inWords = (total: number | undefined | null) => (total == null ? '…' : formatNumber(total));
