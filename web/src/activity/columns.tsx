import { ACTIVITY_FIELDS, MAX_OPERATION_NAMES, type Operation } from '@piezario/contract/activity';
import { ENTITIES, OPERATION_KINDS } from '@piezario/contract/history';
import { doneInWords, ENTITY_WORDS, fieldName, KIND_NAMES, SYSTEM, whence } from '../history/words.ts';
import { formatMoment } from '../ui/format.ts';
import type { Column } from '../ui/table/list.ts';
import { capital } from '../ui/words.ts';
import classes from './Activity.module.css';
import type { Line } from './join.ts';

const KINDS = OPERATION_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }));

/** Fields of parts and kinds of rows to filter by. The value is the position in ACTIVITY_FIELDS, starting at 1. */
const FIELDS = ACTIVITY_FIELDS.map((field, index) => {
  const entity = ENTITIES.find((one) => one === field);
  return { value: String(index + 1), label: entity ? capital(ENTITY_WORDS[entity].many) : fieldName(field) };
});

const done = ({ done, undone_by, joined }: Line) => (
  <span className="cell-text">
    {doneInWords(done)}
    {joined.length > 1 && <span className={classes.undone}>{joined.length} guardados</span>}
    {undone_by !== null && <span className={classes.undone}>Deshecha</span>}
  </span>
);

/** Pampafil PF 130301, Pampafil PF 130302, Pampafil PF 130303 y más */
const namesInWords = ({ names }: Operation) => {
  const shown = names.slice(0, MAX_OPERATION_NAMES).join(', ');
  return names.length > MAX_OPERATION_NAMES ? `${shown} y más` : shown;
};

export const operationColumns: readonly Column<Line>[] = [
  {
    key: 'at',
    label: 'Cuándo',
    width: 170,
    render: ({ at, isInner }) => <span data-inner={isInner || undefined}>{formatMoment(at)}</span>,
  },
  { key: 'user', label: 'Quién', width: 160, render: ({ user }) => user ?? SYSTEM },
  {
    key: 'kind',
    label: 'Desde',
    width: 170,
    options: KINDS,
    render: (operation) => <span title={whence(operation)}>{whence(operation)}</span>,
  },
  {
    key: 'part',
    label: 'De qué',
    width: 230,
    render: (operation) => <span title={namesInWords(operation)}>{namesInWords(operation)}</span>,
  },
  { key: 'field', label: 'Qué', options: FIELDS, render: done },
  {
    key: 'brands',
    label: 'Marcas',
    width: 150,
    render: ({ brands }) => brands && <span title={brands}>{brands}</span>,
  },
];

/** One card for a phone. The columns remain to filter and sort by. */
export const operationCards: readonly Column<Line>[] = [
  {
    key: 'field',
    label: 'Qué',
    options: FIELDS,
    render: (operation) => (
      <span className="column gap-4 regular" data-inner={operation.isInner || undefined}>
        <b>{namesInWords(operation)}</b>
        {done(operation)}
        <span className="facts">
          <span>{formatMoment(operation.at)}</span>
          <span>{operation.user ?? SYSTEM}</span>
          <span>{whence(operation)}</span>
          <span>{operation.brands}</span>
        </span>
      </span>
    ),
  },
  ...operationColumns.filter(({ key }) => key !== 'field').map((column) => ({ ...column, inTitle: true })),
];
