import { type HistoryEntry, OPERATION_KINDS } from '@piezario/contract/history';
import { formatMoment } from '../ui/format.ts';
import type { Column } from '../ui/table/list.ts';
import { Changes } from './Changes.tsx';
import classes from './HistoryView.module.css';
import type { Restore } from './useRestore.ts';
import { KIND_NAMES, SYSTEM } from './words.ts';

const KINDS = OPERATION_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }));

const from = ({ kind, file }: HistoryEntry) => (
  <>
    {KIND_NAMES[kind]}
    {file !== null && (
      <span className={classes.file} title={file}>
        {file}
      </span>
    )}
  </>
);

export const historyColumns = (restore: Restore): readonly Column<HistoryEntry>[] => [
  { key: 'at', label: 'Cuándo', width: 164, render: ({ at }) => formatMoment(at) },
  { key: 'user', label: 'Quién', width: 190, render: ({ user }) => user ?? SYSTEM },
  { key: 'kind', label: 'Desde', width: 190, options: KINDS, render: from },
  { key: 'changes', label: 'Qué cambió', render: (entry) => <Changes entry={entry} restore={restore} /> },
];

/** One card for a phone. The columns remain to filter and sort by. */
export const historyCards = (restore: Restore): readonly Column<HistoryEntry>[] => [
  { key: 'changes', label: 'Qué cambió', render: (entry) => card(entry, restore) },
  ...historyColumns(restore)
    .filter(({ key }) => key !== 'changes')
    .map((column) => ({ ...column, inTitle: true })),
];

const card = (entry: HistoryEntry, restore: Restore) => (
  <>
    <span className={classes.facts}>
      <strong>{entry.user ?? SYSTEM}</strong>
      <span>{formatMoment(entry.at)}</span>
      <span>{from(entry)}</span>
    </span>
    <Changes entry={entry} restore={restore} />
  </>
);
