import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { formatNumber } from '../ui/format.ts';
import type { CellText } from '../ui/grid/edits.ts';
import { counted, fold } from '../ui/words.ts';
import { CODE, type PartColumn } from './columns.ts';
import classes from './Grid.module.css';
import { type PartRow, textOf } from './rows.ts';

type Props = {
  rows: readonly PartRow[];
  columns: readonly PartColumn[];
  /** Column of the active cell, which is searched first. */
  active: string | null;
  onReplace: (cells: readonly CellText[]) => void;
  onClose: () => void;
};

type Found = CellText & { readonly code: string; readonly before: string };

/** Limit of replacements in the preview. */
const SHOWN = 100;
const ALL = '';

/** Replaces a text in all cells of a column or of the sheet, with a preview of each. */
export function FindReplace({ rows, columns, active, onReplace, onClose }: Props) {
  const offered = columns.filter(({ key }) => key !== CODE);
  const [text, setText] = useState('');
  const [to, setTo] = useState('');
  const [isWhole, setWhole] = useState(false);
  const [column, setColumn] = useState(offered.some(({ key }) => key === active) ? (active ?? ALL) : ALL);
  const searched = offered.filter(({ key }) => column === ALL || key === column);
  const found =
    text === '' ? [] : rows.flatMap((row) => searched.flatMap((one) => replaced(row, one, text, to, isWhole)));
  const cells = found.filter(({ text, before }) => text !== before);
  return (
    <Dialog onClose={onClose} title="Buscar y reemplazar" size="lg">
      <form
        className="column gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          onReplace(cells);
          onClose();
        }}
      >
        <NativeSelect
          label="En la columna"
          value={column}
          onChange={(event) => setColumn(event.currentTarget.value)}
          data={[{ value: ALL, label: 'Todas' }, ...offered.map(({ key, label }) => ({ value: key, label }))]}
        />
        <TextInput
          label="Buscar"
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextInput label="Reemplazar por" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
        <Checkbox
          label="La celda entera tiene que ser igual"
          checked={isWhole}
          onChange={(event) => setWhole(event.currentTarget.checked)}
        />
        <p role="status" className="dim">
          {text === '' ? 'No distingue mayúsculas ni acentos.' : `${counted(found.length, 'celda')} con ese texto`}
          {cells.length > SHOWN && `; se muestran ${formatNumber(SHOWN)}`}
        </p>
        {cells.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          <ul className={classes.preview} tabIndex={0} aria-label="Cómo quedan">
            {cells.slice(0, SHOWN).map(({ row, column: key, code, before, text: after }) => (
              <li key={`${row} ${key}`}>
                <span className="part-code">{code || 'Nueva'}</span>
                <del>{before}</del>
                <ins>{after || 'vacía'}</ins>
              </li>
            ))}
          </ul>
        )}
        <div className="row gap-8 end">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" disabled={cells.length === 0}>
            Reemplazar {counted(cells.length, 'celda')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Letters without marks, so that a place in the folded text is the same place in the text. */
const plain = (text: string) => [...text].map((letter) => fold(letter).charAt(0) || letter.charAt(0)).join('');

/** The cell with every occurrence replaced, in an array, or none. Case and accents are no difference. */
function replaced(row: PartRow, column: PartColumn, search: string, to: string, isWhole: boolean): Found[] {
  const before = textOf(row, column);
  if (!fold(before).includes(fold(search))) return [];
  const [letters, folded, wanted] = [[...before], plain(before), plain(search)];
  if (isWhole ? folded !== wanted : !folded.includes(wanted)) return [];
  let text = '';
  for (let at = 0; at < letters.length; ) {
    const isHere = folded.startsWith(wanted, at);
    text += isHere ? to : letters[at];
    at += isHere ? wanted.length : 1;
  }
  const code = row.part?.code ?? '';
  return [{ row: row.key, column: column.key, text: text.trim(), before, code }];
}
