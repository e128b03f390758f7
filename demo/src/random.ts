/**
 * Pseudo-random numbers (mulberry32): the same seed gives the same numbers everywhere, so that every demo is the same.
 */
export function createRandom(seed: string) {
  let state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);

  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const chance = (probability: number) => next() < probability;
  /** A whole number, both ends included. */
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[integer(0, list.length - 1)];
    if (picked === undefined) throw new Error('There is nothing to pick from');
    return picked;
  };
  const digits = (length: number) => Array.from({ length }, () => integer(0, 9)).join('');

  /** Returns the items in a random order. Those with a larger weight tend to come first. */
  const shuffle = <T>(list: readonly T[], weight: (item: T) => number = () => 1): T[] =>
    list
      .map((item) => ({ item, key: next() ** (1 / weight(item)) }))
      .sort((a, b) => b.key - a.key)
      .map(({ item }) => item);

  return { next, chance, integer, pick, digits, shuffle };
}

export type Random = ReturnType<typeof createRandom>;
