import { exporter, type FileKind } from '@piezario/contract/exporter';
import type { Filter, TableQuery } from '@piezario/contract/list';
import { pathOf } from '../api/client.ts';
import { filtersOf, type Selection } from '../selection/selection.ts';

type Chosen = Pick<Selection, 'category' | 'product'> & {
  readonly brand: number;
  /** Other filters of the table. */
  readonly filters?: readonly Filter[];
};

const placeOf = ({ brand, product }: Chosen) => ({ brandId: brand, productId: product ?? ('all' as const) });
const allFilters = ({ filters = [], ...chosen }: Chosen) => [...filtersOf(chosen), ...filters];

/** The path of the file of a selection. The category only counts without a product. */
export function exportPath(kind: FileKind, chosen: Chosen): string {
  const [params, query] = [placeOf(chosen), allFilters(chosen)];
  return kind === 'json'
    ? pathOf(exporter.json, { params, query })
    : pathOf(exporter.spreadsheet, { params: { ...params, kind }, query });
}

/** The path of the file of the table of a selection. */
export const tablePath = (chosen: Chosen, { columns, sort }: Pick<TableQuery, 'columns' | 'sort'>): string =>
  pathOf(exporter.table, { params: placeOf(chosen), query: { columns, sort, filters: allFilters(chosen) } });
