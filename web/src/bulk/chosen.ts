import { exporter } from '@piezario/contract/exporter';
import { type Filter, joinValues, MAX_AMONG, splitValue } from '@piezario/contract/list';
import type { ListedPart } from '@piezario/contract/parts';
import type { Selection } from '../selection/selection.ts';
import { formatNumber } from '../ui/format.ts';
import type { Selected } from '../ui/table/useRowSelection.ts';
import { counted } from '../ui/words.ts';

/** The list that parts are chosen in: all its filters, also those of the screen. */
export type List = Pick<Selection, 'product'> & { readonly brand: number; readonly filters: readonly Filter[] };

type Parts = Selected<ListedPart>;

const idsOf = ({ keys }: Parts) => [...keys].map(Number);

/** The chosen parts as the API takes them. */
export const partsOf = (selected: Parts, { brand, product, filters }: List) =>
  selected.inverted
    ? {
        matching: {
          brandId: brand,
          productId: product ?? ('all' as const),
          query: exporter.json.query.encode(filters),
          except: idsOf(selected),
        },
      }
    : { ids: idsOf(selected) };

/** The filters of a file with these parts; undefined when no filters select them. */
export function filtersOf(selected: Parts, { filters }: List): readonly Filter[] | undefined {
  const ids = idsOf(selected);
  if (selected.inverted) return ids.length === 0 ? filters : undefined;
  if (ids.length > MAX_AMONG) return undefined;
  return [{ column: 'id', mode: 'in', value: joinValues('in', ids.map(String)) }];
}

/** The vehicles that the list is filtered by. */
export const vehiclesOf = ({ filters }: List): readonly number[] =>
  filters.filter(({ column }) => column === 'vehicle_id').flatMap((filter) => splitValue(filter).map(Number));

/** 12 piezas elegidas; Las 1.234 que coinciden, menos 2 */
export function inWords({ inverted, keys, total }: Parts): string {
  if (!inverted) return counted(keys.size, 'pieza elegida', 'piezas elegidas');
  return `Las ${formatNumber(total)} que coinciden${keys.size > 0 ? `, menos ${formatNumber(keys.size)}` : ''}`;
}

/** Whether the whole page is selected, but not all matching parts. */
export const isPageOnly = ({ inverted, keys, rows, shown, total }: Parts) =>
  !inverted && shown > 0 && rows.length === shown && total > keys.size;

/** Id of a selected part, whose product determines the suggestions. */
export const exampleOf = ({ inverted, keys, rows }: Parts) =>
  rows[0]?.id ?? (inverted ? undefined : [...keys].map(Number)[0]);
