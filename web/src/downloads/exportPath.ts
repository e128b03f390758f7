import { type ExportKind, exporter } from '@piezario/contract/exporter';
import { pathOf } from '../api/client.ts';
import type { Selection } from '../selection/selection.ts';

type Chosen = Pick<Selection, 'category' | 'product'> & {
  readonly brand: number;
  readonly vehicles?: readonly number[];
};

/** The path of the file of a selection. The category only counts without a product. */
export function exportPath(kind: ExportKind, { brand, category, product, vehicles = [] }: Chosen): string {
  const params = { brandId: brand, productId: product ?? ('all' as const) };
  const query = {
    ...(product === null && category !== null && { part_category_id: category }),
    ...(vehicles.length > 0 && { vehicles: [...vehicles] }),
  };
  return kind === 'json'
    ? pathOf(exporter.json, { params, query })
    : pathOf(exporter.spreadsheet, { params: { ...params, kind }, query });
}
