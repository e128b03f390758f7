import { POSITIONS, type Position } from '@piezario/contract/applications';
import { inOrder } from '@piezario/contract/vehicles';
import { fold } from '@piezario/contract/words';

/** Letters that are enough to distinguish the positions: «del», «der», «int», «inf». */
const MIN_LETTERS = 3;

const NAMES = POSITIONS.map((position) => [fold(position), position] as const);

/** Words that do not begin the name of their position. */
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
  // English and Portuguese, as factories write.
  front: 'Delantera',
  rear: 'Trasera',
  left: 'Izquierda',
  right: 'Derecha',
  upper: 'Superior',
  lower: 'Inferior',
  inner: 'Interior',
  outer: 'Exterior',
  lh: 'Izquierda',
  rh: 'Derecha',
  dianteir: 'Delantera',
  traseir: 'Trasera',
  esquerd: 'Izquierda',
  direit: 'Derecha',
};
const BETWEEN = new Set(['y', 'e', 'lado', 'eje']);

/** Returns the positions in a cell, such as «del. izq.» or «TRASERO/DERECHO», or the first word that is no position. */
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
