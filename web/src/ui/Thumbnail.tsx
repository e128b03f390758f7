import classes from './Thumbnail.module.css';

/**
 * Small picture, or an empty square. Plain elements of a fixed size: a table has hundreds of them, and nothing moves
 * when they load.
 */
export const Thumbnail = ({ url }: { url: string | null }) =>
  url === null ? (
    <span className={classes.none} />
  ) : (
    // The key makes a new element for each URL: a reused one shows the previous picture until the new one loads.
    <img
      key={url}
      className={classes.picture}
      src={url}
      alt=""
      width={32}
      height={32}
      loading="lazy"
      decoding="async"
    />
  );
