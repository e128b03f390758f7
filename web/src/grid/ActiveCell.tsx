import { Button, Textarea } from '@mantine/core';
import { CODE, type PartColumn } from './columns.ts';
import classes from './Grid.module.css';
import { type PartRow, textOf } from './rows.ts';
import type { Sheet } from './useSheet.ts';

type Props = {
  sheet: Sheet;
  row: PartRow;
  column: PartColumn;
  /** On a phone the cells of the row are fields below the sheet. */
  isForm: boolean;
};

/** The active cell: its whole text, its problem and what solves it. */
export function ActiveCell({ sheet: { columns, conflicts, problemIn, change, resolve }, row, column, isForm }: Props) {
  const text = textOf(row, column);
  const problem = problemIn(row, column);
  const suggestion = problem?.suggestion;
  const settle = (mine: boolean) =>
    resolve(
      mine,
      conflicts.filter((cell) => cell.row === row.key && cell.column === column.key),
    );
  return (
    <div className={classes.active} data-form={isForm || undefined}>
      {isForm ? (
        columns.map((one) => (
          <Textarea
            key={`${row.key} ${one.key} ${textOf(row, one)}`}
            label={one.label}
            autosize
            minRows={1}
            maxRows={6}
            readOnly={one.key === CODE && row.part !== null}
            defaultValue={textOf(row, one)}
            onBlur={(event) => change([{ row: row.key, column: one.key, text: event.currentTarget.value }])}
          />
        ))
      ) : (
        <>
          <span className="dim">{column.label}</span>
          <span className={classes.whole}>{text || '—'}</span>
        </>
      )}
      {/* Read by screen readers when the active cell changes. */}
      <span role="status" className={classes.problem}>
        {problem?.reason}
      </span>
      {suggestion !== undefined && (
        <Button
          variant="light"
          size="compact-sm"
          onClick={() => change([{ row: row.key, column: column.key, text: suggestion }])}
        >
          Poner «{suggestion}»
        </Button>
      )}
      {problem?.is === 'conflict' && (
        <>
          <Button variant="default" size="compact-sm" onClick={() => settle(true)}>
            Dejar la mía
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => settle(false)}>
            Dejar la suya
          </Button>
        </>
      )}
    </div>
  );
}
