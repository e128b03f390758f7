import type { Suggestion } from '@piezario/contract/search';
import { IconPhoto } from '@tabler/icons-react';
import classes from './FoundPart.module.css';
import { findMark } from './mark.ts';

/** The first picture of a part, or where it would be. */
export const Thumbnail = ({ url }: { url: string | null }) =>
  url === null ? (
    <span className={classes.noPicture}>
      <IconPhoto size={18} stroke={1.4} aria-hidden />
    </span>
  ) : (
    <img className={classes.picture} src={url} alt="" width={40} height={40} loading="lazy" decoding="async" />
  );

/** A code, with the piece of it that was searched for marked. */
export function MarkedCode({ code, text }: { code: string; text: string }) {
  const mark = findMark(code, text);
  return (
    <span className={classes.code}>
      {mark ? (
        <>
          {mark[0]}
          <mark>{mark[1]}</mark>
          {mark[2]}
        </>
      ) : (
        code
      )}
    </span>
  );
}

/** That a part is not sold any more, or not shown to channels. */
export const State = ({ enabled, discontinued }: Pick<Suggestion, 'enabled' | 'discontinued'>) => (
  <>
    {discontinued === 1 && <span className={classes.state}>Discontinuada</span>}{' '}
    {enabled === 0 && <span className={classes.state}>Deshabilitada</span>}
  </>
);
