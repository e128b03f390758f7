import { Bits } from './bits.ts';
import { isMeasureInWords, wordsOfMeasure } from './measures.ts';
import {
  expansionOf,
  generationForms,
  isConditionOfTwo,
  isFiller,
  isRarelyFiller,
  isStandard,
  nicknamed,
  specificationForms,
  splitGeneration,
  synonymOf,
  translationOf,
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
  /** Name of one more vehicle or product, whose parts are found too: «206 / 207», «disco y pastillas». */
  readonly isOther?: boolean;
  /** A word of the name of a vehicle, not of its version. */
  readonly isName?: boolean;
};

/** Reading of a line. Null for what is not in the line. */
export type Reading = {
  readonly units: readonly Unit[];
  /** Product names, brands and vehicles that have all the words for them, by their index in the vocabulary. */
  readonly names: Bits | null;
  readonly brands: Bits | null;
  readonly vehicles: Bits | null;
  readonly texts: readonly string[];
  readonly numbers: readonly Run[];
  /** Lower for more likely ones. */
  readonly cost: number;
};

/** Vocabulary that a person may read. Null for all of it. */
export type Mask = { readonly names: Bits | null; readonly brands: Bits | null };
export const UNMASKED: Mask = { names: null, brands: null };

/**
 * An exact word of any vocabulary beats another form of it, which beats its beginning, a text, and a correction. Each unit
 * has a cost, so that words which form one name are read as one unit.
 */
const COST: Readonly<Record<How, number>> = { exact: 0, stem: 1, sound: 6, beginning: 8, misspelt: 14 };
const UNIT = 2;
const LIKE_A_NUMBER = 9;
const TEXT = 10;
/** Measures and abbreviations are rather these than beginnings of other words. */
const MEASURE = 8;
const ABBREVIATION = 8;
const ANOTHER = 1;
/** A number before a product is rather a quantity than one more vehicle: «4 bujias gol». */
const QUANTITY = 0.5;
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
const MAX_VEHICLES = 4;
/** Limits of the partial readings of a line: in total, and open at a time. A usual line takes some dozens. */
const MAX_STATES = 1000;
const MAX_OPEN = 300;

/** The words of a line, with the chunk of each. */
export const wordsOf = (chunks: readonly Chunk[]) =>
  chunks
    .flatMap(({ text, words }, chunk) => unshortened(text, words).map((word) => ({ word, chunk })))
    .slice(0, MAX_WORDS);

/** The words of a line that may be those of a text, in full. */
export const textsOf = (chunks: readonly Chunk[]): string[] =>
  wordsOf(chunks).flatMap(({ word }) => (isFiller(word) ? [] : inFull(word)));

const inFull = (word: string): readonly string[] => expansionOf(word) ?? [translationOf(word) ?? word];

type Option = Unit & {
  readonly cost: number;
  readonly bits?: Bits;
  readonly run?: Run;
  readonly texts?: readonly string[];
};
/**
 * A partial reading: the next word, and the effort to match it. Expensive matches are tried only when no cheaper
 * reading is left.
 */
type State = Reading & {
  readonly at: number;
  readonly effort: Effort;
  readonly spent: number;
  /** Rows of each vehicle and of each product of the line. */
  readonly perVehicle: readonly Bits[];
  readonly perProduct: readonly Bits[];
};

const EFFORTS = ['known', 'begun', 'misspelt'] as const;
type Effort = (typeof EFFORTS)[number];
/** Minimum cost of the options of an effort. */
const LEAST: Readonly<Record<Effort, number>> = { known: 0, begun: 10, misspelt: 16 };

const START: State = {
  ...{ units: [], names: null, brands: null, vehicles: null, texts: [], numbers: [], at: 0, cost: 0 },
  ...{ effort: 'known', spent: 0, perVehicle: [], perProduct: [] },
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
  const hasWord = chunks.map(({ words }) => words.some((word) => isWordInNumber(word, vocabulary, mask)));
  const possible = runs.filter(
    ({ isKnown, from, to }) =>
      isKnown || from === to || (from === 0 && to === chunks.length - 1) || !hasWord.slice(from, to + 1).includes(true),
  );
  const all = inOrder(words.length, (at, effort) => {
    const options = optionsAt(words, at, vocabulary, mask, effort);
    if (effort !== 'known') return options;
    return [...options, ...numbersAt(chunks, words, at, possible, options.some(isExactWord))];
  });
  const isOneOfMany = (run: Run) => run.isKnown && bareOf(chunks, run).length >= SHORT;
  // The words of a whole name stay together: «bomba de nafta» is not a water pump for a car with «nafta».
  let whole: readonly number[] = [];
  for (const reading of all) {
    if (reading.numbers.length > 1 && !reading.numbers.every(isOneOfMany)) continue;
    const roles = new Set(reading.units.flatMap(({ role, from }) => (whole.includes(from) ? [role] : [])));
    if (roles.has('vehicle') && roles.size > 1) continue;
    const ofProduct = reading.units.filter(({ role }) => role === 'product');
    const isWhole = isWholeName(vocabulary, reading, ofProduct);
    // More words may be those of another product: «sesor cigueñal» is not only a cigüeñal.
    if (roles.has('product') && roles.size === 1 && !isWhole && ofProduct.length <= whole.length) continue;
    if (isWhole && whole.length === 0) whole = ofProduct.map(({ from }) => from);
    yield reading;
  }
}

function isWholeName({ names }: Vocabulary, reading: Reading, units: readonly Unit[]): boolean {
  const words = new Set(units.flatMap((unit) => unit.words));
  return [...(reading.names ?? [])].some((index) => names[index]?.words.every((word) => words.has(word)));
}

/** Returns true for a word that is never a piece of a number typed with spaces: «poly v 6pk1770», «206 tu5 1.4». */
function isWordInNumber(word: string, { ofNames, ofVehicles, ofSpecifications }: Vocabulary, mask: Mask): boolean {
  if (wordsOfMeasure(word)) return true;
  if (word.length < 3 || /^\d+$/.test(word)) return false;
  const isEngine =
    /^[a-z]+\d/.test(word) &&
    !(ofSpecifications.beginning(word).bits.isEmpty && ofGeneration(word, ofVehicles).bits.isEmpty);
  const names = visible(ofNames.exact(word).bits, mask.names);
  return (
    isEngine || [names, ofVehicles.exact(word).bits, ofSpecifications.exact(word).bits].some((bits) => !bits.isEmpty)
  );
}

/** The most likely ways to read a line as vehicles alone: in «peugeot 2008» the number is a model or a year. */
export function vehicleReadings(chunks: readonly Chunk[], vocabulary: Vocabulary): Reading[] {
  const words = wordsOf(chunks);
  const isOfVehicle = ({ role, isOther, from, to }: Option) =>
    (role === 'vehicle' && !isOther) || role === 'year' || (role === 'filler' && to === from + 1);
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
    // The cheapest state is last. Among equals, the one that was added first is last.
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
  const next = {
    ...state,
    units: [...state.units, unit],
    numbers: run ? [...state.numbers, run] : state.numbers,
    texts: texts ? [...state.texts, ...texts] : state.texts,
    at: unit.to,
    effort: 'known' as const,
    spent: state.spent + cost,
    cost: state.spent + cost,
  };
  if (!bits) return next;
  if (unit.role === 'product') {
    const perProduct = withRows(state.perProduct, bits, unit.isOther === true);
    return perProduct && { ...next, perProduct, names: perProduct.reduce((all, one) => all.or(one)) };
  }
  if (unit.role !== 'brand') {
    if (unit.isOther && (state.units.some(isGuessed) || !state.units.some(({ isName }) => isName))) return null;
    // Further vehicles are ignored. Otherwise they would become words that a text must have.
    if (unit.isOther && state.perVehicle.length === MAX_VEHICLES)
      return { ...next, units: [...state.units, { ...unit, role: 'filler' }] };
    const isVehicleOfBefore = unit.isOther && !state.perVehicle.at(-1)?.and(bits).isEmpty;
    const perVehicle = isVehicleOfBefore ? null : withRows(state.perVehicle, bits, unit.isOther === true);
    return perVehicle && { ...next, perVehicle, vehicles: perVehicle.reduce((all, one) => all.or(one)) };
  }
  const brands = state.brands?.and(bits) ?? bits;
  return brands.isEmpty ? null : { ...next, brands };
}

const isGuessed = ({ role, how }: Unit) => role === 'vehicle' && (how === 'beginning' || how === 'misspelt');

/**
 * Returns the rows of each vehicle or product after one more word, which applies to the last one and to those before it
 * that have it: «206 1.4 207 1.6». Null when the last one has no row left. Only the name of another one starts one.
 */
function withRows(all: readonly Bits[], bits: Bits, isOther: boolean): readonly Bits[] | null {
  const last = all.at(-1);
  if (isOther) return last ? [...all, bits] : null;
  if (!last) return [bits];
  if (last.and(bits).isEmpty) return null;
  return all.map((one) => {
    const left = one.and(bits);
    return left.isEmpty ? one : left;
  });
}

const isExactWord = ({ role, how, from, to }: Option) => role !== 'text' && how === 'exact' && to === from + 1;

type Words = readonly { readonly word: string; readonly chunk: number }[];

export const visible = (bits: Bits, mask: Bits | null) => (mask ? bits.and(mask) : bits);

/** Returns the possible units of the words from an index on. */
function optionsAt(words: Words, at: number, vocabulary: Vocabulary, mask: Mask, effort: Effort): Option[] {
  const word = words[at]?.word ?? '';
  const options: Option[] = [];
  const add = (role: Role, how: How, match: Match, to = at + 1, masked: Bits | null = null) => {
    const bits = visible(match.bits, masked);
    if (bits.isEmpty) return;
    // The words of hidden rows, and their order, do not reach the explanation.
    const lexicon = role === 'product' ? ofNames : ofBrands;
    const words = masked
      ? match.words.filter((word) => !visible(lexicon.exact(word).bits, masked).isEmpty).toSorted()
      : match.words;
    const isName = role === 'vehicle' && words.some((word) => !ofVehicles.exact(word).bits.isEmpty);
    options.push({ from: at, to, role, how, words, bits, isName, cost: UNIT + COST[how] + ROLE[role] });
  };
  const { ofNames, ofBrands, ofVehicles, ofModels, ofSpecifications } = vocabulary;
  const addVehicle = (exact: Match, name: string, to: number) => {
    const how = exact.bits.isEmpty ? 'stem' : 'exact';
    const names = nicknamed(name);
    const { bits } = allOf(names?.map((one) => ofVehicles.exact(one)) ?? [exact]);
    add('vehicle', how, names ? union(exact, { bits, words: names.slice(0, 1) }) : exact, to);
    for (const form of specificationForms(name)) add('vehicle', 'stem', ofSpecifications.exact(form), to);
  };
  /** A generation or a quantity is another vehicle only after its brand: «golf 4», «bujias gol x3», «golf / renault 4». */
  const isVague = (name: string) => /^x?\d$/.test(name);
  const addOther = (match: Match, to: number) => {
    if (match.bits.isEmpty) return;
    const cost = UNIT + ROLE.vehicle + ANOTHER;
    options.push({ from: at, to, role: 'vehicle', how: 'exact', ...match, cost, isOther: true });
  };
  const addMeasure = (name: string, to: number) => {
    if (wordsOfMeasure(name) === null) return;
    options.push({ from: at, to, role: 'text', how: 'exact', words: [name], texts: [name], cost: UNIT + MEASURE });
  };
  if (effort !== 'known') {
    // A word of the vocabulary is never read as another one, but a product word may begin another: «bulbo electro».
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
    addVehicle(union(ofVehicles.exact(name), ofSpecifications.exact(name)), name, to);
    if (!isVague(name)) addOther(ofModels.exact(name), to);
    const model = ofModels.exact(joined(words.slice(at + 1, to)));
    addOther({ ...model, bits: model.bits.and(ofVehicles.exact(word).bits) }, to);
    add('product', 'stem', ofNames.sameStem(translationOf(name) ?? name), to, mask.names);
    const typed = words.slice(at, to).map((one) => one.word);
    const isModel = /^\d{3}/.test(word) && !ofVehicles.exact(word).bits.isEmpty;
    if (isMeasureInWords(typed.join(' ')) && !isModel) addMeasure(typed.join(''), to);
  }
  const years = spanOfYears(words.slice(at, at + MAX_SPAN));
  if (years) add('year', 'exact', { bits: soldIn(vocabulary, years), words: [years.name] }, at + years.length);
  const year = yearOf(word);
  if (year) add('year', 'exact', { bits: soldIn(vocabulary, { from: year, until: year }), words: [word] });
  const translated = ofVehicles.exact(word).bits.isEmpty ? translationOf(word) : undefined;
  if (translated) add('product', 'stem', ofNames.sameStem(translated), undefined, mask.names);
  const synonym = synonymOf(word);
  if (synonym) add('product', 'stem', ofNames.sameStem(synonym), undefined, mask.names);
  const isOfName = (word = '') => !visible(ofNames.sameStem(word).bits, mask.names).isEmpty;
  const isName = !visible(ofNames.exact(word).bits, mask.names).isEmpty;
  add('product', isName ? 'exact' : 'stem', ofNames.sameStem(word), undefined, mask.names);
  add('brand', 'exact', ofBrands.exact(word), undefined, mask.brands);
  addVehicle(union(ofVehicles.exact(word), ofSpecifications.exact(word)), word, at + 1);
  // A number of two or four digits is rather a year.
  if (!isVague(word) && !/^\d\d(?:\d\d)?$/.test(word)) addOther(ofModels.exact(word), at + 1);
  addMeasure(word, at + 1);
  const expanded = expansionOf(word);
  if (expanded) add('product', 'stem', allOf(expanded.map((one) => ofNames.sameStem(one))), undefined, mask.names);
  // «faro di»: the side is in no name of a product.
  if (expanded && expanded.length > 1) {
    const [first = '', ...rest] = expanded;
    const bits = visible(ofNames.sameStem(first).bits, mask.names);
    const unit = { from: at, to: at + 1, role: 'product' as const, how: 'stem' as const, words: [first] };
    if (!bits.isEmpty) options.push({ ...unit, bits, texts: rest, cost: UNIT + ABBREVIATION });
  }
  for (const form of generationForms(word)) add('vehicle', 'stem', ofVehicles.exact(form));
  add('vehicle', 'stem', ofGeneration(word, ofVehicles));
  const shortYear = shortYearOf(word);
  if (shortYear) {
    const bits = soldIn(vocabulary, { from: shortYear, until: shortYear });
    add('year', 'beginning', { bits, words: [String(shortYear)] });
  }
  const addFiller = (cost: number, to = at + 1) =>
    options.push({ from: at, to, role: 'filler', how: 'exact', words: [], cost });
  const next = words[at + 1]?.word;
  if (word === 'd' && isOfName(words[at - 1]?.word) && isOfName(next)) addFiller(0);
  else if (isRarelyFiller(word)) addFiller(UNIT + COST.stem + 1);
  else if (isFiller(word)) addFiller(expanded ? UNIT + COST.stem + 1 : 0);
  if (next && isRarelyFiller(word + next)) addFiller(UNIT + COST.stem + 1, at + 2);
  if (/^\d$/.test(word) && isOfName(next) && words.slice(0, at).every((one) => isFiller(one.word)))
    addFiller(UNIT + QUANTITY);
  // A condition such as «c/ aire» may be left out if the search finds nothing with it.
  const length = isConditionOfTwo(joined(words.slice(at + 1, at + 3))) ? 2 : 1;
  const isCondition = (word === 'con' || word === 'sin') && /^[^\d]+$/.test(words[at + length]?.word ?? '');
  if (isCondition) {
    addFiller(length * (UNIT + TEXT) + 1, at + 1 + length);
  }
  if (isFiller(word)) return options;
  if (!options.some((option) => option.role !== 'product' && isExactWord(option))) {
    // Also for a word that other products have: «masa» may be a maza, too.
    add('product', 'sound', ofNames.sameSound(word), undefined, mask.names);
    if (!isName) {
      add('brand', 'sound', ofBrands.sameSound(word), undefined, mask.brands);
      add('vehicle', 'sound', ofVehicles.sameSound(word));
    }
  }
  if (words[at - 1]?.word === 'y') {
    const products = options.filter(({ role, texts }) => role === 'product' && !texts);
    options.push(...products.map((one) => ({ ...one, isOther: true, cost: one.cost + ANOTHER })));
  }
  const texts = expanded ?? [translated ?? word];
  const cost = UNIT + (isStandard(words[at - 1]?.word) ? 0 : expanded ? ABBREVIATION : TEXT);
  options.push({ from: at, to: at + 1, role: 'text', how: 'exact', words: texts, texts, cost });
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

/** The vehicles of a model and a generation that are typed as one word. */
function ofGeneration(word: string, ofVehicles: Vocabulary['ofVehicles']): Match {
  const [name, generation] = splitGeneration(word) ?? [];
  if (!name || !generation) return ofVehicles.exact('');
  const forms = [generation, ...generationForms(generation)].map((form) => ofVehicles.exact(form));
  return allOf([forms.reduce(union), { bits: ofVehicles.exact(name).bits, words: [] }]);
}

/** A run as one number. */
export const bareOf = (chunks: readonly Chunk[], { from, to }: Pick<Run, 'from' | 'to'>) =>
  chunks
    .slice(from, to + 1)
    .map(({ bare }) => bare)
    .join('');

function union(a: Match, b: Match): Match {
  if (a.bits.isEmpty) return b;
  if (b.bits.isEmpty) return a;
  return { bits: a.bits.or(b.bits), words: [...new Set([...a.words, ...b.words])] };
}

const allOf = (matches: readonly Match[]): Match =>
  matches.reduce((all, one) => ({ bits: all.bits.and(one.bits), words: [...all.words, ...one.words] }));

const joined = (words: Words) => words.map(({ word }) => word.replaceAll('.', '')).join('');

function soldIn({ vehicles }: Vocabulary, years: { readonly from: number; readonly until: number }): Bits {
  const bits = new Bits(vehicles.length);
  for (const [index, { from, until }] of vehicles.entries()) {
    if (from <= years.until && years.from <= (until ?? years.from)) bits.add(index);
  }
  return bits;
}
