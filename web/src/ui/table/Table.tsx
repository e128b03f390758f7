import { type CSSProperties, type ReactNode, type UIEvent, useRef } from 'react';
import { rowsIn, stopAtRow } from '../focus.ts';
import { gridOf } from './arrange.ts';
import { SkeletonRows } from './Skeletons.tsx';
import classes from './Table.module.css';
import { type BodyProps, TableBody } from './TableBody.tsx';
import { type HeadProps, TableHead } from './TableHead.tsx';
import { useOnTurn } from './useOnTurn.ts';

type Props<Row> = {
  label: string;
  head: HeadProps<Row>;
  body: BodyProps<Row>;
  oneLine: boolean;
  /** Shown instead of rows: `loading` or a message; null to show the rows. */
  nothing: ReactNode;
  /** True while the rows of the previous query are shown and new ones load. */
  busy: boolean;
};

/**
 * Table with its own scrolling, a fixed header and pinned columns. Rows are CSS grids and not table rows, so that the
 * browser skips the layout of rows that are not visible.
 */
export function Table<Row>({ label, head, body, oneLine, nothing, busy }: Props<Row>) {
  const { columns, actions, selects } = body;
  const scroller = useRef<HTMLElement>(null);
  useOnTurn(head.query.page, () => {
    const rows = rowsIn(scroller.current);
    stopAtRow(rows, rows[0]);
    scroller.current?.scrollTo({ top: 0 });
  });
  const { template, least } = gridOf(columns, { selects: selects !== undefined, acts: actions !== undefined });
  const style = { minWidth: least, '--columns': template } as CSSProperties;
  const count = columns.length + (selects ? 1 : 0) + (actions ? 1 : 0);
  return (
    <section ref={scroller} className={classes.scroller} aria-label={label} data-scroller onScroll={markScrolled}>
      <table className={classes.table} style={style} data-one-line={oneLine || undefined} aria-busy={busy}>
        <TableHead {...head} withActions={actions !== undefined} />
        <tbody className={classes.body}>
          {nothing === 'loading' ? (
            <SkeletonRows columns={count} />
          ) : nothing ? (
            <tr className={classes.nothing}>
              <td colSpan={count}>{nothing}</td>
            </tr>
          ) : (
            <TableBody {...body} />
          )}
        </tbody>
      </table>
    </section>
  );
}

/** Marks the table when it is scrolled sideways: the pinned column then has a border. */
const markScrolled = ({ currentTarget }: UIEvent<HTMLElement>) =>
  currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0);
