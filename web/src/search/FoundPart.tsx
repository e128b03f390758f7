import type { Suggestion } from '@piezario/contract/search';
import classes from './FoundPart.module.css';
import { findMark } from './mark.ts';

/** A code in which the searched text is marked. */
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

/** Mark of a discontinued or disabled part. */
export const State = ({ enabled, discontinued }: Pick<Suggestion, 'enabled' | 'discontinued'>) => (
  <>
    {discontinued === 1 && <span className="tag">Discontinuada</span>}{' '}
    {enabled === 0 && <span className="tag">Deshabilitada</span>}
  </>
);
