import { history } from '@piezario/contract/history';
import { useCall } from '../../api/hooks.ts';
import { ChangeLine } from '../../history/ChangeLine.tsx';
import { SYSTEM, whence } from '../../history/words.ts';
import { formatMoment, formatNumber } from '../../ui/format.ts';
import { readView } from '../../ui/table/list.ts';
import { Nothing } from './Block.tsx';
import classes from './LastSaves.module.css';

const SAVES = 3;
/** How many changes of a save are shown. */
const CHANGES = 3;

/** The last saves of a part. A separate view has the whole history. */
export function LastSaves({ partId }: { partId: number }) {
  const query = { ...readView(history.list, {}), size: SAVES };
  const { data, error } = useCall(history.list, { params: { partId }, query });
  if (error) return <Nothing>{error.message}</Nothing>;
  return (
    <ol className="stack gap-12">
      {data?.data.map((save) => (
        <li key={save.id}>
          <p className={classes.facts}>
            <strong>{save.user ?? SYSTEM}</strong> {formatMoment(save.at)} · {whence(save)}
          </p>
          {save.changes.slice(0, CHANGES).map((change) => (
            <ChangeLine key={change.id} change={change} />
          ))}
          {save.changes_count > CHANGES && (
            <p className={classes.facts}>y {formatNumber(save.changes_count - CHANGES)} más</p>
          )}
        </li>
      ))}
    </ol>
  );
}
