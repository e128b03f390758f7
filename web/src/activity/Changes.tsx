import { useMediaQuery } from '@mantine/hooks';
import { activity, type OperationChange } from '@piezario/contract/activity';
import { ENTITIES } from '@piezario/contract/history';
import { Link } from '@tanstack/react-router';
import { ChangeLine } from '../history/ChangeLine.tsx';
import { ENTITY_WORDS } from '../history/words.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/list.ts';
import { useLocalQuery } from '../ui/table/useLocalQuery.ts';
import { capital } from '../ui/words.ts';
import classes from './Changes.module.css';

const CHANGE = { one: 'cambio', many: 'cambios', article: 'el' } as const;

const ENTITY = {
  key: 'entity',
  label: 'Qué cambió',
  options: ENTITIES.map((value) => ({ value, label: capital(ENTITY_WORDS[value].many) })),
} as const;

const COLUMNS: readonly Column<OperationChange>[] = [
  { key: 'part', label: 'Pieza', width: 260, render: (change) => <Part {...change} /> },
  {
    ...ENTITY,
    render: (change) => (
      <div className="pad-y-8">
        <ChangeLine change={change} />
      </div>
    ),
  },
];

/** One card for a phone. */
const CARDS: readonly Column<OperationChange>[] = [
  {
    ...ENTITY,
    render: (change) => (
      <>
        <Part {...change} />
        <ChangeLine change={change} />
      </>
    ),
  },
];

/** Links to the history of the part, if the part still exists. */
const Part = ({ part, part_id }: OperationChange) =>
  part_id === null ? (
    part
  ) : (
    <Link
      to="/parts/catalog"
      search={{ part: String(part_id), view: 'history' }}
      className="link undecorated underlines line pad-y-2"
    >
      {part}
    </Link>
  );

/** Each row that an operation created, changed or removed. */
export function Changes({ operation }: { operation: number }) {
  const state = useLocalQuery(activity.changes);
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <div className={classes.changes}>
      <DataTable
        list={activity.changes}
        params={{ operationId: operation }}
        state={state}
        words={CHANGE}
        columns={phone ? CARDS : COLUMNS}
        keyOf={({ id }) => id}
      />
    </div>
  );
}
