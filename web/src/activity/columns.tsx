import type { Operation } from '@piezario/contract/activity';
import { OPERATION_KINDS } from '@piezario/contract/history';
import { doneInWords, KIND_NAMES, SYSTEM, whence } from '../history/words.ts';
import { formatMoment } from '../ui/format.ts';
import type { Column } from '../ui/table/list.ts';
import classes from './Activity.module.css';

const KINDS = OPERATION_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }));

const done = ({ done, undone_by }: Operation) => (
  <span className={classes.done}>
    {doneInWords(done)}
    {undone_by !== null && <span className={classes.undone}>Deshecha</span>}
  </span>
);

export const operationColumns: readonly Column<Operation>[] = [
  { key: 'at', label: 'Cuándo', width: 170, render: ({ at }) => formatMoment(at) },
  { key: 'user', label: 'Quién', width: 180, render: ({ user }) => user ?? SYSTEM },
  {
    key: 'kind',
    label: 'Desde',
    width: 240,
    options: KINDS,
    render: (operation) => <span title={whence(operation)}>{whence(operation)}</span>,
  },
  { key: 'done', label: 'Qué', render: done },
  {
    key: 'brands',
    label: 'Marcas',
    width: 180,
    render: ({ brands }) => brands && <span title={brands}>{brands}</span>,
  },
];

/** One card for a phone. The columns remain to filter and sort by. */
export const operationCards: readonly Column<Operation>[] = [
  {
    key: 'done',
    label: 'Qué',
    render: (operation) => (
      <span className={classes.card}>
        {done(operation)}
        <span className={classes.facts}>
          <span>{formatMoment(operation.at)}</span>
          <span>{operation.user ?? SYSTEM}</span>
          <span>{whence(operation)}</span>
          <span>{operation.brands}</span>
        </span>
      </span>
    ),
  },
  ...operationColumns.filter(({ key }) => key !== 'done').map((column) => ({ ...column, inTitle: true })),
];
