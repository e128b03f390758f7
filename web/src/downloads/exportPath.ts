import { type ExportKind, exporter } from '@piezario/contract/exporter';
import type { Filter } from '@piezario/contract/list';
import { pathOf } from '../api/client.ts';
import { filtersOf, type Selection } from '../selection/selection.ts';

type Chosen = Pick<Selection, 'category' | 'product'> & {
  readonly brand: number;
  /** Other filters of the table. */
  readonly filters?: readonly Filter[];
};

/** The path of the file of a selection. The category only counts without a product. */
export function exportPath(kind: ExportKind, { brand, category, product, filters = [] }: Chosen): string {
  const params = { brandId: brand, productId: product ?? ('all' as const) };
  const query = [...filtersOf({ category, product }), ...filters];
  return kind === 'json'
    ? pathOf(exporter.json, { params, query })
    : pathOf(exporter.spreadsheet, { params: { ...params, kind }, query });
}
