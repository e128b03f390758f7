import type { FoundVehicle } from '@piezario/contract/vehicle-catalog';

/** Vehicles of one generation that have all the words that were typed. */
export type Generation = {
  readonly brand: string;
  readonly family: string;
  readonly generation: string;
  readonly brandWords: readonly string[];
  readonly familyWords: readonly string[];
  readonly generationWords: readonly string[];
  /** Every name of the brand, without spaces. */
  readonly brandNames: readonly string[];
  readonly ids: readonly number[];
  /** The words of all of them, with spaces around each. */
  readonly words: string;
};

type Candidate = {
  readonly found: Omit<FoundVehicle, 'versions'>;
  readonly ids: Set<number>;
  /** How many of the words are in its name, and how many words its model has that were not typed. */
  readonly named: number;
  readonly unsaid: number;
  readonly level: number;
};

const MAX_FOUND = 8;
const YEAR = /^(19|20)\d\d$/;

/**
 * The brands, families and generations that the words can mean. The best has most words in its name and fewest others; a
 * family comes before its generations. Of several that mean the same vehicles the best is kept.
 */
export function rankChoices(words: readonly string[], generations: readonly Generation[]): FoundVehicle[] {
  const candidates = new Map<string, Candidate>();
  for (const generation of generations) {
    const { brand, family, familyWords, generationWords, ids } = generation;
    const levels = [
      { model: '', modelWords: [] },
      { model: family, modelWords: familyWords },
      { model: generation.generation, modelWords: [...new Set([...familyWords, ...generationWords])] },
    ];
    for (const [level, { model, modelWords }] of levels.entries()) {
      const { named, year, rest } = readLine(words, generation, modelWords);
      // A brand is a choice when nothing else was typed.
      if (level === 0 && (year !== null || rest.length > 0)) continue;
      const found = { name: join(brand, model, year, ...rest), brand, model, year, words: rest.join(' ') };
      const key = JSON.stringify(found);
      const isWhole = words.includes(modelWords.join(''));
      const unsaid = modelWords.filter((name) => !isWhole && !words.some((word) => isLike(word, name))).length;
      const candidate = candidates.get(key) ?? { found, ids: new Set(), named: named.length, unsaid, level };
      for (const id of ids) candidate.ids.add(id);
      candidates.set(key, candidate);
    }
  }
  const best = [...candidates.values()].sort(
    (a, b) =>
      b.named - a.named ||
      a.unsaid - b.unsaid ||
      a.level - b.level ||
      b.ids.size - a.ids.size ||
      (a.found.name < b.found.name ? -1 : 1),
  );
  const distinct = new Map<string, Candidate>();
  for (const candidate of best) {
    const same = [...candidate.ids].sort((a, b) => a - b).join();
    if (!distinct.has(same)) distinct.set(same, candidate);
  }
  return [...distinct.values()].slice(0, MAX_FOUND).map(({ found, ids }) => ({ ...found, versions: ids.size }));
}

/** Which of the words name the brand and the model, which is the year, and what is left. */
function readLine(words: readonly string[], generation: Generation, modelWords: readonly string[]) {
  // A model may be written as one word: CR-V is crv.
  const names = [...generation.brandNames, ...generation.brandWords, ...modelWords, modelWords.join('')];
  // A word that some vehicle has as it is was not compared in another way.
  const named = words.filter(
    (word) =>
      names.includes(word) || (!generation.words.includes(` ${word} `) && names.some((name) => isLike(word, name))),
  );
  const year = words.find((word) => YEAR.test(word) && !named.includes(word));
  const rest = words.filter((word) => !named.includes(word) && word !== year);
  return { named, year: year === undefined ? null : Number(year), rest };
}

const join = (...pieces: readonly (string | number | null)[]) =>
  pieces.filter((piece) => piece !== null && piece !== '').join(' ');

/** Whether the word is the name, its beginning, or the name with one wrong letter, as `matchVehicles` compares them. */
function isLike(word: string, name: string): boolean {
  if (word === name) return true;
  if (/\d/.test(word)) return false;
  return name.startsWith(word) || (word.length >= 4 && isOneLetterOff(word, name));
}

function isOneLetterOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const [inA, inB] = [a.length >= b.length ? 1 : 0, b.length >= a.length ? 1 : 0];
  return a.slice(same + inA) === b.slice(same + inB);
}
