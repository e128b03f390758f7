import { isBlankText } from '@piezario/contract/fields';
import type { z } from 'zod';
import type { PastedColumn, PastedRow } from './readTable.ts';

/** Pasted row: new, existing, or invalid with a reason. */
export type CheckedRow<Row> = Pick<PastedRow, 'values'> &
  ({ readonly state: 'new'; readonly row: Row } | { readonly state: 'there' | 'wrong'; readonly note: string });

type Rules<Row> = {
  readonly columns: readonly PastedColumn[];
  readonly schema: z.ZodType<Row>;
  /** Rows with the same key are duplicates. */
  readonly keyOf: (row: Row) => string;
  readonly existing: readonly Row[];
};

export function checkRows<Row>(rows: readonly PastedRow[], { columns, schema, keyOf, existing }: Rules<Row>) {
  const there = new Set(existing.map(keyOf));
  const pasted = new Set<string>();
  return rows.map(({ values, extra }): CheckedRow<Row> => {
    if (extra.length > 0) {
      return { values, state: 'wrong', note: `Sobran celdas: ${extra.join(', ')}` };
    }
    const read = schema.safeParse(values);
    if (!read.success) {
      const [issue] = read.error.issues;
      const column = columns.find(({ key }) => key === issue?.path[0]);
      const isMissing = isBlankText(values[column?.key ?? ''] ?? '');
      return { values, state: 'wrong', note: `${column?.label}: ${isMissing ? 'falta' : issue?.message}` };
    }
    const key = keyOf(read.data);
    if (there.has(key)) return { values, state: 'there', note: 'Ya está: no cambia' };
    if (pasted.has(key)) return { values, state: 'there', note: 'Repetida más arriba' };
    pasted.add(key);
    return { values, state: 'new', row: read.data };
  });
}
