import type { Explanation } from '@piezario/contract/search';
import { type Chunk, type How, type Reading, type Unit, wordsOf } from './reading.ts';
import { expansionOf } from './spanish.ts';
import type { Vehicle, Vocabulary } from './vocabulary.ts';

type Piece = Explanation['pieces'][number];
type Line = { readonly chunks: readonly Chunk[]; readonly vocabulary: Vocabulary; readonly reading: Reading };

const CORRECTED: readonly How[] = ['sound', 'misspelt'];

/** Returns the units of each piece in order. Words of one product, or of the name of one vehicle, are one piece. */
export function unitsOfPieces(line: Line): Unit[][] {
  const groups = new Map<string, Unit[]>();
  const counts = { vehicle: 0, product: 0 };
  for (const [index, unit] of line.reading.units.entries()) {
    if (unit.role === 'filler') continue;
    if (unit.isOther && (unit.role === 'vehicle' || unit.role === 'product')) counts[unit.role]++;
    const kind = kindOf(line, unit);
    const group = kind === 'vehicle' || kind === 'product' ? counts[kind] : kind === 'brand' ? '' : index;
    const key = `${kind} ${group}`;
    groups.set(key, [...(groups.get(key) ?? []), unit]);
  }
  return [...groups.values()];
}

export const piecesOf = (line: Line): Piece[] => unitsOfPieces(line).map((units) => pieceOf(line, units));

function kindOf({ reading, vocabulary }: Line, unit: Unit): Piece['kind'] {
  if (unit.role === 'filler') return 'text';
  if (unit.role !== 'vehicle') return unit.role;
  return isNameOf(vehiclesOf(vocabulary, reading), unit) ? 'vehicle' : 'specification';
}

const isNameOf = (vehicles: readonly Vehicle[], { words }: Unit) => vehicles.some((one) => levelOf(one, words));

/** Returns false for readings with a year, a version or an engine alone. */
export function namesVehicle(vocabulary: Vocabulary, reading: Reading): boolean {
  const vehicles = vehiclesOf(vocabulary, reading);
  return reading.units.some((unit) => unit.role === 'vehicle' && isNameOf(vehicles, unit));
}

/** Returns the level of a vehicle's name that has one of the words, or null. */
export function levelOf(vehicle: Vehicle, words: readonly string[]): 'brand' | 'family' | 'model' | null {
  const has = (names: readonly string[]) => words.some((word) => names.includes(word));
  if (has([...vehicle.brandWords, ...vehicle.brandNames])) return 'brand';
  if (has([...vehicle.familyWords, vehicle.familyName])) return 'family';
  return has([...vehicle.modelWords, vehicle.modelName]) ? 'model' : null;
}

const vehiclesOf = ({ vehicles }: Vocabulary, reading: Reading): Vehicle[] =>
  [...(reading.vehicles ?? [])].flatMap((index) => vehicles[index] ?? []);

export function pieceOf(line: Line, units: readonly Unit[]): Piece {
  const isOf = isIn(units);
  const [first] = units;
  const kind = first ? kindOf(line, first) : 'text';
  return {
    kind,
    typed: typedOf(line, isOf),
    name: nameOf(line, kind, units) || typedOf(line, isOf),
    is_corrected: units.some(({ how }) => CORRECTED.includes(how)),
    without: restOf(line, (index) => !isOf(index)),
  };
}

export const isIn = (units: readonly Unit[]) => (index: number) =>
  units.some(({ from, to }) => from <= index && index < to);

/** A shorter line: some words as they were typed, without fillers at its ends. */
export function restOf(
  { chunks, reading }: Pick<Line, 'chunks' | 'reading'>,
  isKept: (index: number) => boolean,
): string {
  const isSaid = (index: number) =>
    isKept(index) && !reading.units.some(({ role, from, to }) => role === 'filler' && from <= index && index < to);
  const said = wordsOf(chunks).flatMap((_, index) => (isSaid(index) ? [index] : []));
  const [first = 0, last = -1] = [said[0], said.at(-1)];
  return typedOf({ chunks }, (index) => first <= index && index <= last && isKept(index));
}

/** Some words as they were typed. A chunk without some of its words also loses its punctuation. */
function typedOf({ chunks }: Pick<Line, 'chunks'>, isOf: (index: number) => boolean): string {
  const words = wordsOf(chunks);
  return chunks
    .map(({ text }, chunk) => {
      const own = words.flatMap((word, index) => (word.chunk === chunk ? [{ ...word, isOf: isOf(index) }] : []));
      if (own.every((word) => word.isOf)) return own.length > 0 ? text : '';
      return own.flatMap(({ word, isOf }) => (isOf ? [word] : [])).join(' ');
    })
    .filter((text) => text !== '')
    .join(' ');
}

function nameOf({ vocabulary, reading, chunks }: Line, kind: Piece['kind'], units: readonly Unit[]): string {
  const words = wordsOf(chunks);
  /** The typed word of each unit if the vocabulary has it, else the first known one, else the text as typed. */
  const written = (isKnown: (word: string) => boolean) =>
    units
      .map(({ from, to, words: meant }) => {
        const typed = words.slice(from, to).map(({ word }) => word);
        const known = meant.filter(isKnown);
        return known.find((word) => typed.includes(word)) ?? known[0] ?? typed.join(' ');
      })
      .join(' ');
  switch (kind) {
    case 'product': {
      const meant = new Set(units.flatMap((unit) => unit.words));
      // Another product of the line has none of the words.
      const names = [...(reading.names ?? [])]
        .flatMap((index) => vocabulary.names[index] ?? [])
        .filter(({ words, category }) => [...words, ...category].some((word) => meant.has(word)));
      const whole = names.filter((name) => name.words.every((word) => meant.has(word)));
      const only = [...new Set((whole.length > 0 ? whole : names).map(({ name }) => name))];
      if (only.length === 1) return only[0] ?? '';
      return written((word) => names.some((name) => name.words.includes(word) || name.category.includes(word)));
    }
    case 'brand': {
      const names = [...(reading.brands ?? [])].map((index) => vocabulary.brands[index]?.name ?? '');
      return names.length === 1 ? (names[0] ?? '') : written(() => true);
    }
    case 'vehicle': {
      const isNamed = (vehicle: Vehicle) => units.every((unit) => levelOf(vehicle, unit.words));
      return nameOfVehicles(vehiclesOf(vocabulary, reading).filter(isNamed), units);
    }
    case 'year':
      return units.flatMap((unit) => unit.words)[0] ?? '';
    case 'specification':
      return units.some((unit) => unit.words.length > 1) ? '' : written(() => true).toUpperCase();
    case 'text':
      return units.flatMap(({ from }) => expansionOf(words[from]?.word ?? '') ?? []).join(' ');
    case 'number':
      return '';
    default:
      return kind satisfies never;
  }
}

/** Returns the brand, and the family or model, if all the vehicles share them; an empty string otherwise. */
function nameOfVehicles(vehicles: readonly Vehicle[], units: readonly Unit[]): string {
  const only = (of: (vehicle: Vehicle) => string) => {
    const names = new Set(vehicles.map(of));
    return names.size === 1 ? ([...names][0] ?? '') : '';
  };
  const levels = new Set(vehicles.slice(0, 1).flatMap((one) => units.map(({ words }) => levelOf(one, words))));
  const brand = only((vehicle) => vehicle.brand);
  if (brand === '' || (levels.size === 1 && levels.has('brand'))) return brand;
  const model = only((vehicle) => (levels.has('model') ? vehicle.model : vehicle.family));
  const name = model || only((vehicle) => vehicle.family);
  // Models of DS have its name: «DS 4».
  return name.startsWith(`${brand} `) ? name : name && `${brand} ${name}`;
}
