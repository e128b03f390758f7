import { useMediaQuery } from '@mantine/hooks';
import { history } from '@piezario/contract/history';
import { DataTable } from '../ui/table/DataTable.tsx';
import { historyCards, historyColumns } from './columns.tsx';
import classes from './HistoryView.module.css';
import { useHistoryQuery } from './useHistoryQuery.ts';
import { useRestore } from './useRestore.ts';

const SAVE = { one: 'guardado', many: 'guardados', article: 'el' } as const;

/** What changed in a part, save by save, newest first. */
export function HistoryView({ partId }: { partId: number }) {
  const state = useHistoryQuery();
  const restore = useRestore(partId);
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <div className={classes.history}>
      <DataTable
        list={history.list}
        params={{ partId }}
        state={state}
        words={SAVE}
        columns={(phone ? historyCards : historyColumns)(restore)}
        keyOf={({ id }) => id}
        plainWhenFew
        empty={{ title: 'Todavía no hay cambios' }}
      />
    </div>
  );
}
