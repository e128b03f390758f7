import { memo } from 'react';
import classes from './Cards.module.css';
import { cell } from './cell.tsx';
import type { BodyProps } from './TableBody.tsx';

type CardProps<Row> = Omit<BodyProps<Row>, 'rows' | 'keyOf' | 'opens'> & { row: Row };

/** A row on a phone: the first column is its title, the others go under it with their names. */
function Card<Row>({ row, kinds, columns, actions }: CardProps<Row>) {
  const [title, ...others] = columns;
  return (
    <li className={classes.card}>
      <div className={classes.cardText}>
        {title && <div className={classes.cardTitle}>{cell(title, kinds[title.key], row)}</div>}
        {others.length > 0 && (
          <dl className={classes.cardFields}>
            {others.map((column) => (
              <div key={column.key}>
                <dt>{column.label}</dt>
                <dd>{cell(column, kinds[column.key], row)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {actions && <div className={classes.cardActions}>{actions(row)}</div>}
    </li>
  );
}
const MemoCard = memo(Card) as typeof Card;

export const Cards = <Row,>({ rows, keyOf, opens: _, ...rest }: BodyProps<Row>) => (
  <ul className={classes.cards}>
    {rows.map((row) => (
      <MemoCard key={keyOf(row)} row={row} {...rest} />
    ))}
  </ul>
);
