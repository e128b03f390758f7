import { memo, type ReactNode, useRef } from 'react';
import classes from './Cards.module.css';
import { cell } from './cell.tsx';
import { SkeletonCards } from './Skeletons.tsx';
import { type BodyProps, checkOf, type RowProps } from './TableBody.tsx';
import { useOnTurn } from './useOnTurn.ts';

type CardProps<Row> = Omit<RowProps<Row>, 'opens'> & { card: ((row: Row) => ReactNode) | undefined };

/**
 * A row as a card: the first column is its title, and the others follow with their names. With `card`, the screen draws
 * it.
 */
function Card<Row>(props: CardProps<Row>) {
  const { row, kinds, columns, actions, selected, card } = props;
  const [title, ...rest] = columns;
  const others = rest.filter(({ inTitle }) => !inTitle);
  if (card) {
    return (
      <li className="stack slim rounded-lg" data-row tabIndex={-1}>
        {card(row)}
      </li>
    );
  }
  return (
    <li className={classes.card} data-row data-selected={selected || undefined} tabIndex={-1}>
      {checkOf(props)}
      <div className="grow slim">
        {title && <div className="strong breaks">{cell(title, kinds[title.key], row)}</div>}
        {others.length > 0 && (
          <dl className="flex wrap text-sm above-4 gap-2 gap-x-20">
            {others.map((column) => (
              <div key={column.key} className="flex wrap slim gap-x-6">
                <dt className="rigid dim">{column.label}</dt>
                {/* A value without room beside its name wraps as a whole. */}
                <dd className="slim breaks">{cell(column, kinds[column.key], row)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {actions && <div className="flex">{actions(row)}</div>}
    </li>
  );
}
const MemoCard = memo(Card) as typeof Card;

type Props<Row> = BodyProps<Row> & Pick<CardProps<Row>, 'card'> & { nothing: ReactNode; page: number; busy: boolean };

export function Cards<Row>({ rows, keyOf, isSelected, opens: _, nothing, page, busy, ...rest }: Props<Row>) {
  const list = useRef<HTMLUListElement>(null);
  useOnTurn(page, () => list.current?.scrollIntoView());
  if (nothing) return nothing === 'loading' ? <SkeletonCards /> : nothing;
  return (
    <ul ref={list} className={classes.cards} data-own={rest.card && true} aria-busy={busy}>
      {rows.map((row) => (
        <MemoCard key={keyOf(row)} row={row} selected={isSelected(row)} {...rest} />
      ))}
    </ul>
  );
}
