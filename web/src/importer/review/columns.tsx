import { type ReviewedChange, SUSPICIONS } from '@piezario/contract/import-review';
import { IMPORT_SHEETS } from '@piezario/contract/importer';
import { ChangedFields } from '../../history/ChangeLine.tsx';
import { fieldName } from '../../history/words.ts';
import type { Column } from '../../ui/table/list.ts';
import classes from './Review.module.css';
import { actionName, placeOf, SUSPICION_NAMES } from './words.ts';

const SHEETS = Object.keys(IMPORT_SHEETS).map((value) => ({ value, label: value }));
const ACTIONS = [
  { value: 'created', label: 'Nueva' },
  { value: 'changed', label: 'Modificada' },
  { value: 'removed', label: 'Se quita' },
];
const SUSPICION_OPTIONS = SUSPICIONS.map((value) => ({ value, label: SUSPICION_NAMES[value] }));

/** The part. Marks a change that is left out, so that CSS dims its whole row. */
const part = ({ code, brand, product, accepted }: ReviewedChange) => (
  <span className={classes.part} data-left-out={accepted === 0 || undefined}>
    <span className="code">{code}</span>
    <span className="dim text-xs regular ellipsis">
      {brand} · {product}
    </span>
  </span>
);

/** Name of the row, unless it is the part itself, and its changed fields. */
const what = (change: ReviewedChange) => (
  <span className={classes.what}>
    {change.entity !== 'part' && <span className={classes.name}>{change.name}</span>}
    <ChangedFields change={change} />
  </span>
);

/** Sheet of the import format and, if its name differs, the sheet of the file. */
const sheet = ({ sheet, own_sheet }: ReviewedChange) => (
  <span className={classes.part}>
    {sheet}
    {own_sheet && (
      <span className="dim text-xs ellipsis" title={own_sheet}>
        {own_sheet}
      </span>
    )}
  </span>
);

const tag = ({ suspicion }: ReviewedChange) =>
  suspicion && <span className={classes.tag}>{SUSPICION_NAMES[suspicion]}</span>;

/** `fields` are the options of the filter by field. */
export const reviewColumns = (fields: readonly string[]): readonly Column<ReviewedChange>[] => [
  { key: 'code', label: 'Pieza', width: 220, render: part },
  { key: 'sheet', label: 'Hoja', width: 124, options: SHEETS, render: sheet },
  { key: 'row', label: 'Fila', width: 84, render: ({ row }) => row },
  { key: 'action', label: 'Qué', width: 120, options: ACTIONS, render: (change) => actionName(change) },
  {
    key: 'field',
    label: 'Cambio',
    options: fields.map((value) => ({ value, label: fieldName(value) })),
    render: what,
  },
  { key: 'suspicion', label: 'Sospecha', width: 176, options: SUSPICION_OPTIONS, render: tag },
  { key: 'accepted', label: 'Se aplica', width: 100 },
];

/** One card for a phone. The columns remain to filter and sort by. */
export const reviewCards = (fields: readonly string[]): readonly Column<ReviewedChange>[] =>
  reviewColumns(fields).map((column) =>
    column.key === 'code' ? { ...column, render: card } : { ...column, inTitle: true },
  );

const card = (change: ReviewedChange) => (
  <span className={classes.card}>
    {part(change)}
    <span className="facts regular gap-2 ellipsis">
      <span>{placeOf(change)}</span>
      <span>{actionName(change)}</span>
      {change.accepted === 0 && <span>No se aplica</span>}
      {tag(change)}
    </span>
    {what(change)}
  </span>
);
