import '../ui/mantineLater.ts';
import { SegmentedControl } from '@mantine/core';
import { OUTCOMES, type Outcome, type Undo, type UndoResult, undos } from '@piezario/contract/undos';
import { useEffect, useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { SYSTEM } from '../history/words.ts';
import { formatMoment } from '../ui/format.ts';
import { PagedTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/list.ts';
import { useLocalQuery } from '../ui/table/useLocalQuery.ts';
import classes from './Results.module.css';
import { OUTCOME_NAMES } from './words.ts';

const PART = { one: 'pieza', many: 'piezas', article: 'la' } as const;

const BEFORE: readonly Column<UndoResult>[] = [
  { key: 'code', label: 'Código', width: 180, render: ({ code }) => <span className="code">{code}</span> },
  { key: 'product', label: 'Producto', width: 200 },
  { key: 'brand', label: 'Marca', width: 150 },
];
const detail = (label: string): Column<UndoResult> => ({
  key: 'detail',
  label,
  render: (part) => <span className="cell-text">{part.detail}</span>,
});

const COLUMNS: Record<Outcome, readonly Column<UndoResult>[]> = {
  undone: [...BEFORE, detail('Qué volvió atrás')],
  kept: [
    ...BEFORE,
    detail('Qué se conservó'),
    { key: 'changed_by', label: 'La cambió', width: 160, render: ({ changed_by }) => changed_by ?? SYSTEM },
    {
      key: 'changed_at',
      label: 'Cuándo',
      width: 170,
      render: ({ changed_at }) => changed_at && formatMoment(changed_at),
    },
  ],
  impossible: [...BEFORE, detail('Por qué no se puede')],
};

/** The parts that were undone, those that were kept and those that were impossible. */
export function Results({ undo }: { undo: Undo }) {
  const [outcome, setOutcome] = useState<Outcome>('undone');
  return (
    <section className={classes.results} aria-label="Lo que pasó con cada pieza">
      <SegmentedControl
        aria-label="Qué piezas se muestran"
        className="below-12 wide-on-phone"
        value={outcome}
        onChange={setOutcome}
        data={OUTCOMES.map((value) => ({ value, label: OUTCOME_NAMES[value] }))}
      />
      <OutcomeTable key={outcome} undo={undo} outcome={outcome} />
    </section>
  );
}

function OutcomeTable({ undo, outcome }: { undo: Undo; outcome: Outcome }) {
  const state = useLocalQuery(undos.results);
  const filters = [...state.query.filters, { column: 'outcome', mode: 'matches', value: outcome } as const];
  const page = useCall(undos.results, { params: { undoId: undo.id }, query: { ...state.query, filters } });
  const { refetch } = page;
  const count = undo[outcome];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count means that there are parts not read yet
  useEffect(() => void refetch(), [count, refetch]);
  return (
    <PagedTable
      list={undos.results}
      page={page}
      state={state}
      words={PART}
      columns={COLUMNS[outcome]}
      keyOf={({ id }) => id}
      empty={{ title: 'Ninguna' }}
    />
  );
}
