import { fold } from '../ui/words.ts';

const isSign = (sign: string) => /[\p{L}\p{N}]/u.test(sign);
const bare = (text: string) => [...fold(text)].filter(isSign).join('');

/**
 * The part of a code whose letters and digits are those of the text, between what is before and after it. Null if it
 * has none.
 */
export function findMark(code: string, text: string): readonly [string, string, string] | null {
  const wanted = bare(text);
  if (wanted === '') return null;
  const signs = [...code];
  // Where each letter and digit of the code stands. Folding may make two of one (ß), so each is folded by itself.
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
