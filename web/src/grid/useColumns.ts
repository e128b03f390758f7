import { attributes } from '@piezario/contract/attributes';
import { templates } from '@piezario/contract/templates';
import { useCall } from '../api/hooks.ts';
import { arrange } from '../ui/table/arrange.ts';
import { usePreferences } from '../ui/table/usePreferences.ts';
import { columnsOf, type PartColumn } from './columns.ts';
import type { PartRow } from './rows.ts';

/*
 * Each hook returns the same objects while its columns are the same: thousands of cells are drawn again after another
 * one.
 */

/** All columns of a product; null while they are read. */
export function usePartColumns(brand: number, product: number): readonly PartColumn[] | null {
  const usual = useCall(attributes.usual, { params: { brandId: brand, productId: product } }).data;
  const template = useCall(templates.show, { params: { productId: product } }).data;
  return usual && template ? columnsOf(usual, template.attributes) : null;
}

const NONE: string[] = [];

/** The columns as a person has arranged them. */
export function useArrangedColumns(all: readonly PartColumn[], product: number) {
  const [preferences, prefer] = usePreferences(`grid:${product}`, NONE);
  const offered = all.map(({ key, label, width }) => ({ key, label, width, render: () => null }));
  const arranged = arrange<PartRow>(offered, preferences);
  const columns = arranged.flatMap(({ key, shown, width }): PartColumn[] => {
    const column = all.find((one) => one.key === key);
    return column && shown ? [{ ...column, width: width ?? column.width }] : [];
  });
  return { arranged, columns, preferences, prefer };
}
