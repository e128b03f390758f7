import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { forEveryone } from '../db/connection/sessions.ts';
import { Bits } from './bits.ts';
import { isCorrectable, isFiller, isMisspelt, soundOf, stemOf } from './spanish.ts';

/** Rows of the vocabulary that a word matches, and the words of those rows that match. The rows are shared: never changed. */
export type Match = { readonly bits: Bits; readonly words: readonly string[] };

/** Limit of words whose corrections are cached. */
const MAX_MISSPELT = 1000;

/** Index of rows by their words. Each method is a way to match a word. */
class Lexicon {
  readonly #size: number;
  readonly #rows = new Map<string, Bits>();
  readonly #stems = new Map<string, string[]>();
  readonly #sounds = new Map<string, string[]>();
  readonly #misspelt = new Map<string, readonly string[]>();
  readonly #none: Match;

  constructor(rows: readonly Iterable<string>[]) {
    this.#size = rows.length;
    this.#none = { bits: new Bits(rows.length), words: [] };
    for (const [row, words] of rows.entries()) {
      for (const word of words) {
        const known = this.#rows.get(word);
        if (known) known.add(row);
        else this.#rows.set(word, new Bits(this.#size, [row]));
      }
    }
    const group = (groups: Map<string, string[]>, key: string, word: string) =>
      groups.set(key, [...(groups.get(key) ?? []), word]);
    for (const word of this.#rows.keys()) {
      group(this.#stems, stemOf(word), word);
      group(this.#sounds, soundOf(stemOf(word)), word);
    }
  }

  exact(word: string): Match {
    return this.#of(this.#rows.has(word) ? [word] : []);
  }

  /** Singular or plural, in any gender. */
  sameStem(word: string): Match {
    return this.#of(this.#stems.get(stemOf(word)) ?? []);
  }

  /** Other words that sound the same. */
  sameSound(word: string): Match {
    if (!isCorrectable(word)) return this.#of([]);
    return this.#of((this.#sounds.get(soundOf(stemOf(word))) ?? []).filter((known) => stemOf(known) !== stemOf(word)));
  }

  /** Longer words that begin with the word: TU5JP4 for TU5. One or two letters, and digits, would match too many. */
  beginning(word: string): Match {
    if (word.length < 3 || /^\d/.test(word)) return this.#of([]);
    return this.#of([...this.#rows.keys()].filter((known) => known.startsWith(word) && stemOf(known) !== stemOf(word)));
  }

  /** Other words, of which this one is a misspelling. */
  misspelt(word: string): Match {
    const known = this.#misspelt.get(word) ?? this.#readMisspelt(word);
    // While a line is typed, the same words are read again with every letter.
    if (this.#misspelt.size >= MAX_MISSPELT) this.#misspelt.clear();
    this.#misspelt.set(word, known);
    return this.#of(known);
  }

  #readMisspelt(word: string): readonly string[] {
    if (!isCorrectable(word)) return [];
    const sound = soundOf(stemOf(word));
    return [...this.#sounds].flatMap(([known, words]) =>
      words.filter(
        (other) => isCorrectable(other) && known !== sound && (isMisspelt(sound, known) || isMisspelt(word, other)),
      ),
    );
  }

  #of(words: readonly string[]): Match {
    const [only] = words;
    if (words.length === 0) return this.#none;
    if (words.length === 1 && only !== undefined) return { bits: this.#rows.get(only) ?? this.#none.bits, words };
    const bits = new Bits(this.#size);
    for (const word of words) {
      const rows = this.#rows.get(word);
      if (rows) bits.addAll(rows);
    }
    return { bits, words };
  }
}

/** A product under one of its names. */
export type Name = {
  readonly product: number;
  readonly name: string;
  /** Null for the own name of the product. */
  readonly alias: string | null;
  /** Without fillers. */
  readonly words: readonly string[];
  readonly category: readonly string[];
  /** False when its parts fit any vehicle, as oils do. */
  readonly takesVehicles: boolean;
};

type Brand = { readonly id: number; readonly name: string; readonly words: readonly string[] };

export type Vehicle = {
  readonly id: number;
  readonly brand: string;
  readonly family: string;
  readonly model: string;
  readonly from: number;
  readonly until: number | null;
  readonly brandWords: readonly string[];
  readonly familyWords: readonly string[];
  readonly modelWords: readonly string[];
  /** Words of the version, the engine and the fuel. Those with signs inside are one word too: D-4D is d4d. */
  readonly specification: readonly string[];
  /** Names of the brand, each as one word: volkswagen, vw. */
  readonly brandNames: readonly string[];
  /** Family and model as one word: crv, goltrend. */
  readonly familyName: string;
  readonly modelName: string;
};

export type Vocabulary = {
  readonly names: readonly Name[];
  readonly brands: readonly Brand[];
  readonly vehicles: readonly Vehicle[];
  readonly ofNames: Lexicon;
  readonly ofBrands: Lexicon;
  /** Brands and models. */
  readonly ofVehicles: Lexicon;
  /** Whole names of families and models. */
  readonly ofModels: Lexicon;
  readonly ofSpecifications: Lexicon;
};

/** The number of a version without its letters: 320 for 320i. */
const undressed = (word: string) => /^(\d{3})(?!cv)[a-z]{1,2}$/.exec(word)?.slice(1) ?? [];

type Rows = Pick<Vocabulary, 'names' | 'brands' | 'vehicles'>;

export function buildVocabulary({ names, brands, vehicles }: Rows): Vocabulary {
  return {
    names,
    brands,
    vehicles,
    ofNames: new Lexicon(names.map(({ words, category }) => [...words, ...category.filter((word) => !isFiller(word))])),
    ofBrands: new Lexicon(brands.map(({ words }) => words)),
    ofVehicles: new Lexicon(
      vehicles.map(({ brandWords, brandNames, familyWords, modelWords, familyName, modelName }) => [
        ...[...brandWords, ...brandNames, ...familyWords, ...modelWords, familyName, modelName],
      ]),
    ),
    ofModels: new Lexicon(vehicles.map(({ familyName, modelName }) => [familyName, modelName])),
    ofSpecifications: new Lexicon(
      vehicles.map(({ specification }) => specification.flatMap((word) => [word, ...undressed(word)])),
    ),
  };
}

/** Text that differs after every change of what the vocabulary is read from. */
export const REVISION = sql<string>`(
  select coalesce(string_agg(source || ' ' || revision, ',' order by source), '') from vocabulary_revisions)`;

const cache = new WeakMap<Db, { readonly revision: string; readonly vocabulary: Promise<Vocabulary> }>();

/** The vocabulary as of a revision. A process reads it once after each change. */
export function vocabularyAt(db: Db, revision: string): Promise<Vocabulary> {
  const known = cache.get(db);
  if (known?.revision === revision) return known.vocabulary;
  const vocabulary = forEveryone(() => readVocabulary(db));
  cache.set(db, { revision, vocabulary });
  vocabulary.catch(() => cache.delete(db));
  return vocabulary;
}

async function readVocabulary(db: Db): Promise<Vocabulary> {
  const names = await sql<Name>`
    select p.id as product, p.name, case when n > 1 then named.name end as alias, words_of(named.name) as words, words_of(c.name) as category, takes_vehicles as "takesVehicles"
    from part_products p join part_categories c on c.id = p.part_category_id,
      unnest(p.name || p.aliases) with ordinality named (name, n)
    order by p.id, n`.execute(db);
  const brands = await sql<Brand>`
    select id, name, words_of(name) as words from part_brands order by id`.execute(db);
  const vehicles = await sql<Vehicle>`
    with brand_names as materialized (
      select brand, array_agg(bare) as names from vehicle_brand_names() group by brand),
    generations as materialized (
      select g.*, words_of(g.brand) as brand_words, words_of(model_master) as family_words, words_of(model) as model_words,
        brand_names.names as brand_names, bare(model_master) as "familyName", bare(model) as "modelName"
      from (select distinct brand, model_master, model from vehicles) g join brand_names on brand_names.brand = g.brand)
    select id, v.brand, v.model_master as family, v.model, sold_from_year as from, sold_until_year as until,
      brand_words as "brandWords", family_words as "familyWords", model_words as "modelWords",
      brand_names as "brandNames", "familyName", "modelName",
      words_of(version || ' ' || engine_code || ' ' || fuel) || array(
        select bare(word) from string_to_table(version, ' ') word where word ~ '[[:alpha:]][-.]') as specification
    from vehicles v join generations g
      on g.brand = v.brand and g.model_master = v.model_master and g.model = v.model
    order by id`.execute(db);
  return buildVocabulary({
    names: names.rows.map((name) => ({ ...name, words: name.words.filter((word) => !isFiller(word)) })),
    brands: brands.rows,
    vehicles: vehicles.rows,
  });
}
