import { Title } from '@mantine/core';
import { type Bulk, type BulkResult, bulk } from '@piezario/contract/bulk';
import { useEffect } from 'react';
import { useCall } from '../api/hooks.ts';
import { PagedTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/list.ts';
import { useLocalQuery } from '../ui/table/useLocalQuery.ts';
import classes from './Refused.module.css';
import { PART } from './words.ts';

const COLUMNS: readonly Column<BulkResult>[] = [
  { key: 'code', label: 'Código', width: 180, render: ({ code }) => <span className="code">{code}</span> },
  { key: 'product', label: 'Producto', width: 200 },
  { key: 'brand', label: 'Marca', width: 150 },
  {
    key: 'reason',
    label: 'Por qué no se puede',
    render: ({ reason }) => <span className="cell-text">{reason}</span>,
  },
];

/** The parts that could not be changed, and why. */
export function Refused({ job }: { job: Bulk }) {
  const state = useLocalQuery(bulk.results);
  const page = useCall(bulk.results, { params: { bulkId: job.id }, query: state.query });
  const { refetch } = page;
  const { impossible } = job;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count means that there are parts not read yet
  useEffect(() => void refetch(), [impossible, refetch]);
  return (
    <section className={classes.refused} aria-labelledby="refused">
      <Title order={2} size="h5" mb="xs" id="refused">
        Las que no se pudieron cambiar
      </Title>
      <PagedTable
        list={bulk.results}
        page={page}
        state={state}
        words={PART}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        plainWhenFew
      />
    </section>
  );
}
