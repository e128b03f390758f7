import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../ui/format.ts';

/** Rows that are shown at first. */
const FIRST = 8;

type Props<Row> = {
  of: readonly Row[];
  /** Plural name of the rows. */
  all: string;
  children: (row: Row) => ReactNode;
};

/** The first rows of a plot, with a button for the others. */
export function Rows<Row>({ of: rows, all, children }: Props<Row>) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <ul className="stack">
      {(showsAll ? rows : rows.slice(0, FIRST)).map(children)}
      {!showsAll && rows.length > FIRST && (
        <li>
          <Button
            variant="subtle"
            size="compact-sm"
            className="line link text-md self-start tap-28"
            onClick={() => setShowsAll(true)}
          >
            Ver las {formatNumber(rows.length)} {all}
          </Button>
        </li>
      )}
    </ul>
  );
}
