import { fold } from '../ui/words.ts';

const words = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether a word contains the letters in this order, with any others between them. */
function isScattered(letters: string, word: string): boolean {
  let at = 0;
  for (const letter of word) if (letter === letters[at]) at += 1;
  return at === letters.length;
}

/** Score of a typed word for a word of a name: 3 as its beginning, 2 inside it, 1 as some of its letters, else 0. */
function fitOf(typed: string, word: string): number {
  if (word.startsWith(typed)) return 3;
  if (word.includes(typed)) return 2;
  return typed.length > 2 && word[0] === typed[0] && isScattered(typed, word) ? 1 : 0;
}

/** Score of a name for the typed words, in any order and without accents. 0 if a word is not in it. */
function scoreOf(typed: string, name: string): number {
  const named = words(name);
  const fits = words(typed).map((word) => Math.max(0, ...named.map((one) => fitOf(word, one))));
  return fits.includes(0) ? 0 : fits.reduce((sum, fit) => sum + fit, 0);
}

/** Returns the items whose name matches, the best first; none for a blank text. */
export const findByWords = <Item>(items: readonly Item[], nameOf: (item: Item) => string, typed: string): Item[] =>
  items
    .map((item) => ({ item, score: scoreOf(typed, nameOf(item)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
