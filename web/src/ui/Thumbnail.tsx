import classes from './Thumbnail.module.css';

/**
 * A picture, small, or where it would be. Plain elements of one size: there are hundreds of them, and nothing moves.
 */
export const Thumbnail = ({ url }: { url: string | null }) =>
  url === null ? (
    <span className={classes.none} />
  ) : (
    // Another picture is another element: this one would show the picture before until it has its own.
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
