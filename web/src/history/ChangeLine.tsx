import { VisuallyHidden } from '@mantine/core';
import type { Action, Change } from '@piezario/contract/history';
import { IconArrowBackUp, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import icons from '../ui/RowIcon.module.css';
import classes from './ChangeLine.module.css';
import { fieldName, fieldValue, restoreWords, visibleFields, whatOf } from './words.ts';

const ICONS: Record<Action, typeof IconPlus> = { created: IconPlus, changed: IconPencil, removed: IconMinus };

// Displayed as an inline block, which the `<del>` around it does not strike out.
const NOTHING = <i className="dim line">vacío</i>;

type Props = {
  change: Omit<Change, 'row_id'>;
  /** Restores one field of a changed row, or the whole row. */
  onRestore?: ((field?: string) => void) | undefined;
};

/** A row that was created, changed or removed, with its fields. */
export function ChangeLine({ change, onRestore }: Props) {
  const { action, name } = change;
  const Icon = ICONS[action];
  return (
    <div className={classes.change} data-action={action}>
      <Icon size={14} stroke={2} aria-hidden />
      <div>
        <span className="dim">{whatOf(change)}</span> <span className="medium breaks">{name}</span>
        {onRestore && action !== 'changed' && <Restore label={restoreWords(change).does} onClick={() => onRestore()} />}
        <ChangedFields change={change} onRestore={onRestore} />
      </div>
    </div>
  );
}

/** The fields of a row, with their values before and after the change. */
export function ChangedFields({ change, onRestore }: Props) {
  const { action } = change;
  const fields = visibleFields(change);
  if (fields.length === 0) return null;
  return (
    <ul className={classes.fields}>
      {fields.map(({ field, before, after }) => (
        <li key={field} className="contained breaks">
          <span className="dim">{fieldName(field)}</span>{' '}
          {action !== 'created' && <del>{fieldValue(field, before) ?? NOTHING}</del>}
          {action === 'changed' && (
            <>
              <span aria-hidden> → </span>
              <VisuallyHidden> ahora </VisuallyHidden>
            </>
          )}
          {action !== 'removed' && <ins>{fieldValue(field, after) ?? NOTHING}</ins>}
          {onRestore && action === 'changed' && (
            <Restore label={restoreWords(change, field).does} onClick={() => onRestore(field)} />
          )}
        </li>
      ))}
    </ul>
  );
}

const Restore = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button
    type="button"
    className={`${icons.icon} ${classes.restore}`}
    title={label}
    aria-label={label}
    onClick={onClick}
  >
    <IconArrowBackUp size={16} stroke={1.6} aria-hidden />
  </button>
);
