import { type ClipboardEvent, type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useHeld } from '../useUnsaved.tsx';
import { fold, type Words } from '../words.ts';
import { type CheckedRow, checkRows } from './checkRows.ts';
import { PastedRows } from './PastedRows.tsx';
import { isTable, type PastedColumn, readTable } from './readTable.ts';

type Options<Row> = {
  words: Words;
  columns: readonly PastedColumn[];
  /** Schema of a row. */
  schema: z.ZodType<Row>;
  /** Rows with the same key are duplicates. */
  keyOf: (row: Row) => string;
  existing: readonly Row[];
  most: number;
  onAdd: (rows: Row[], onAdded: () => void) => Promise<void>;
};

const isSame = (a: string, b: string) => fold(a) === fold(b);

/** Shows a preview of a table that is pasted into a form. Its new rows are added when the person confirms. */
export function usePaste<Row>({ words, most, onAdd, ...rules }: Options<Row>): {
  onPaste: (event: ClipboardEvent) => void;
  dialog: ReactNode;
} {
  const [rows, setRows] = useState<readonly CheckedRow<Row>[] | null>(null);
  const close = () => setRows(null);
  useHeld(() => rows !== null);
  return {
    onPaste: (event) => {
      const text = event.clipboardData.getData('text/plain');
      if (!isTable(text)) return;
      event.preventDefault();
      setRows(checkRows(readTable(text, rules.columns, isSame), rules));
    },
    dialog: rows && (
      <PastedRows
        words={words}
        columns={rules.columns}
        rows={rows}
        most={most}
        onAdd={(added) => onAdd(added, close)}
        onClose={close}
      />
    ),
  };
}
