import classes from './Skeletons.module.css';

const ROWS = [62, 48, 74, 55, 68, 44, 70, 52];

/** Seen after 200 ms only: a quick answer needs no stand-in. */
export const Skeletons = ({ phone, columns }: { phone: boolean; columns: number }) => (
  <div className={classes.skeletons} data-phone={phone || undefined} aria-hidden>
    {ROWS.map((width) => (
      <div key={width}>
        {Array.from({ length: phone ? 2 : columns }, (_, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing here has an identity
          <span key={column}>
            <i style={{ width: `${column === 0 ? width : width / 2}%` }} />
          </span>
        ))}
      </div>
    ))}
  </div>
);
