import { Bits } from './bits.ts';
import {
  expansionOf,
  generationForms,
  isFiller,
  isRarelyFiller,
  nicknamed,
  specificationForms,
  unshortened,
} from './spanish.ts';
import type { Match, Vocabulary } from './vocabulary.ts';
import { shortYearOf, spanOfYears, yearOf } from './years.ts';

/** A piece of a line between spaces: as it was typed, and as the database compares words and numbers. */
export type Chunk = { readonly text: string; readonly words: readonly string[]; readonly bare: string };

/** Chunks that may be one number, from the first to the last. `isKnown` when a part has exactly this number. */
export type Run = { readonly from: number; readonly to: number; readonly isKnown: boolean };

/** Kinds of matches with words of the vocabulary, best first. */
export type How = 'exact' | 'stem' | 'sound' | 'beginning' | 'misspelt';

type Role = 'product' | 'brand' | 'vehicle' | 'year' | 'number' | 'text' | 'filler';

/** Some words of the line in a row, and what they are taken for. */
export type Unit = {
  /** The first word, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly role: Role;
  readonly how: How;
  /** Words of the vocabulary that they stand for. */
  readonly words: readonly string[];
};

/** Reading of a line. Null for what is not in the line. */
export type Reading = {
  readonly units: readonly Unit[];
  /** Product names, brands and vehicles that have all of their words, by their places in the vocabulary. */
  readonly names: Bits | null;
  readonly brands: Bits | null;
  readonly vehicles: Bits | null;
  readonly texts: readonly string[];
  readonly number: Run | null;
  /** Lower for more likely ones. */
  readonly cost: number;
};

/** Vocabulary that a person may read. Null for all of it. */
export type Mask = { readonly names: Bits | null; readonly brands: Bits | null };
export const UNMASKED: Mask = { names: null, brands: null };

/**
 * An exact word of any vocabulary beats another form of it, which beats its beginning, a text, and a correction. Each unit
 * costs something, so that words which are one name together are read so.
 */
const COST: Readonly<Record<How, number>> = { exact: 0, stem: 1, sound: 6, beginning: 8, misspelt: 14 };
const UNIT = 2;
const LIKE_A_NUMBER = 9;
const TEXT = 10;
/** A short number that is also a word is rather the word: 206, 1.6. */
const SHORT_NUMBER = 3;
const SHORT = 5;
/** Among equals, the words of a product come before those of a brand and of a vehicle. */
const ROLE: Readonly<Record<Role, number>> = {
  ...{ number: 0, product: 0, brand: 0.1, vehicle: 0.2, year: 0.3, text: 0, filler: 0 },
};

/** Limit of words that are read. More words add no information. */
const MAX_WORDS = 12;
/** Words of the longest name of a vehicle brand or model. */
const MAX_SPAN = 4;
/** Partial readings of a line, in all and at a time. A usual line takes some dozens. */
const MAX_STATES = 1000;
const MAX_OPEN = 300;

/** The words of a line, with the chunk of each. */
export const wordsOf = (chunks: readonly Chunk[]) =>
  chunks
    .flatMap(({ text, words }, chunk) => unshortened(text, words).map((word) => ({ word, chunk })))
    .slice(0, MAX_WORDS);

type Option = Unit & {
  readonly cost: number;
  readonly bits?: Bits;
  readonly run?: Run;
  readonly texts?: readonly string[];
};
/**
 * A partial reading: the next word, and what it is tried as. What costs more to look up is looked up when nothing better
 * is left.
 */
type State = Reading & { readonly at: number; readonly effort: Effort; readonly spent: number };

const EFFORTS = ['known', 'begun', 'misspelt'] as const;
type Effort = (typeof EFFORTS)[number];
/** The least that an option costs. */
const LEAST: Readonly<Record<Effort, number>> = { known: 0, begun: 10, misspelt: 16 };

const START: State = {
  ...{ units: [], names: null, brands: null, vehicles: null, texts: [], number: null, at: 0, cost: 0 },
  ...{ effort: 'known', spent: 0 },
};

type OptionsAt = (at: number, effort: Effort) => readonly Option[];

/** The ways to read a line, the most likely first. */
export function* readings(
  chunks: readonly Chunk[],
  vocabulary: Vocabulary,
  runs: readonly Run[],
  mask: Mask = UNMASKED,
): Generator<Reading> {
  const words = wordsOf(chunks);
  yield* inOrder(words.length, (at, effort) => {
    const options = optionsAt(words, at, vocabulary, mask, effort);
    if (effort !== 'known') return options;
    return [...options, ...numbersAt(chunks, words, at, runs, options.some(isExactWord))];
  });
}

/** The most likely ways to read a line as vehicles alone: in «peugeot 2008» the number is a model or a year. */
export function vehicleReadings(chunks: readonly Chunk[], vocabulary: Vocabulary): Reading[] {
  const words = wordsOf(chunks);
  const isOfVehicle = ({ role }: Option) => role === 'vehicle' || role === 'year' || role === 'filler';
  const options: OptionsAt = (at, effort) => optionsAt(words, at, vocabulary, UNMASKED, effort).filter(isOfVehicle);
  const likely: Reading[] = [];
  for (const reading of inOrder(words.length, options)) {
    if (reading.cost >= (likely[0]?.cost ?? reading.cost) + COST.stem) break;
    likely.push(reading);
  }
  return likely;
}

/** Yields readings by cost: extends the cheapest partial one first. Drops those whose words have no row in common. */
function* inOrder(length: number, optionsAt: OptionsAt): Generator<Reading> {
  const known = new Map<string, readonly Option[]>();
  const open: State[] = [START];
  const add = (state: State) => {
    // The cheapest is last. Of equals the one that was added first is the last.
    let place = open.length;
    while (place > 0 && (open[place - 1]?.cost ?? 0) <= state.cost) place--;
    open.splice(place, 0, state);
  };
  for (let states = 0; states < MAX_STATES; states++) {
    const state = open.pop();
    if (!state) return;
    const { at, effort, spent } = state;
    if (at === length) {
      if (saysSomething(state)) yield state;
      continue;
    }
    const key = `${at} ${effort}`;
    const options = known.get(key) ?? optionsAt(at, effort);
    known.set(key, options);
    for (const option of options) {
      const next = extend(state, option);
      if (next) add(next);
    }
    const more = EFFORTS[EFFORTS.indexOf(effort) + 1];
    if (more) add({ ...state, effort: more, cost: spent + LEAST[more] });
    if (open.length > MAX_OPEN) open.splice(0, open.length - MAX_OPEN);
  }
}

const saysSomething = ({ units }: State) => units.some(({ role }) => role !== 'filler' && role !== 'year');

function extend(state: State, { cost, bits, run, texts, ...unit }: Option): State | null {
  if (run && state.number) return null;
  const next = {
    ...state,
    units: [...state.units, unit],
    number: run ?? state.number,
    texts: texts ? [...state.texts, ...texts] : state.texts,
    at: unit.to,
    effort: 'known' as const,
    spent: state.spent + cost,
    cost: state.spent + cost,
  };
  if (!bits) return next;
  const field = unit.role === 'product' ? 'names' : unit.role === 'brand' ? 'brands' : 'vehicles';
  const left = state[field]?.and(bits) ?? bits;
  return left.isEmpty ? null : { ...next, [field]: left };
}

const isExactWord = ({ role, how, from, to }: Option) => role !== 'text' && how === 'exact' && to === from + 1;

type Words = readonly { readonly word: string; readonly chunk: number }[];

const visible = (bits: Bits, mask: Bits | null) => (mask ? bits.and(mask) : bits);

/** Returns the possible units of the words from an index on. */
function optionsAt(words: Words, at: number, vocabulary: Vocabulary, mask: Mask, effort: Effort): Option[] {
  const word = words[at]?.word ?? '';
  const options: Option[] = [];
  const add = (role: Role, how: How, match: Match, to = at + 1, masked: Bits | null = null) => {
    const bits = visible(match.bits, masked);
    if (bits.isEmpty) return;
    options.push({ from: at, to, role, how, words: match.words, bits, cost: UNIT + COST[how] + ROLE[role] });
  };
  const { ofNames, ofBrands, ofVehicles, ofSpecifications } = vocabulary;
  const addNicknamed = (name: string, to: number) => {
    const names = nicknamed(name);
    if (!names) return;
    const { bits } = allOf(names.map((one) => ofVehicles.exact(one)));
    add('vehicle', 'stem', { bits, words: names.slice(0, 1) }, to);
  };
  if (effort !== 'known') {
    // A word of the vocabulary is never taken for another one, but one of a product may begin another: «bulbo electro».
    const isSettled = [
      visible(ofBrands.exact(word).bits, mask.brands),
      ofVehicles.exact(word).bits,
      ofSpecifications.exact(word).bits,
    ].some((bits) => !bits.isEmpty);
    if (isSettled || isFiller(word)) return [];
    const isOfName = !visible(ofNames.sameStem(word).bits, mask.names).isEmpty;
    if (effort === 'begun') add('product', 'beginning', ofNames.beginning(word), undefined, mask.names);
    if (isOfName) return options;
    if (effort === 'begun') {
      add('brand', 'beginning', ofBrands.beginning(word), undefined, mask.brands);
      add('vehicle', 'beginning', union(ofVehicles.beginning(word), ofSpecifications.beginning(word)));
    } else {
      add('product', 'misspelt', ofNames.misspelt(word), undefined, mask.names);
      add('brand', 'misspelt', ofBrands.misspelt(word), undefined, mask.brands);
      add('vehicle', 'misspelt', ofVehicles.misspelt(word));
    }
    return options;
  }
  for (let to = at + 2; to <= Math.min(at + MAX_SPAN, words.length); to++) {
    const name = joined(words.slice(at, to));
    add('vehicle', 'exact', ofVehicles.exact(name), to);
    addNicknamed(name, to);
    add('product', 'stem', ofNames.sameStem(name), to, mask.names);
  }
  const years = spanOfYears(words.slice(at, at + MAX_SPAN));
  if (years) add('year', 'exact', { bits: soldIn(vocabulary, years), words: [years.name] }, at + years.length);
  const year = yearOf(word);
  if (year) add('year', 'exact', { bits: soldIn(vocabulary, { from: year, until: year }), words: [word] });
  const isName = !visible(ofNames.exact(word).bits, mask.names).isEmpty;
  add('product', isName ? 'exact' : 'stem', ofNames.sameStem(word), undefined, mask.names);
  add('brand', 'exact', ofBrands.exact(word), undefined, mask.brands);
  add('vehicle', 'exact', union(ofVehicles.exact(word), ofSpecifications.exact(word)));
  const expanded = expansionOf(word);
  if (expanded) add('product', 'stem', allOf(expanded.map((one) => ofNames.sameStem(one))), undefined, mask.names);
  addNicknamed(word, at + 1);
  for (const form of generationForms(word)) add('vehicle', 'stem', ofVehicles.exact(form));
  for (const form of specificationForms(word)) add('vehicle', 'stem', ofSpecifications.exact(form));
  const shortYear = shortYearOf(word);
  if (shortYear) {
    const bits = soldIn(vocabulary, { from: shortYear, until: shortYear });
    add('year', 'beginning', { bits, words: [String(shortYear)] });
  }
  if (isFiller(word) || isRarelyFiller(word)) {
    const cost = expanded || isRarelyFiller(word) ? UNIT + COST.stem + 1 : 0;
    options.push({ from: at, to: at + 1, role: 'filler', how: 'exact', words: [], cost });
  }
  if (isFiller(word)) return options;
  if (!options.some((option) => option.role !== 'product' && isExactWord(option))) {
    // Also of a word that other products have: «masa» is a maza, too.
    add('product', 'sound', ofNames.sameSound(word), undefined, mask.names);
    if (!isName) {
      add('brand', 'sound', ofBrands.sameSound(word), undefined, mask.brands);
      add('vehicle', 'sound', ofVehicles.sameSound(word));
    }
  }
  const texts = expanded ?? [word];
  options.push({ from: at, to: at + 1, role: 'text', how: 'exact', words: texts, texts, cost: UNIT + TEXT });
  return options;
}

/** The numbers that begin with a word. */
function numbersAt(
  chunks: readonly Chunk[],
  words: Words,
  at: number,
  runs: readonly Run[],
  isWord: boolean,
): Option[] {
  const chunk = words[at]?.chunk ?? 0;
  if (words[at - 1]?.chunk === chunk) return [];
  return runs.flatMap((run): Option[] => {
    if (run.from !== chunk) return [];
    const end = words.findLastIndex((one) => one.chunk <= run.to) + 1;
    const isWhole = run.from === 0 && run.to === chunks.length - 1;
    const isShort = bareOf(chunks, run).length < SHORT || (isWord && run.from === run.to);
    const known = isShort && !isWhole ? SHORT_NUMBER : 0;
    const cost = run.isKnown ? known : LIKE_A_NUMBER;
    return [{ from: at, to: end, role: 'number', how: 'exact', words: [], run, cost: (run.isKnown ? 1 : UNIT) + cost }];
  });
}

/** A run as one number. */
export const bareOf = (chunks: readonly Chunk[], { from, to }: Pick<Run, 'from' | 'to'>) =>
  chunks
    .slice(from, to + 1)
    .map(({ bare }) => bare)
    .join('');

function union(a: Match, b: Match): Match {
  if (a.bits.isEmpty) return b;
  a.bits.addAll(b.bits);
  return { bits: a.bits, words: [...new Set([...a.words, ...b.words])] };
}

const allOf = (matches: readonly Match[]): Match =>
  matches.reduce((all, one) => ({ bits: all.bits.and(one.bits), words: [...all.words, ...one.words] }));

const joined = (words: Words) => words.map(({ word }) => word.replaceAll('.', '')).join('');

const soldIn = ({ vehicles }: Vocabulary, years: { readonly from: number; readonly until: number }) =>
  new Bits(
    vehicles.length,
    vehicles.flatMap(({ from, until }, index) =>
      from <= years.until && years.from <= (until ?? years.from) ? [index] : [],
    ),
  );
