/** Texts that are less alike than this are not what was meant. */
const MIN_LIKENESS = 0.6;

/** The candidates whose text is like the given one, the most alike first. Compare folded texts. */
export const alikeOnes = <T>(text: string, candidates: readonly T[], textOf: (candidate: T) => string): T[] =>
  candidates
    .map((candidate) => ({ candidate, likeness: likeness(text, textOf(candidate)) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ candidate }) => candidate);

/** From 0 to 1, by the share of letters that have to be changed. A text that goes on with another word is alike too. */
function likeness(a: string, b: string): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short === '') return 0;
  const begins = long.startsWith(`${short} `) ? MIN_LIKENESS : 0;
  // The distance is at least the difference of the lengths. This also keeps long texts from being compared.
  if (short.length < MIN_LIKENESS * long.length) return begins;
  return Math.max(begins, 1 - distance(short, long) / long.length);
}

/** How many letters have to be added, removed, replaced or swapped with the next one (optimal string alignment). */
function distance(a: string, b: string): number {
  const width = b.length + 1;
  const cells = new Uint16Array((a.length + 1) * width);
  const at = (row: number, column: number) => cells[row * width + column] ?? 0;
  for (let j = 1; j < width; j++) cells[j] = j;
  for (let i = 1; i <= a.length; i++) {
    cells[i * width] = i;
    for (let j = 1; j < width; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      cells[i * width + j] = isSwapped ? Math.min(least, at(i - 2, j - 2) + 1) : least;
    }
  }
  return at(a.length, b.length);
}
