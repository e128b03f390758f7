import type { RowKind, SampleSheet } from '@piezario/contract/workbook-mappings';
import { IconEye, IconEyeOff, IconTableRow } from '@tabler/icons-react';
import { RowButton } from '../../ui/RowIcon.tsx';
import classes from './RowsTable.module.css';
import { columnLetters, KIND_NAMES } from './words.ts';

type Row = SampleSheet['first'][number];

type Props = {
  sample: SampleSheet;
  header: readonly number[];
  kindOf: (row: Row) => RowKind;
  onHeader: (row: number) => void;
  onFlip: (row: number) => void;
};

/** The first rows of a sheet as the file has them. */
export function RowsTable({ sample: { name, first }, header, kindOf, onHeader, onFlip }: Props) {
  const width = Math.max(0, ...first.map(({ cells }) => cells.length));
  const letters = Array.from({ length: width }, (_, position) => columnLetters(position));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reachable by keyboard
    <section className={classes.box} tabIndex={0} aria-label={`Primeras filas de ${name}`}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Fila</th>
            <th scope="col">Qué es</th>
            {letters.map((letter) => (
              <th key={letter} scope="col">
                {letter}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.map((row) => (
            <Line
              key={row.row}
              row={row}
              letters={letters}
              kind={header.includes(row.row) ? 'titles' : kindOf(row)}
              onHeader={onHeader}
              onFlip={onFlip}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type LineProps = Pick<Props, 'onHeader' | 'onFlip'> & {
  row: Row;
  letters: readonly string[];
  /** `titles` for the rows that the mapping takes as header. */
  kind: RowKind | 'titles';
};

const Line = ({ row: { row, cells }, letters, kind, onHeader, onFlip }: LineProps) => (
  <tr data-kind={kind}>
    <th scope="row">{row}</th>
    <td>
      <span className="row">
        <RowButton
          icon={IconTableRow}
          title="Fila de títulos"
          label={`La fila ${row} tiene los títulos`}
          aria-pressed={kind === 'titles'}
          onClick={() => onHeader(row)}
        />
        {kind !== 'titles' && kind !== 'blank' && kind !== 'skipped' && (
          <RowButton
            icon={kind === 'part' ? IconEyeOff : IconEye}
            title={kind === 'part' ? 'No leer esta fila' : 'Leer como pieza'}
            label={kind === 'part' ? `No leer la fila ${row}` : `Leer la fila ${row} como pieza`}
            onClick={() => onFlip(row)}
          />
        )}
        <span className={classes.kind}>{kind === 'titles' ? 'títulos' : KIND_NAMES[kind]}</span>
      </span>
    </td>
    {letters.map((letter, position) => (
      <td key={letter} title={cells[position]}>
        {cells[position]}
      </td>
    ))}
  </tr>
);
