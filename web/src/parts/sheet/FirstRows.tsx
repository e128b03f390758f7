import type { ReactNode } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { useShowMore } from '../../ui/useShowMore.tsx';
import classes from './FirstRows.module.css';

type Props = {
  /** Number of rows that are shown at first. All rows are printed. */
  first: number;
  /** Words for all rows: «todos los modelos». */
  what: string;
  className?: string;
  children: readonly ReactNode[];
};

/** The first rows of a list, with a button for the others. */
export function FirstRows({ first, what, className = '', children }: Props) {
  // A button takes as much room as a few rows.
  const most = children.length > first + 2 ? first : children.length;
  const { visible, hidden, button } = useShowMore(children, most, {
    mt: 6,
    ml: -8,
    className: 'screen-only',
    children: `Ver ${what}: ${formatNumber(children.length)}`,
  });
  return (
    <>
      <ul className={className}>
        {visible}
        {button && (
          <li className={classes.onPaper}>
            <ul className={className}>{hidden}</ul>
          </li>
        )}
      </ul>
      {button}
    </>
  );
}
