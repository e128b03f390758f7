import { type ImportFile, importer } from '@piezario/contract/importer';
import { IconPencil } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useCall } from '../../api/hooks.ts';
import { RowButton } from '../../ui/RowIcon.tsx';
import { PagedTable } from '../../ui/table/DataTable.tsx';
import type { Column, RowOf } from '../../ui/table/list.ts';
import { useLocalQuery } from '../../ui/table/useLocalQuery.ts';
import { openCorrectRow } from './CorrectRow.tsx';

type ImportError = RowOf<typeof importer.errors>;

const WORDS = { one: 'error', many: 'errores', article: 'el' } as const;

const COLUMNS: readonly Column<ImportError>[] = [
  {
    key: 'sheet',
    label: 'Hoja',
    width: 132,
    render: ({ sheet, row }) => (
      <>
        {sheet}
        {row > 0 && <span className="phone-only">, fila {row}</span>}
      </>
    ),
  },
  // Row number in the spreadsheet, or 0 for an error without a row.
  { key: 'row', label: 'Fila', width: 96, inTitle: true, render: ({ row }) => (row > 0 ? row : '—') },
  { key: 'column', label: 'Columna', width: 160 },
  {
    key: 'value',
    label: 'Valor',
    width: 220,
    render: ({ value }) => (value ? <span className="text-sm code">{value}</span> : <span className="dim">vacío</span>),
  },
  { key: 'reason', label: 'Motivo', render: ({ reason }) => <span className="cell-text">{reason}</span> },
];

/** The refused rows: where each error is and why. */
export function ErrorsTable({ file: { udid, errors_count, state: stateOfFile } }: { file: ImportFile }) {
  const state = useLocalQuery(importer.errors);
  const page = useCall(importer.errors, { params: { udid }, query: state.query });
  const { refetch } = page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count means that there are errors not read yet
  useEffect(() => void refetch(), [errors_count, refetch]);
  const isEnded = stateOfFile === 'review' || stateOfFile === 'done';
  return (
    <PagedTable
      list={importer.errors}
      page={page}
      state={state}
      words={WORDS}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      actions={
        isEnded
          ? ({ id, sheet, row, column }) =>
              row > 0 && (
                <RowButton
                  icon={IconPencil}
                  title="Corregir"
                  label={`Corregir ${sheet}, fila ${row}, ${column}`}
                  onClick={() => openCorrectRow({ udid, id }, { sheet, row })}
                />
              )
          : undefined
      }
    />
  );
}
