import { Checkbox, Paper } from '@mantine/core';
import type { ReviewedKind } from '@piezario/contract/import-review';
import classes from './Review.module.css';
import { kindCount, kindName } from './words.ts';

type Props = {
  kinds: readonly ReviewedKind[];
  /** Key of the kind whose changes are listed; null for all. */
  shown: string | null;
  onShow: (key: string | null) => void;
  onChoose: (kind: ReviewedKind, accepted: 0 | 1) => void;
};

export const keyOfKind = ({ sheet, action, field, suspicion }: ReviewedKind) =>
  [sheet, action, field, suspicion].join('|');

/** The kinds of change of a file. A box leaves a whole kind out, and a click on its name lists only its changes. */
export const Kinds = ({ kinds, shown, onShow, onChoose }: Props) => (
  <Paper withBorder component="ul" className={classes.kinds} aria-label="Tipos de cambio">
    {kinds.map((kind) => {
      const key = keyOfKind(kind);
      const isShown = key === shown;
      const isWhole = kind.accepted === kind.changes;
      return (
        <li key={key} className={classes.kind} data-shown={isShown || undefined}>
          <Checkbox
            aria-label={`Aplicar ${kindName(kind)}: ${kindCount(kind)}`}
            checked={isWhole}
            indeterminate={!isWhole && kind.accepted > 0}
            onChange={() => onChoose(kind, isWhole ? 0 : 1)}
          />
          <button
            type="button"
            className={classes.kindText}
            aria-pressed={isShown}
            title={isShown ? 'Ver todos los cambios' : 'Ver sólo estos cambios'}
            data-left-out={kind.accepted === 0 || undefined}
            onClick={() => onShow(isShown ? null : key)}
          >
            <span className={classes.kindName}>{kindName(kind)}</span>
            <span className={classes.kindCount} data-action={kind.action}>
              {kindCount(kind)}
            </span>
          </button>
        </li>
      );
    })}
  </Paper>
);
