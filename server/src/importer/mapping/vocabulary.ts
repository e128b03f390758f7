import { sql } from 'kysely';
import { brandsInScope, type Person, partInScope, productsInScope } from '../../access/scope.ts';
import type { Db } from '../../db/connection/connect.ts';
import { readVehicleBrandNames, readVehicleModelNames } from '../../vehicles/bulk.ts';
import { plain } from './titles.ts';

type AttributeName = { readonly name: string; readonly unit: string };

/** The names of the catalog that titles and values are compared with, by their plain form. */
export type Vocabulary = {
  readonly brands: ReadonlyMap<string, string>;
  /** Products, under their names and aliases. */
  readonly products: ReadonlyMap<string, string>;
  readonly vehicleBrands: ReadonlyMap<string, string>;
  /** Models and families of vehicles. */
  readonly vehicleModels: ReadonlySet<string>;
  /** Brands of cross references in the scope, as they are written there. */
  readonly crossBrands: ReadonlyMap<string, string>;
  /** Attributes of templates, under their names and aliases. */
  readonly attributes: ReadonlyMap<string, AttributeName>;
  /** Names of the attributes of each product's template. */
  readonly templates: ReadonlyMap<string, ReadonlySet<string>>;
};

const MAX_CROSS_BRANDS = 2_000;

/** Reads the names that a person may see. Products outside their scope are not proposed. */
export async function readVocabulary(db: Db, person: Person): Promise<Vocabulary> {
  const brands = await brandsInScope(db, person).execute();
  const products = await productsInScope(db, person, { categoryId: 'all' }).execute();
  const { rows: aliases } = await sql<{ id: number; aliases: string[] }>`
    select id, aliases from part_products where aliases <> '{}'`.execute(db);
  const { rows: attributes } = await sql<AttributeName & { aliases: string[]; part_product_id: number }>`
    select name, unit, aliases, part_product_id from part_product_attributes
    where part_product_id = any (${products.map(({ id }) => id)}::int[]) order by name, unit`.execute(db);
  const { rows: crosses } = await sql<{ brand: string }>`
    select distinct brand from (
      select c.brand from part_crosses c join parts on parts.id = c.part_id where ${partInScope(person)} limit 50000) used
    limit ${MAX_CROSS_BRANDS}`.execute(db);
  const vehicleBrands = await readVehicleBrandNames(db);
  const vehicleModels = await readVehicleModelNames(db);
  const otherNames = new Map(aliases.map(({ id, aliases: names }) => [id, names]));
  const byName = new Map<string, string>();
  for (const { id, name } of products) for (const alias of otherNames.get(id) ?? []) byName.set(plain(alias), name);
  // A name beats another product's alias.
  for (const { name } of products) byName.set(plain(name), name);
  const byAttribute = new Map<string, AttributeName>();
  for (const { name, unit, aliases: names } of attributes) {
    for (const one of [...names, name]) if (!byAttribute.has(plain(one))) byAttribute.set(plain(one), { name, unit });
  }
  const byProduct = new Map<number, Set<string>>();
  for (const { part_product_id, name } of attributes) {
    byProduct.set(part_product_id, (byProduct.get(part_product_id) ?? new Set()).add(name));
  }
  return {
    brands: new Map(brands.map(({ name }) => [plain(name), name])),
    products: byName,
    vehicleBrands: new Map(vehicleBrands.map(({ bare, brand }) => [bare, brand])),
    vehicleModels: new Set(vehicleModels.map(plain)),
    crossBrands: new Map(crosses.map(({ brand }) => [plain(brand), brand])),
    attributes: byAttribute,
    templates: new Map(products.map(({ id, name }) => [name, byProduct.get(id) ?? new Set()])),
  };
}

/** The brand of vehicles with this name or alias, without what is in parentheses: «Volkswagen (VW)». */
export const vehicleBrandOf = ({ vehicleBrands }: Vocabulary, text: string) =>
  vehicleBrands.get(plain(text.replace(/\(.*/, '')).replaceAll(' ', ''));

/** Words of a name of a model. */
const MAX_MODEL = 4;

/** Whether a text begins with a brand or model of vehicles: «VW», «Gol 1.6». A number alone may be anything. */
export function beginsWithVehicle(vocabulary: Vocabulary, text: string): boolean {
  const words = plain(text).split(' ').slice(0, MAX_MODEL);
  return words.some((_, index) => {
    const name = words.slice(0, index + 1).join(' ');
    const isModel = /\p{L}/u.test(name) && vocabulary.vehicleModels.has(name);
    return isModel || vehicleBrandOf(vocabulary, name) !== undefined;
  });
}

/** A stem of two letters would begin too many words: «tras» stays whole, and «Tricetas» is not like it. */
const stem = (word: string) => {
  const short = word.replace(/(es|s|a|o|as|os|ura|or)$/, '');
  return short.length > 2 ? short : word;
};

type Stem = { readonly text: string; readonly isMeaningful: boolean };

/** Stems of the words of a text. A value of a file has few words that matter. */
const MAX_WORDS = 12;
const stems = new Map<string, readonly Stem[]>();
const MAX_KEPT = 5_000;

/** Cached: the names of the catalog are compared with every value of a file. */
function stemsOf(text: string): readonly Stem[] {
  const before = stems.get(text);
  if (before) return before;
  const words = plain(text).split(' ').slice(0, MAX_WORDS);
  const found = words.map((word) => ({ text: stem(word), isMeaningful: word.length > 2 }));
  if (stems.size >= MAX_KEPT) stems.clear();
  stems.set(text, found);
  return found;
}

const isLike = ({ text: s }: Stem, { text: t }: Stem) =>
  s.length >= 2 && t.length >= 2 && (s.startsWith(t) || t.startsWith(s));

/** Whether two words are the same in any number and gender. Short stems begin too many others. */
const isSame = (one: Stem, other: Stem) =>
  one.text === other.text || (one.text.length > 4 && other.text.length > 4 && isLike(one, other));

/** Share of the words of two texts that match a word of the other by its beginning, from 0 to 1. */
export function likeness(one: string, other: string): number {
  const [all, b] = [stemsOf(one), stemsOf(other).filter(({ isMeaningful }) => isMeaningful)];
  const meaningful = all.filter(({ isMeaningful }) => isMeaningful);
  const a = meaningful.length > 0 ? meaningful : all;
  const matching = a.filter((x) => b.some((y) => isLike(x, y))).length;
  if (matching === 0) return 0;
  const back = b.filter((y) => a.some((x) => isLike(x, y))).length;
  return (matching / a.length + back / b.length) / 2;
}

/** Whether a text has all words of a name, in any number. */
export function namesWhole(text: string, name: string): boolean {
  const words = stemsOf(text);
  const own = stemsOf(name).filter(({ isMeaningful }) => isMeaningful);
  // «Correas» is not the whole name of «Correa en V».
  const letters = plain(name)
    .split(' ')
    .filter((word) => word.length === 1);
  const inText = new Set(plain(text).split(' '));
  return (
    own.length > 0 &&
    own.every((one) => words.some((word) => isSame(word, one))) &&
    letters.every((letter) => inText.has(letter))
  );
}

const MIN_LIKENESS = 0.45;
const MAX_OFFERS = 6;
/** Weight of an alias that a text only resembles, compared with the name. */
const OTHER_NAME = 0.8;
const WHOLE = 0.01;

/**
 * Returns the names that a text may stand for, the likeliest first. Aliases count for their name. Names with a word of
 * the context precede the others.
 */
export function offersFor(text: string, names: ReadonlyMap<string, string>, context = ''): string[] {
  const scores = new Map<string, number>();
  const around = stemsOf(context).filter(({ isMeaningful }) => isMeaningful);
  for (const [other, name] of names) {
    const score = likeness(text, other);
    const weighed = other === plain(name) || score > 0.95 ? score : score * OTHER_NAME;
    const inContext =
      weighed >= MIN_LIKENESS && stemsOf(other).some((one) => around.some((word) => isSame(word, one))) ? 1 : 0;
    // «Bieletas» has all of the alias «bieleta», but only the beginning of «Biela».
    const isWhole = score > 0.95 && namesWhole(text, other) ? WHOLE : 0;
    scores.set(name, Math.max(scores.get(name) ?? 0, weighed + inContext + isWhole));
  }
  return [...scores]
    .map(([name, score]) => ({ name, score }))
    .filter(({ score }) => score >= MIN_LIKENESS)
    .sort((x, y) => y.score - x.score || x.name.length - y.name.length)
    .slice(0, MAX_OFFERS)
    .map(({ name }) => name);
}
