import { type ReactNode, useRef } from 'react';
import { CHECKS } from './cell.tsx';
import { SkeletonRows } from './Skeletons.tsx';
import classes from './Table.module.css';
import { type BodyProps, TableBody } from './TableBody.tsx';
import { type HeadProps, TableHead } from './TableHead.tsx';
import { useOnTurn } from './useOnTurn.ts';

/** A column without a width takes its share of what is left, but never less than this. */
const LEAST = 180;
const ACTIONS = 112;

type Props<Row> = {
  label: string;
  head: HeadProps<Row>;
  body: BodyProps<Row>;
  /** What there is instead of rows; `soon` while they are on their way. */
  nothing: ReactNode;
  /** The rows are those of before. */
  busy: boolean;
};

/** Scrolls inside itself, under a header and beside a first column that stay. */
export function Table<Row>({ label, head, body, nothing, busy }: Props<Row>) {
  const { columns, actions, selects } = body;
  const scroller = useRef<HTMLElement>(null);
  useOnTurn(head.query.page, () => scroller.current?.scrollTo({ top: 0 }));
  const around = (selects ? CHECKS : 0) + (actions ? ACTIONS : 0);
  const width = columns.reduce((sum, { width = LEAST }) => sum + width, around);
  const count = columns.length + (selects ? 1 : 0) + (actions ? 1 : 0);
  return (
    <section
      ref={scroller}
      className={classes.scroller}
      aria-label={label}
      onScroll={({ currentTarget }) => currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)}
    >
      <table className={classes.table} style={{ minWidth: width }} aria-busy={busy}>
        <colgroup>
          {selects && <col style={{ width: CHECKS }} />}
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width }} />
          ))}
          {actions && <col style={{ width: ACTIONS }} />}
        </colgroup>
        <TableHead {...head} withActions={actions !== undefined} />
        <tbody className={classes.body}>
          {nothing === 'soon' ? (
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
