import classes from './Skeletons.module.css';

/** Widths of the text of rows, in percent, in rotation. */
const REACH = [62, 48, 74, 55, 68, 44, 70, 52];
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: index, reach: REACH[index % REACH.length] ?? 50 }));

/** Enough to fill most windows, so that nothing moves when the rows arrive. */
const ROWS = rowsOf(24);
const CARDS = rowsOf(12);

/** Stand in for the rows. Visible after 200 ms: a quick answer needs none. */
export const SkeletonRows = ({ columns }: { columns: number }) =>
  ROWS.map(({ key, reach }) => (
    <tr key={key} className={classes.skeleton} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column that is not there yet has no other name
        <td key={column}>
          <i style={{ width: `${reach}%` }} />
        </td>
      ))}
    </tr>
  ));

export const SkeletonCards = () => (
  <div className={classes.skeleton} aria-hidden>
    {CARDS.map(({ key, reach }) => (
      <div key={key} className={classes.card}>
        <i style={{ width: `${reach}%` }} />
        <i style={{ width: `${reach / 2}%` }} />
      </div>
    ))}
  </div>
);
