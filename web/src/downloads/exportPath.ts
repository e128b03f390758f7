import { type ExportKind, exporter } from '@piezario/contract/exporter';
import { pathOf } from '../api/client.ts';
import type { Selection } from '../selection/selection.ts';

type Chosen = Pick<Selection, 'category' | 'product'> & { readonly brand: number };

/** The path of the file of a selection. The category only counts without a product. */
export function exportPath(kind: ExportKind, { brand, category, product }: Chosen): string {
  const params = { brandId: brand, productId: product ?? ('all' as const) };
  const query = { part_category_id: product === null ? (category ?? undefined) : undefined };
  return kind === 'json'
    ? pathOf(exporter.json, { params, query })
    : pathOf(exporter.spreadsheet, { params: { ...params, kind }, query });
}
