import { seesEverything } from '@piezario/contract/access';
import { type RawBuilder, sql } from 'kysely';
import { grantsOf, type Person, reaches } from '../access/scope.ts';
import { relatedParts } from '../crosses/related.ts';
import type { Db } from '../db/connection/connect.ts';
import { prepared } from '../db/prepared.ts';
import { Bits } from './bits.ts';
import { countParts, equalNumbers, type FoundNumber, findLike, type Near, nearestBeginning } from './numbers.ts';
import { namesVehicle } from './pieces.ts';
import { bareOf, type Chunk, type Mask, type Reading, type Run, readings, textsOf, visible } from './reading.ts';
import { isFiller, unshortened } from './spanish.ts';
import { type Name, REVISION, type Vehicle, type Vocabulary, vocabularyAt } from './vocabulary.ts';
import { type Asked, isWithin, unplanned, type Within } from './within.ts';
import { findUniversal, findWords, isPosition, lacksWord, queryOf, type Searched, type Wanted } from './words.ts';

/** Why a part was found: by a number, by another part, or by words. */
export type Hit =
  | FoundNumber
  | { readonly kind: 'related'; readonly why: string }
  | { readonly kind: 'words'; readonly wanted: Wanted };

/** The parts that were found, the best first, and by what. */
type Found = ReadonlyMap<number, Hit>;

/** A line as it was read: with the reading that found parts, or the most likely one where none did. */
export type Understood = {
  readonly chunks: readonly Chunk[];
  readonly vocabulary: Vocabulary;
  readonly reading: Reading | null;
  readonly found: Found;
  /** Words of the reading that no text has, where nothing was found. */
  readonly unknown: ReadonlySet<string>;
};

/** Searches related parts only if at most this many parts have the code. Others are codes of many brands. */
const MAX_RELATING = 3;
/** Limits of readings: of those that are searched, and of all, most of which have a word that no text has. */
const MAX_SEARCHED = 8;
const MAX_READINGS = 24;
/** Chunks of a number that is typed with spaces, as in «A 271 180 00 09», and how many such runs of a line are looked up. */
const MAX_RUN = 5;
const MAX_RUNS = 25;
/** A number of fewer characters may just as well be a word. */
const SHORT_NUMBER = 5;

/** The parts of the first reading of a line that finds any. */
export async function find(db: Db, person: Person, asked: Asked, text: string, limit: number): Promise<Understood> {
  const texts = text.split(/\s+/).filter((chunk) => chunk !== '');
  const begun = await begin(db, person, asked, texts, limit);
  const { chunks, vocabulary, within, runs, mask } = begun;
  const found = new Map<number, Hit>();
  let first: Reading | null = null;
  let best: Reading | null = null;
  let corrected: Reading | null = null;
  let [tried, searched] = [0, 0];
  const inTexts = { known: new Map<string, boolean>(), ahead: textsOf(chunks) };
  for (const reading of readings(chunks, vocabulary, runs, mask)) {
    const isVain = tried > 0 && reading.numbers.length === 0 && (await lacksWord(db, within, reading.texts, inTexts));
    for (const [part, hit] of isVain ? [] : await findReading(db, begun, within, reading, limit)) {
      if (!found.has(part) && found.size < limit) found.set(part, hit);
    }
    if (first && !isVain && reading.numbers.length === 0) corrected ??= reading;
    first ??= reading;
    if (found.size > 0) best ??= reading;
    // A short number may be a vehicle too, whose parts come after those with the number.
    const whole = best === reading ? wholeOf(chunks, reading) : null;
    const isSettled = best && !(whole && bareOf(chunks, whole).length < SHORT_NUMBER);
    if (!isVain) searched++;
    if (isSettled || found.size >= limit || searched === MAX_SEARCHED || ++tried === MAX_READINGS) break;
  }
  if (best || !first) return { chunks, vocabulary, reading: best, found, unknown: new Set() };
  // A word that no text has is probably misspelt, if another reading corrects it.
  const reading = (await lacksWord(db, within, first.texts, inTexts)) ? (corrected ?? first) : first;
  const isName = (text: string) =>
    !visible(vocabulary.ofNames.sameStem(text).bits, mask.names).isEmpty ||
    !vocabulary.ofVehicles.exact(text).bits.isEmpty;
  const unknown = new Set(reading.texts.filter((text) => inTexts.known.get(text) === false && !isName(text)));
  return { chunks, vocabulary, reading, found, unknown };
}

/** Returns the number that takes the whole line, if there is one. */
const wholeOf = (chunks: readonly Chunk[], { numbers }: Reading) =>
  numbers.find(({ from, to }) => from === 0 && to === chunks.length - 1);

type Begun = {
  readonly chunks: readonly Chunk[];
  readonly vocabulary: Vocabulary;
  readonly mask: Mask;
  readonly within: Within;
  readonly runs: readonly Run[];
  /** The numbers that are equal to a run, by its chunks. */
  readonly equal: ReadonlyMap<string, readonly FoundNumber[]>;
  /** The nearest numbers that begin with the line, if it is one chunk. */
  readonly near: readonly Near[];
  readonly like: Map<string, Promise<readonly FoundNumber[]>>;
  readonly searched: Searched;
};

type Row = {
  readonly revision: string;
  /** Brands and products that the grants cover. Null for all: a grant of a whole brand covers all products. */
  readonly brands: readonly number[] | null;
  readonly products: readonly number[] | null;
  readonly chunks: readonly Omit<Chunk, 'text'>[];
  readonly equal: readonly (FoundNumber & { run: number })[];
  readonly near: readonly Near[];
};

const NONE = sql`'{}'::json[]`;
const keyOf = ({ from, to }: Pick<Run, 'from' | 'to'>) => `${from} ${to}`;

/** Reads the line as the database compares it, the numbers in it, and what the person may know of the vocabulary. */
async function begin(db: Db, person: Person, asked: Asked, texts: readonly string[], limit: number): Promise<Begun> {
  const spans = spansOf(texts);
  const within = { person, ...asked };
  const sole = texts.length === 1 ? (texts[0] ?? '') : '';
  const granted = (ids: RawBuilder<unknown>) => (seesEverything(person.role) ? sql`null::int[]` : sql`array(${ids})`);
  // A line without numbers has a shorter statement, which costs less to start.
  const equal = sql`array(select to_json(equal) from (
    select n - 1 as run, equal.* from (
      select number_of(bare(text)) as number, n
      from unnest(${unplanned(sql`${spans.map(({ from, to }) => texts.slice(from, to + 1).join(' '))}::text[]`)})
        with ordinality given (text, n) where bare(text) <> '') given,
      lateral (${equalNumbers(within, sql`given.number`)}) equal) equal)`;
  const near = sql`case when bare(${sole}) = '' then '{}'
    else ${nearestBeginning(within, unplanned(sql`number_of(bare(${sole}))`), limit)} end`;
  const { rows } = await sql<Row>`
    select ${REVISION} as revision,
      ${granted(sql`select distinct part_brand_id from ${grantsOf(person)}`)} as brands,
      case when not exists (
        select from ${grantsOf(person)} where g.part_category_id is null and g.part_product_id is null)
      then ${granted(sql`select p.id from part_products p
        where ${reaches(person, { category: sql.ref('p.part_category_id'), product: sql.ref('p.id') })}`)} end as products,
      array(select to_json(chunk) from (
        select words_of(text) as words, bare(text) as bare
        from unnest(${texts}::text[]) with ordinality given (text, n) order by n) chunk) as chunks,
      ${spans.length > 0 ? equal : NONE} as equal, ${sole === '' ? NONE : near} as near`.execute(
    prepared(db, 'composed'),
  );
  const row = rows[0];
  if (!row) throw new Error('A search reads one row');
  const vocabulary = await vocabularyAt(db, row.revision);
  const chunks = row.chunks.map((chunk, index) => ({ ...chunk, text: texts[index] ?? '' }));
  const known = new Map<string, FoundNumber[]>();
  for (const { run, ...number } of row.equal) {
    const key = keyOf(spans[run] ?? { from: 0, to: 0 });
    known.set(key, [...(known.get(key) ?? []), number]);
  }
  const runs = spans.flatMap((span): Run[] => {
    const isKnown = known.has(keyOf(span));
    return isKnown || mayBeLikeNumber(chunks, span) ? [{ ...span, isKnown }] : [];
  });
  return {
    ...{ chunks, vocabulary, runs, equal: known, near: row.near, like: new Map() },
    searched: { held: new Map(), empty: [] },
    mask: maskOf(vocabulary, row),
    within: { person, products: asked.products, brands: both(asked.brands, row.brands) },
  };
}

const both = (a: readonly number[] | null, b: readonly number[] | null) =>
  a && b ? a.filter((id) => b.includes(id)) : (a ?? b);

/** Returns the runs of chunks that contain a digit. A line of one chunk is always a run. */
function spansOf(texts: readonly string[]): Pick<Run, 'from' | 'to'>[] {
  if (texts.length === 1) return [{ from: 0, to: 0 }];
  const spans = texts.flatMap((_, from) =>
    texts
      .slice(from, from + MAX_RUN)
      .map((_, length) => ({ from, to: from + length }))
      .filter(({ to }) => /\d/.test(texts.slice(from, to + 1).join(''))),
  );
  return spans.slice(0, MAX_RUNS);
}

/** A number among words has at least this many characters, and its chunks of letters are short: PF 140252. */
const SHORTEST_LIKE = 4;
const MAX_LETTERS = 4;
/** Fewer digits between words are rather a displacement or a generation: gol 1.6, golf 4. */
const MIN_DIGITS = 3;

function mayBeLikeNumber(chunks: readonly Chunk[], span: Pick<Run, 'from' | 'to'>): boolean {
  if (chunks.length === 1) return bareOf(chunks, span) !== '';
  const inside = chunks.slice(span.from, span.to + 1);
  const isWhole = inside.length === chunks.length;
  return (
    bareOf(chunks, span).length >= SHORTEST_LIKE &&
    (isWhole || inside.some(({ bare }) => /\d/.test(bare) && bare.length >= MIN_DIGITS)) &&
    inside.every(({ text, words, bare }) =>
      /\d/.test(bare) ? true : bare.length <= MAX_LETTERS && !isWordBetween(unshortened(text, words)),
    )
  );
}

/** Whether a chunk is a filler. A single letter is not («A 271 180 00 09»), nor punctuation («W 712 / 7»). */
const isWordBetween = (words: readonly string[]) =>
  words.length > 0 && words.every((word) => word.length > 1 && isFiller(word));

function maskOf({ names, brands }: Vocabulary, row: Row): Mask {
  const bitsOf = <One>(all: readonly One[], idOf: (one: One) => number, ids: readonly number[] | null) => {
    if (!ids) return null;
    const wanted = new Set(ids);
    const bits = new Bits(all.length);
    for (const [index, one] of all.entries()) if (wanted.has(idOf(one))) bits.add(index);
    return bits;
  };
  return {
    names: bitsOf(names, ({ product }) => product, row.products),
    brands: bitsOf(brands, ({ id }) => id, row.brands),
  };
}

/** The parts of one reading. */
async function findReading(
  db: Db,
  begun: Begun,
  within: Within,
  reading: Reading,
  limit: number,
): Promise<Iterable<[number, Hit]>> {
  const { vocabulary, chunks } = begun;
  const { numbers, texts } = reading;
  const { named, ofCategory } = productsOf(begun, reading);
  const products = named && [...named, ofCategory];
  const [whole, vehicles] = vehiclesOf(vocabulary, reading);
  const sole = wholeOf(chunks, reading);
  if (sole) return findNumber(db, begun, within, sole, limit);
  if (products?.flat().length === 0) return [];
  const brands = reading.brands && [...reading.brands].map((index) => vocabulary.brands[index]?.id ?? 0);
  if (numbers.length > 0) {
    const inProducts = { ...within, products: both(within.products, products?.flat() ?? null) };
    const candidates = await Promise.all(
      numbers.map((run) => begun.equal.get(keyOf(run)) ?? findLikeWith(db, inProducts, begun, run)),
    );
    const kept = await keepFitting(db, candidates.flat(), { ...begun, reading, products, brands, vehicles });
    const byNumber = candidates.map((hits) => new Set(hits.map(({ part_id }) => part_id)));
    const countOf = (part: number) => byNumber.filter((parts) => parts.has(part)).length;
    const best = new Map<number, FoundNumber>();
    for (const hit of kept.toSorted((a, b) => countOf(b.part_id) - countOf(a.part_id))) {
      if (!best.has(hit.part_id)) best.set(hit.part_id, hit);
    }
    return [...best].slice(0, limit);
  }
  const inside = { ...within, brands: both(within.brands, brands) };
  if (inside.brands?.length === 0) return [];
  const findOf = async (products: readonly (readonly number[])[] | null) => {
    const found = new Map<number, Hit>();
    const sides = vehicles && texts.some(isPosition) ? [false, true] : [false];
    for (const isAnySide of sides) {
      for (const some of whole ? [whole, vehicles] : [vehicles]) {
        const wanted = { products, vehicles: some, texts, isAnySide };
        for (const part of await findWords(db, inside, wanted, limit, begun.searched)) {
          if (!found.has(part)) found.set(part, { kind: 'words', wanted });
        }
        if (found.size >= limit) break;
      }
      if (found.size > 0) return found;
    }
    if (!products || texts.length > 0 || !namesVehicle(vocabulary, reading)) return found;
    const free = new Set(vocabulary.names.flatMap(({ takesVehicles, product }) => (takesVehicles ? [] : [product])));
    const wanted = { products, vehicles: null, texts };
    // Only of the best names: a lamp for a headlight is not a headlight.
    const best = products.find((some) => some.length > 0) ?? [];
    const universal = await findUniversal(db, inside, best, free, limit);
    return new Map(universal.map((part): [number, Hit] => [part, { kind: 'words', wanted }]));
  };
  // If the words are the whole name of a product, products whose category has them are searched only as a fallback.
  const ofName = named?.[0]?.length ? await findOf(named) : null;
  return ofName && (ofName.size > 0 || ofCategory.length === 0) ? ofName : findOf(products);
}

/** Parts by a number alone: an equal number, a relation to the part of that code, a similar number, or a text. */
async function findNumber(db: Db, begun: Begun, within: Within, run: Run, limit: number): Promise<[number, Hit][]> {
  const { chunks } = begun;
  const whole = begun.equal.get(keyOf(run)) ?? [];
  const own = whole.filter(({ kind }) => kind === 'code').map(({ part_id }) => part_id);
  const isEnough = countParts(whole) >= limit;
  // A word is compared only with numbers here: other readings search it as a product, a vehicle or a text.
  const isWord = !/\d/.test(bareOf(chunks, run));
  const isAlone = run.isKnown && isWord;
  const wanted = { products: null, vehicles: null, texts: [...new Set(chunks.flatMap(({ words }) => words))] };
  const [related, like, inTexts] = await Promise.all([
    findRelated(db, within, own),
    isEnough || isAlone ? [] : findLikeWith(db, within, begun, run, limit),
    // A number may also be in a text: «Reemplaza a PLF-100422».
    isEnough || isWord ? [] : findWords(db, within, wanted, limit, begun.searched),
  ]);
  return [
    ...whole.map((hit): [number, Hit] => [hit.part_id, hit]),
    ...related.map(({ id, why }): [number, Hit] => [id, { kind: 'related', why }]),
    ...like.map((hit): [number, Hit] => [hit.part_id, hit]),
    ...inTexts.map((part): [number, Hit] => [part, { kind: 'words', wanted }]),
  ];
}

/** Limit of numbers that are read when words have to match too. */
const MAX_CANDIDATES = 200;

/** Returns the numbers like a run. Cached, since several readings of a line may search the same run. */
function findLikeWith(db: Db, within: Within, begun: Begun, run: Run, limit = MAX_CANDIDATES) {
  const key = `${keyOf(run)} ${within.products?.join() ?? 'all'}`;
  const bare = bareOf(begun.chunks, run);
  const number = bare.replace(/^0+(?=.)/, '');
  const near = begun.chunks.length === 1 ? begun.near : null;
  const found = begun.like.get(key) ?? findLike(db, within, { bare, number, near }, limit);
  begun.like.set(key, found);
  return found;
}

async function findRelated(db: Db, within: Within, own: readonly number[]) {
  if (own.length === 0 || own.length > MAX_RELATING) return [];
  const related = await relatedParts(db, (table) => isWithin(within, table), own, ['named', 'shares']);
  return related.map(({ id, relation, other, number }) => ({
    id,
    why: relation === 'named' ? `Nombrada por ${other}` : `Comparte ${number} con ${other}`,
  }));
}

type Fitting = {
  readonly vocabulary: Vocabulary;
  readonly reading: Reading;
  readonly products: readonly (readonly number[])[] | null;
  readonly brands: readonly number[] | null;
  readonly vehicles: readonly number[] | null;
};

type Facts = {
  readonly n: string;
  readonly brand: number;
  readonly product: number;
  readonly crossWords: readonly string[];
  readonly crossBrand: string;
  readonly fits: boolean;
  readonly texts: readonly string[];
};

/**
 * Returns the numbers whose parts have the other words of the line. A brand may be that of the part or the one that
 * gives the number: «Renault 8200768913» and «Mann W 712/75» are cross references.
 */
async function keepFitting(db: Db, numbers: readonly FoundNumber[], fitting: Fitting): Promise<FoundNumber[]> {
  if (numbers.length === 0) return [];
  const { vocabulary, reading, products, brands, vehicles } = fitting;
  const { texts } = reading;
  const { rows } = await sql<Facts>`
    select given.n, p.part_brand_id as brand, p.part_product_id as product,
      coalesce(words_of(c.brand), '{}') as "crossWords",
      coalesce(bare(c.brand), '') as "crossBrand",
      exists (select from part_vehicles a
        where a.part_id = p.id and a.vehicle_id = any (${vehicles ?? []}::int[])) as fits,
      array(select word from unnest(${texts}::text[], ${texts.map((word) => queryOf([word]))}::text[]) asked (word, query)
        where exists (select from part_texts t where t.part_id = p.id and t.words @@ query::tsquery)) as texts
    from unnest(${numbers.map(({ part_id }) => part_id)}::int[], ${numbers.map(({ kind, row_id }) =>
      kind === 'cross' ? row_id : 0,
    )}::int[]) with ordinality given (part, cross_id, n)
      join parts p on p.id = given.part left join part_crosses c on c.id = given.cross_id
    order by n`.execute(db);
  const wanted = products && new Set(products.flat());
  const makers = new Set(
    [...(reading.vehicles ?? [])].flatMap((index) => vocabulary.vehicles[index]?.brandNames ?? []),
  );
  const wordsOfBrands = reading.units.filter(({ role }) => role === 'brand').flatMap(({ words }) => words);
  return rows.flatMap((facts) => {
    const { n, brand, product, crossWords, crossBrand, fits } = facts;
    const isFitting =
      (!wanted || wanted.has(product)) &&
      (!brands || brands.includes(brand) || wordsOfBrands.some((word) => crossWords.includes(word))) &&
      (!vehicles || fits || makers.has(crossBrand)) &&
      texts.every((word) => facts.texts.includes(word) || crossWords.includes(word));
    const hit = numbers[Number(n) - 1];
    return isFitting && hit ? [hit] : [];
  });
}

/**
 * Returns the vehicles whose whole family or model was typed (null if they are none or all), and all likely ones:
 * «corolla» is rather a Corolla than a Corolla Cross.
 */
function vehiclesOf({ vehicles }: Vocabulary, reading: Reading): [number[] | null, number[] | null] {
  if (!reading.vehicles) return [null, null];
  const words = new Set(reading.units.flatMap((unit) => (unit.role === 'vehicle' ? unit.words : [])));
  const isWhole = ({ familyWords, familyName, modelName }: Vehicle) =>
    familyWords.every((word) => words.has(word)) || words.has(familyName) || words.has(modelName);
  const some = [...reading.vehicles].flatMap((index) => vehicles[index] ?? []);
  const whole = some.filter(isWhole);
  // One or two letters do not name another vehicle: an up! is no Pick-up.
  const hasLongWord = ({ brandWords, brandNames, modelWords }: Vehicle) =>
    [...brandWords, ...brandNames, ...modelWords].some((word) => words.has(word) && !/^[a-z]{1,2}$/.test(word));
  const all = whole.length > 0 ? some.filter((one) => isWhole(one) || hasLongWord(one)) : some;
  const ids = (some: readonly Vehicle[]) => some.map(({ id }) => id);
  return [whole.length > 0 && whole.length < all.length ? ids(whole) : null, ids(all)];
}

type Products = { readonly named: readonly (readonly number[])[] | null; readonly ofCategory: readonly number[] };

/** The products whose names have the words, by how well these fit, and those whose category alone has them. */
function productsOf({ vocabulary, chunks }: Begun, reading: Reading): Products {
  if (!reading.names) return { named: null, ofCategory: [] };
  const words = new Set(reading.units.flatMap((unit) => (unit.role === 'product' ? unit.words : [])));
  const typed = new Set(chunks.flatMap((chunk) => chunk.words));
  const ranks = new Map<number, number>();
  for (const index of reading.names) {
    const name = vocabulary.names[index];
    if (!name) continue;
    ranks.set(name.product, Math.min(ranks.get(name.product) ?? WORST, rankOf(name, words, typed)));
  }
  const ofRank = (rank: number) => [...ranks].flatMap(([product, own]) => (own === rank ? [product] : []));
  return { named: Array.from({ length: WORST }, (_, rank) => ofRank(rank)), ofCategory: ofRank(WORST) };
}

const WORST = 5;

/**
 * Returns the rank of a name, lower for better matches: all of its words, its first word as typed, its first word in
 * another form, the first word of an alias, a later word, or none.
 */
function rankOf({ words: name, alias }: Name, words: ReadonlySet<string>, typed: ReadonlySet<string>): number {
  if (name.every((word) => words.has(word))) return 0;
  const [first = ''] = name;
  if (words.has(first)) return alias !== null ? 3 : typed.has(first) ? 1 : 2;
  return name.some((word) => words.has(word)) ? 4 : WORST;
}
