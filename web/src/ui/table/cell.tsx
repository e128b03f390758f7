import type { Kind } from '@piezario/contract/list';
import type { ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import classes from './cell.module.css';
import type { Column } from './list.ts';

const DAY = new Intl.DateTimeFormat('es-AR', { dateStyle: 'short' });

const Flag = ({ on }: { on: boolean }) => (
  <span className={classes.flag} data-on={on || undefined}>
    {on ? 'SI' : 'NO'}
  </span>
);

function byKind(kind: Kind | undefined, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return <span className={classes.none}>—</span>;
  if (kind === 'flag') return <Flag on={value === 1 || value === true} />;
  if (kind === 'number' && typeof value === 'number') return formatNumber(value);
  if (kind === 'date') return DAY.format(new Date(String(value)));
  return String(value);
}

export const cell = <Row,>(column: Column<Row>, kind: Kind | undefined, row: Row): ReactNode =>
  column.render ? column.render(row) : byKind(kind, row[column.key as keyof Row]);

/** Figures line up at the right unless told otherwise. */
export const alignOf = <Row,>(column: Column<Row>, kind: Kind | undefined) =>
  column.align ?? (kind === 'number' ? 'right' : 'left');
