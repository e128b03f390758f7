import { Button, Stack, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { importCorrections, type RowCell } from '@piezario/contract/import-corrections';
import { type FormEvent, useState } from 'react';
import { useAction, useCall } from '../../api/hooks.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loading } from '../../ui/Loading.tsx';

const DIALOG = 'correct-row';

type Props = { udid: string; id: number };

/** Asks for the right cells of a row with an error. */
export const openCorrectRow = (props: Props, place: { sheet: string; row: number }) =>
  modals.open({
    modalId: DIALOG,
    title: `Corregir ${place.sheet}, fila ${formatNumber(place.row)}`,
    children: <CorrectRow {...props} />,
  });

function CorrectRow({ udid, id }: Props) {
  const row = useCall(importCorrections.row, { params: { udid, id } }, { gcTime: 0, refetchOnWindowFocus: false });
  if (row.data) return <CellsForm udid={udid} id={id} cells={row.data.cells} />;
  return row.error ? <Failed title="No se pudo leer la fila" read={row} /> : <Loading />;
}

function CellsForm({ udid, id, cells }: Props & { cells: readonly RowCell[] }) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const storing = useAction(importCorrections.store, () => modals.close(DIALOG));
  const changed = cells.flatMap(({ column, value }) => {
    const text = typed[column];
    return text === undefined || text === value ? [] : [{ column, value: text }];
  });
  const wrong = cells.filter(({ reason }) => reason !== null);
  const others = cells.filter(({ reason }) => reason === null);
  const fieldOf = (cell: RowCell, index: number) => (
    <Textarea
      key={cell.column}
      label={cell.title ?? cell.column}
      error={typed[cell.column] === undefined && cell.reason}
      // The row arrives after the dialog has opened.
      autoFocus={index === 0}
      autosize
      minRows={1}
      maxRows={6}
      spellCheck={false}
      value={typed[cell.column] ?? cell.value}
      onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [cell.column]: value }))}
      // Enter submits, since few cells have several lines. Shift+Enter starts a new line.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
    />
  );
  const store = (event: FormEvent) => {
    event.preventDefault();
    if (changed.length > 0 && !storing.isPending) storing.mutate({ body: { udid, id, cells: changed } });
  };
  return (
    <Stack gap="md" component="form" onSubmit={store}>
      {wrong.map(fieldOf)}
      {others.length > 0 && (
        <Disclosure label="Los demás datos de la fila">
          <Stack gap="md">{others.map((cell) => fieldOf(cell, 1))}</Stack>
        </Disclosure>
      )}
      <Text size="sm" c="dimmed">
        Se guarda con esta importación, y las filas con errores se leen de nuevo. El archivo no cambia.
      </Text>
      <Button type="submit" disabled={changed.length === 0} loading={storing.isPending}>
        Corregir
      </Button>
    </Stack>
  );
}
