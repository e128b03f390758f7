import { inOrder, POSITIONS, type Position } from '@piezario/contract/vehicles';
import { fold } from '@piezario/contract/words';

/** So many letters tell the positions apart: «del», «der», «int», «inf». */
const MIN_LETTERS = 3;

const NAMES = POSITIONS.map((position) => [fold(position), position] as const);

/** What is not the beginning of a name. */
const OTHER_WORDS: Readonly<Record<string, Position>> = {
  anterior: 'Delantera',
  frontal: 'Delantera',
  posterior: 'Trasera',
  izda: 'Izquierda',
  izdo: 'Izquierda',
  izqda: 'Izquierda',
  izqdo: 'Izquierda',
  dcha: 'Derecha',
  dcho: 'Derecha',
};
const BETWEEN = new Set(['y', 'e', 'lado', 'eje']);

/** Positions as they are written in a cell, such as «del. izq.» or «TRASERO/DERECHO», or the word that is none. */
export function readPositions(text: string): readonly Position[] | { readonly unknown: string } {
  const words = fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !BETWEEN.has(word));
  const found: Position[] = [];
  for (const word of words) {
    const position = positionOf(word);
    if (!position) return { unknown: word };
    found.push(position);
  }
  return inOrder(found);
}

/** Returns the position that a folded word names, in any gender and number. */
export const positionOf = (word: string) => beginningWith(word) ?? beginningWith(word.replace(/(?:[ao]s?|es)$/, ''));

const beginningWith = (word: string): Position | undefined =>
  OTHER_WORDS[word] ?? (word.length < MIN_LETTERS ? undefined : NAMES.find(([name]) => name.startsWith(word))?.[1]);
