import type { Kind } from '@piezario/contract/list';
import type { ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import { type Column, type Option, optionsOf } from './list.ts';

const DAY = new Intl.DateTimeFormat('es-AR', { dateStyle: 'short' });

const Flag = ({ on, options }: { on: boolean; options: readonly Option[] | undefined }) => (
  <span className="dot" data-on={on || undefined}>
    {options?.find(({ value }) => value === (on ? '1' : '0'))?.label}
  </span>
);

function byKind(kind: Kind | undefined, value: unknown, options: readonly Option[] | undefined): ReactNode {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'flag') return <Flag on={value === 1 || value === true} options={options} />;
  if (kind === 'number' && typeof value === 'number') return formatNumber(value);
  if (kind === 'date') return DAY.format(new Date(String(value)));
  return options?.find((option) => option.value === String(value))?.label ?? String(value);
}

export const cell = <Row,>(column: Column<Row>, kind: Kind | undefined, row: Row): ReactNode =>
  (column.render ? column.render(row) : byKind(kind, row[column.key as keyof Row], optionsOf(column, kind))) ?? (
    <span className="dim">—</span>
  );

/** Numbers are aligned right by default. */
export const alignOf = <Row,>(column: Column<Row>, kind: Kind | undefined) =>
  column.align ?? (kind === 'number' ? 'right' : 'left');
