/** Minimum likeness of a suggestion. */
const MIN_LIKENESS = 0.6;

/** The candidates whose text is like the given one, the most alike first. Compare folded texts. */
export const alikeOnes = <T>(text: string, candidates: readonly T[], textOf: (candidate: T) => string): T[] =>
  candidates
    .map((candidate) => ({ candidate, likeness: likeness(text, textOf(candidate)) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ candidate }) => candidate);

/** From 0 to 1, by the share of letters to change. A text that continues the other with a word has the minimum. */
function likeness(a: string, b: string): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short === '' || long.length >= ROW) return 0;
  const begins = long.startsWith(`${short} `) ? MIN_LIKENESS : 0;
  // The distance is at least the difference of the lengths. This also keeps long texts from being compared.
  const most = Math.floor((1 - MIN_LIKENESS) * long.length);
  if (long.length - short.length > most) return begins;
  return Math.max(begins, 1 - distance(short, long, most) / long.length);
}

/** Three rows of the table of distances, which is filled in from the top. */
const ROW = 512;
const cells = new Uint16Array(3 * ROW);

/**
 * Counts the letters to add, remove, replace or swap with the next one (optimal string alignment). Stops early with a
 * number above `most`.
 */
function distance(a: string, b: string, most: number): number {
  let [beforeLast, last, row] = [2 * ROW, 0, ROW];
  for (let j = 0; j <= b.length; j++) cells[j] = j;
  for (let i = 1; i <= a.length; i++) {
    let left = i;
    let least = i;
    cells[row] = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let changes = (cells[last + j - 1] ?? 0) + (isSame ? 0 : 1);
      changes = Math.min(changes, left + 1, (cells[last + j] ?? 0) + 1);
      const isSwapped =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwapped) changes = Math.min(changes, (cells[beforeLast + j - 2] ?? 0) + 1);
      left = changes;
      least = Math.min(least, changes);
      cells[row + j] = changes;
    }
    // A swap looks back two rows, whose least is at most one less.
    if (least > most + 1) return least;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return cells[last + b.length] ?? 0;
}
