import classes from './Skeletons.module.css';

/** How far the text of each row reaches, in percent. */
const REACH = [62, 48, 74, 55, 68, 44, 70, 52];

/** Stand in for the rows. Seen after 200 ms only: a quick answer needs none. */
export const SkeletonRows = ({ columns }: { columns: number }) =>
  REACH.map((reach) => (
    <tr key={reach} className={classes.skeleton} aria-hidden>
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
    {REACH.map((reach) => (
      <div key={reach} className={classes.card}>
        <i style={{ width: `${reach}%` }} />
        <i style={{ width: `${reach / 2}%` }} />
      </div>
    ))}
  </div>
);
