import { Button, Group, Text } from '@mantine/core';
import { countedInWords } from '@piezario/contract/added';
import { IconAlertTriangle, IconEqual, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../Dialog.tsx';
import { formatNumber } from '../format.ts';
import { capital, counted, type Words } from '../words.ts';
import type { CheckedRow } from './checkRows.ts';
import classes from './PastedRows.module.css';
import type { PastedColumn } from './readTable.ts';

type Props<Row> = {
  words: Words;
  columns: readonly PastedColumn[];
  rows: readonly CheckedRow<Row>[];
  /** Limit of rows that are added at once. */
  most: number;
  /** Resolves when they were added or refused. */
  onAdd: (rows: Row[]) => Promise<void>;
  onClose: () => void;
};

const ICONS = { new: IconPlus, there: IconEqual, wrong: IconAlertTriangle };

/** Preview of a pasted table, row by row, before it is saved. */
export function PastedRows<Row>({ words, columns, rows, most, onAdd, onClose }: Props<Row>) {
  const added = rows.flatMap((one) => (one.state === 'new' ? [one.row] : []));
  const [isAdding, setAdding] = useState(false);
  const add = async () => {
    setAdding(true);
    await onAdd(added);
    setAdding(false);
  };
  const isTooMuch = added.length > most;
  const count = (state: CheckedRow<Row>['state']) => rows.filter((row) => row.state === state).length;
  return (
    <Dialog onClose={onClose} size="lg" title={`${capital(words.many)} de una planilla`}>
      <Text size="sm" mb="sm">
        {summary(count('new'), count('there'), count('wrong'))}
        {isTooMuch && ` Se agregan hasta ${formatNumber(most)} por vez: pegá menos filas.`}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section className={classes.scroller} aria-label="Filas pegadas" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">Qué pasa</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              <tr key={index} data-state={row.state}>
                {columns.map(({ key }) => (
                  <td key={key}>{row.values[key]}</td>
                ))}
                <td className={classes.note}>
                  <State row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={onClose}>
          {added.length > 0 ? 'Cancelar' : 'Cerrar'}
        </Button>
        {added.length > 0 && !isTooMuch && (
          <Button data-autofocus loading={isAdding} leftSection={<IconPlus size={18} />} onClick={() => void add()}>
            Agregar {formatNumber(added.length)}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}

function State<Row>({ row }: { row: CheckedRow<Row> }) {
  const Icon = ICONS[row.state];
  return (
    <>
      <Icon size={15} stroke={1.8} aria-hidden />
      {row.state === 'new' ? 'Se agrega' : row.note}
    </>
  );
}

function summary(added: number, there: number, wrong: number): string {
  const parts = [
    added > 0 && countedInWords(added, ['Se agrega', 'Se agregan'], ['fila', 'filas']),
    there > 0 && counted(there, 'ya está', 'ya están'),
    wrong > 0 && counted(wrong, 'no se puede leer', 'no se pueden leer'),
  ].filter((part) => part !== false);
  return `${parts.join(' · ')}.`;
}
