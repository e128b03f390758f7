import { fold } from '../ui/words.ts';

const isSign = (sign: string) => /[\p{L}\p{N}]/u.test(sign);
const bare = (text: string) => [...fold(text)].filter(isSign).join('');

/**
 * Splits a code into the text before a match, the match and the text after it. Compares only letters and digits. Null
 * without a match.
 */
export function findMark(code: string, text: string): readonly [string, string, string] | null {
  const wanted = bare(text);
  if (wanted === '') return null;
  const signs = [...code];
  // Offset of each letter and digit in the code. Folding may change the length, so each character is folded alone.
  const places = signs.flatMap((sign, place) => [...bare(sign)].map((letter) => ({ letter, place })));
  const at = places
    .map(({ letter }) => letter)
    .join('')
    .indexOf(wanted);
  const [from, to] = [places[at], places[at + [...wanted].length - 1]];
  if (at < 0 || !from || !to) return null;
  const piece = (start: number, end?: number) => signs.slice(start, end).join('');
  return [piece(0, from.place), piece(from.place, to.place + 1), piece(to.place + 1)];
}
