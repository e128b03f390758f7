import { Button } from '@mantine/core';
import type { HistoryEntry } from '@piezario/contract/history';
import { formatMoment, formatNumber } from '../ui/format.ts';
import { useShowMore } from '../ui/useShowMore.tsx';
import { ChangeLine } from './ChangeLine.tsx';
import classes from './HistoryView.module.css';
import { OperationLink } from './OperationLink.tsx';
import type { Restore } from './useRestore.ts';

/** How many changes of a save are shown at first. */
const FIRST = 5;

/** Changes of a save. A save that created or removed the whole part cannot be restored here. */
export function Changes({ entry, restore }: { entry: HistoryEntry; restore: Restore }) {
  const { changes, changes_count, at } = entry;
  const restorable = changes.every(({ entity, action }) => entity !== 'part' || action === 'changed');
  const several = changes_count > 1 || changes.some(({ action, fields }) => action === 'changed' && fields.length > 1);
  const more = (from: number) => `y ${formatNumber(changes_count - from)} más`;
  const { visible, button } = useShowMore(changes, FIRST, { children: more(FIRST) });
  const rest = changes_count > changes.length && <OperationLink id={entry.id} name={() => more(changes.length)} />;
  return (
    <div className="regular">
      <ul className="stack gap-6">
        {visible.map((change) => (
          <li key={change.id}>
            <ChangeLine
              change={change}
              onRestore={restorable ? (field) => restore.change(entry, change, field) : undefined}
            />
          </li>
        ))}
      </ul>
      {(button || rest || (restorable && several)) && (
        <div className={classes.all}>
          {button || rest}
          {restorable && several && (
            <Button
              variant="subtle"
              size="compact-sm"
              fw={500}
              aria-label={`Restaurar todo el guardado del ${formatMoment(at)}`}
              onClick={() => restore.save(entry)}
            >
              Restaurar todo
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
