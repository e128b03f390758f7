import type { ExportKind } from '@piezario/contract/exporter';
import { dayOf } from '../db/day.ts';
import type { Selection } from '../parts/selection.ts';

/** Maximum length of each name, so that the whole file name is valid on every system. */
const LONGEST = 50;

/** `parts_31-12-2026_Marca_Categoría_Producto.xlsx`; with `_filtradas` when other filters apply. */
export function fileName(kind: ExportKind, { brand, category, product, filters }: Selection, now: Date): string {
  const { year, month, day } = dayOf(now);
  const digits = (number: number) => String(number).padStart(2, '0');
  const date = `${digits(day)}-${digits(month)}-${year}`;
  const names = [brand.name, category?.name ?? 'todas', product?.name ?? 'todos'].map(asFileName);
  if (filters.length > 0) names.push('filtradas');
  return `${[kind, date, ...names].join('_')}.${kind === 'json' ? 'json' : 'xlsx'}`;
}

/** Without characters that have a meaning in paths. */
const asFileName = (name: string) => [...name.replace(/[/\\:*?"<>|\p{Cc}]/gu, '-')].slice(0, LONGEST).join('').trim();
