import { generationForms } from '../../search/spanish.ts';
import type { Vehicle } from './vehicle-names.ts';

/** A brand and model of the vehicle base that a text can name. */
export type VehicleName = {
  readonly brand: string;
  readonly family: string;
  readonly label: string;
  /** Versions of the model, or of all models of the family where no model has the name. */
  readonly vehicles: readonly Vehicle[];
};

/** Groups items by a key, in the order of their first item. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Folds character by character, so that offsets in the result are valid in the text. */
export function foldInPlace(text: string): string {
  let folded = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    folded += code < 128 ? (text[at] ?? '').toLowerCase() : foldedOf(text[at] ?? '');
  }
  return folded;
}

const foldedOf = (character: string) => {
  if (/\p{M}/u.test(character)) return ' ';
  const [first = character] = character.normalize('NFD').toLowerCase();
  return first.length === 1 ? first : character;
};

/** A word or a decimal number of a folded text. */
export type Token = { readonly text: string; readonly start: number; readonly end: number };

/** Letters and digits. A decimal number is a token: «1.9TD» has two. The plus sign is part of «Ka+». */
const TOKEN = /\d{1,2}[.,]\d{1,3}(?![\d])|(?:\p{L}|\d(?![.,]\d(?!\d)))+(?:(?<=\p{L})\+(?![\p{L}\d]))?|\d/gu;

export const tokensOf = (folded: string): Token[] =>
  Array.from(folded.matchAll(TOKEN), ({ 0: text, index }) => ({ text, start: index, end: index + text.length }));

const joinedOf = (name: string) =>
  tokensOf(foldInPlace(name))
    .map(({ text }) => text)
    .join('');

/** Gaps inside a name: «T-Cross», «V.W.», «up! 1.0». */
const CLOSE_GAP = /^(?: ?|[.\-'’!] ?)$/;
/** Gaps between the alternatives of a name: «Escort MK5/MK7», «Fiesta Max / One». */
const SLASH_GAP = /^ ?\/ ?$/;

/** Tokens from `at` to before `to`, and what they name. */
export type Found<T> = { readonly to: number; readonly value: T };

/** Names by their letters and digits. `find` returns the longest name that starts at a token. */
export class NameMap<T> {
  readonly #names = new Map<string, { readonly name: string; readonly value: T; readonly hasSlash: boolean }>();
  #longest = 0;

  add(name: string, value: T): void {
    const tokens = tokensOf(foldInPlace(name));
    // A name of one token may be written as several: «F 100», «Eco Sport».
    this.#longest = Math.max(this.#longest, tokens.length + 1);
    this.#names.set(tokens.map(({ text }) => text).join(''), { name, value, hasSlash: name.includes('/') });
  }

  /** Adds a name unless another vehicle has it. */
  addIfFree(name: string, value: T): void {
    if (!this.has(name)) this.add(name, value);
  }

  has(name: string): boolean {
    return this.#names.has(joinedOf(name));
  }

  get(name: string): T | undefined {
    return this.#names.get(joinedOf(name))?.value;
  }

  *entries(): Generator<readonly [name: string, value: T]> {
    for (const { name, value } of this.#names.values()) yield [name, value];
  }

  find(folded: string, tokens: readonly Token[], at: number): Found<T> | null {
    let [joined, hasSlash] = ['', false];
    let found: Found<T> | null = null;
    for (let to = at; to < Math.min(at + this.#longest, tokens.length); to++) {
      const [before, token] = [tokens[to - 1], tokens[to]];
      if (!token) break;
      if (to > at && before) {
        const gap = folded.slice(before.end, Math.min(token.start, before.end + 4));
        if (SLASH_GAP.test(gap)) hasSlash = true;
        else if (!CLOSE_GAP.test(gap)) break;
      }
      joined += token.text;
      const name = this.#names.get(joined);
      if (name && (name.hasSlash || !hasSlash)) found = { to: to + 1, value: name.value };
    }
    return found;
  }
}

/** Names that the vehicle base and its brand aliases define. */
export class VehicleNameIndex {
  readonly brands = new NameMap<string>();
  /** Names and aliases of brands, for suggestions and abbreviations. */
  readonly brandNames: readonly { readonly bare: string; readonly brand: string }[];
  readonly #byBrand = new Map<string, NameMap<VehicleName>>();
  readonly #anywhere = new NameMap<VehicleName[]>();
  readonly #families = new Map<string, readonly Vehicle[]>();
  readonly #rests = new Map<string, NameMap<VehicleName>>();

  constructor(base: readonly Vehicle[], brandNames: readonly { readonly bare: string; readonly brand: string }[]) {
    this.brandNames = brandNames;
    for (const { bare, brand } of brandNames) this.brands.add(bare, brand);
    for (const [brand, vehicles] of groupBy(base, (vehicle) => vehicle.brand)) {
      this.brands.add(brand, brand);
      this.#addBrand(brand, vehicles);
    }
    for (const names of this.#byBrand.values()) {
      for (const [written, name] of names.entries()) {
        const same = this.#anywhere.get(written);
        if (!same) this.#anywhere.add(written, [name]);
        else if (!same.includes(name)) same.push(name);
      }
    }
  }

  #addBrand(brand: string, vehicles: readonly Vehicle[]): void {
    const names = new NameMap<VehicleName>();
    this.#byBrand.set(brand, names);
    const models = groupBy(vehicles, ({ model }) => model);
    const families = groupBy(vehicles, ({ model_master }) => model_master);
    const named = [...models].map(([model, ofModel]): [string, VehicleName] => {
      const family = ofModel[0]?.model_master ?? model;
      return [model, { brand, family, label: `${brand} ${model}`, vehicles: ofModel }];
    });
    for (const [model, name] of named) names.add(model, name);
    for (const [family, ofFamily] of families) {
      this.#families.set(`${brand}\n${family}`, ofFamily);
      names.addIfFree(family, { brand, family, label: `${brand} ${family}`, vehicles: ofFamily });
    }
    for (const [model, name] of named) {
      for (const other of otherNamesOf(model, name.family)) names.addIfFree(other, name);
    }
    for (const family of families.keys()) {
      const rests = new NameMap<VehicleName>();
      this.#rests.set(`${brand}\n${family}`, rests);
      for (const [model, name] of named) {
        for (const other of [model, ...otherNamesOf(model, family)]) {
          if (name.family === family && other.startsWith(`${family} `)) {
            rests.addIfFree(other.slice(family.length + 1), name);
          }
        }
      }
    }
  }

  /** Models and families of a brand. */
  ofBrand(brand: string): NameMap<VehicleName> | undefined {
    return this.#byBrand.get(brand);
  }

  /** Models of a family by the rest of their name: «Trend», «G3». */
  restsOf({ brand, family }: VehicleName): NameMap<VehicleName> | undefined {
    return this.#rests.get(`${brand}\n${family}`);
  }

  /** Vehicles of all models of the family. */
  familyOf({ brand, family }: VehicleName): readonly Vehicle[] {
    return this.#families.get(`${brand}\n${family}`) ?? [];
  }

  /** Models and families of all brands. */
  get anywhere(): Pick<NameMap<readonly VehicleName[]>, 'find' | 'get' | 'entries'> {
    return this.#anywhere;
  }

  /** Returns the only brand with a name that starts with an abbreviation, or null: «Peug.» is Peugeot. */
  brandBeginning(word: string): string | null {
    const brands = new Set(this.brandNames.filter(({ bare }) => bare.startsWith(word)).map(({ brand }) => brand));
    return brands.size === 1 ? ([...brands][0] ?? null) : null;
  }
}

const ROMAN_OR_NUMBERED = /^(?:[ivx]+|(?:g|mk)\d{1,2})$/i;

/** Other ways to write a model: each alternative of «I/II», and a generation in other digits («IV», «4», «G4», «MK4»). */
function otherNamesOf(model: string, family: string): string[] {
  const alternatives = model.includes('/') ? alternativesOf(model) : [model];
  const generations = alternatives.flatMap((name) => {
    const words = name.split(' ');
    return words.flatMap((word, index) => {
      if (index === 0 || !ROMAN_OR_NUMBERED.test(word) || family.split(' ').includes(word)) return [];
      const forms = generationForms(word.toLowerCase());
      const number = [word, ...forms].map((form) => /\d+$/.exec(form)?.[0]).find((digits) => digits !== undefined);
      return [...forms, ...(number ? [`MK${number}`] : [])].map((form) => words.with(index, form).join(' '));
    });
  });
  return [...alternatives, ...generations];
}

/** Escort MK5/MK7: Escort MK5, Escort MK7. Polara / GTX: Polara, GTX. */
function alternativesOf(model: string): string[] {
  const [first = '', ...others] = model.split('/').map((part) => part.trim());
  const words = first.split(' ');
  const prefix = words.slice(0, -1).join(' ');
  return [
    first,
    ...others.map((other) => (prefix === '' || other.startsWith(words[0] ?? '') ? other : `${prefix} ${other}`)),
  ];
}
