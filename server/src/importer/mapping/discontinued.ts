import { fold } from '@piezario/contract/words';
import type { Cell } from '../../spreadsheet/reading/read.ts';
import { plain, synonymOf } from './titles.ts';

/** Words that say that a part is no longer made. «Baja» is also a beam of light and a height: it only counts apart. */
const SAYS =
  /(?<!\bno )\bd[ei]scont(?:inu(?:ad[oa]s?|ed))?\b|\bfuera de produccion\b|\b(?:sin|no tiene) reposicion\b|\bdad[oa]s? de baja\b/;
const BAJA_ALONE = /^\W*baja\W*$/;
/** «Filtro largo - BAJA», «Corto (baja)». */
const BAJA_APART = /\s[-–—]\s+baja\W*$|[([*]baja[)\]*]/;
/** Excludes most cells without such words in one search. */
const MAYBE = /d[ei]scont|producci|reposici|baja/i;
/** As long as the cells of the sample, so that both count the same rows. */
const MAX_TEXT = 1_000;

type Place = 'text' | 'alone' | null;

/** Where a column may have the words: within texts, or alone in a cell of prices, stock or dates. Null for flags. */
function placeIn(title: string): Place {
  const known = synonymOf(title);
  if (title === '' || /\b(?:obs|observacion(?:es)?|notas?|comentarios?)\b/.test(plain(title))) return 'text';
  if (!known) return null;
  if (known.is === 'ignored') return 'alone';
  const isText = (known.is === 'field' || known.is === 'vehicle') && ['observation', 'note'].includes(known.field);
  return isText ? 'text' : null;
}

/** Returns a function, for the titles of a sheet, that checks whether the words of a row say «discontinued». */
export function discontinuedIn(titles: readonly string[]): (cells: readonly Cell[]) => boolean {
  const places = Array.from(titles, (title = '') => placeIn(title));
  return (cells) =>
    cells.some((cell, position) => {
      const place = position < places.length ? places[position] : 'text';
      if (!place || typeof cell !== 'string' || !MAYBE.test(cell)) return false;
      const folded = fold(cell.slice(0, MAX_TEXT)).trim();
      if (BAJA_ALONE.test(folded)) return true;
      const said = SAYS.exec(folded);
      return place === 'text' ? said !== null || BAJA_APART.test(folded) : said?.[0] === folded.replace(/\W+$/, '');
    });
}
