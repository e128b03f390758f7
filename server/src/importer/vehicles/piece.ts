import type { Position } from '@piezario/contract/applications';
import type { Token, VehicleName } from './vehicle-name-index.ts';
import type { ScannedYears } from './year-scanner.ts';

/** A word that is neither a name nor a technical value: of a version, or of the note. */
export type Word = Token & {
  /** A slash or comma separates it from the word before: «GL / GLS». */
  readonly isAlternative: boolean;
  /** Belongs to a note: «con ABS», «s/aire». */
  readonly isNote: boolean;
};

/** A described vehicle. Several values of a field are alternatives. */
export type Piece = {
  start: number;
  end: number;
  brand: string | null;
  /** The brand of the piece before. */
  carriedBrand: string | null;
  names: VehicleName[];
  /** Whether the piece itself contains its brand or model. */
  hasBrand: boolean;
  hasName: boolean;
  displacements: string[];
  valves: number[];
  fuels: string[];
  /** The fuel is behind several displacements, and may be of the last one alone: «1.4 / 1.7 D». */
  isFuelLast: boolean;
  years: ScannedYears[];
  positions: Position[];
  quantity: number | null;
  words: Word[];
  /** Words in front of the brand or model. */
  leading: number;
  /** Words between the brand and the model: «Jeep Gran Cherokee». */
  between: readonly Word[];
  nameEnd: number;
  /** A model that several brands have. */
  ambiguous: readonly VehicleName[];
  /** «excepto GNC», with what follows. */
  exception: string | null;
  unknownGeneration: string | null;
  /** A word in a list of models that is no model: «Gol/Parati 1.6». */
  unknownName: Word | null;
  /** Has a name alone, before a sign that may join it to the next: «Berlingo / Peugeot Partner 1.9». */
  isOpen: boolean;
};

export const newPiece = (start: number, before: Piece | null): Piece => ({
  start,
  end: start,
  brand: before?.brand ?? null,
  carriedBrand: before?.brand ?? null,
  names: [...(before?.names ?? [])],
  hasBrand: false,
  hasName: false,
  displacements: [],
  valves: [],
  fuels: [],
  isFuelLast: false,
  years: [],
  positions: [],
  quantity: null,
  words: [],
  leading: 0,
  between: [],
  nameEnd: start,
  ambiguous: [],
  exception: null,
  unknownGeneration: null,
  unknownName: null,
  isOpen: false,
});

export const copyOf = (piece: Piece): Piece => ({
  ...piece,
  names: [...piece.names],
  displacements: [...piece.displacements],
  valves: [...piece.valves],
  fuels: [...piece.fuels],
  years: [...piece.years],
  positions: [...piece.positions],
  words: [...piece.words],
});

export const hasValues = ({ displacements, valves, fuels, years, positions, quantity }: Piece) =>
  [displacements, valves, fuels, years, positions].some(({ length }) => length > 0) || quantity !== null;

/** Whether a piece is a name alone. */
export const isBare = (piece: Piece | undefined) =>
  piece?.hasName === true && !hasValues(piece) && piece.words.length === piece.leading;

/** Whether a piece is a heading of the next ones: a brand, or a model with a colon. */
export function isHeading(piece: Piece, next: Piece | undefined, source: string): boolean {
  if (!next || hasValues(piece) || piece.words.length > piece.leading || piece.ambiguous.length > 0) return false;
  if (piece.hasBrand && piece.names.length === 0) return !next.hasBrand || next.brand === piece.brand;
  const isCarriedOn = !next.hasBrand && next.names[0]?.family === piece.names[0]?.family;
  return piece.hasName && isCarriedOn && /^ ?:/.test(source.slice(piece.end, piece.end + 2));
}

/** Adds the values of a piece without a name to the piece before. Returns false when both have values of one kind. */
export function completes(before: Piece, piece: Piece): boolean {
  const fields = ['displacements', 'valves', 'fuels', 'years', 'positions'] as const;
  const clashes = fields.some((field) => before[field].length > 0 && piece[field].length > 0);
  if (clashes || (before.quantity !== null && piece.quantity !== null)) return false;
  before.displacements.push(...piece.displacements);
  before.valves.push(...piece.valves);
  before.fuels.push(...piece.fuels);
  before.isFuelLast ||= piece.isFuelLast;
  before.years.push(...piece.years);
  before.positions.push(...piece.positions);
  before.quantity ??= piece.quantity;
  before.words.push(...piece.words);
  before.isOpen = false;
  return true;
}

/** A piece of the text with what the columns add: a piece that is named, or carries a name on, keeps its vehicles. */
export function completed(piece: Piece, columns: Piece, isNamed: boolean): Piece {
  const own = <T>(values: T[], others: T[]) => (values.length > 0 ? values : others);
  // Words of a model in the columns are not of another one.
  const ofAnyModel = columns.names.length > 0 ? [] : columns.words;
  return {
    ...piece,
    ...(isNamed
      ? {}
      : { brand: columns.brand, names: columns.names, hasName: columns.hasName, hasBrand: columns.hasBrand }),
    ...(isNamed ? {} : { ambiguous: columns.ambiguous, leading: columns.hasName ? 0 : columns.leading }),
    displacements: own(piece.displacements, columns.displacements),
    valves: own(piece.valves, columns.valves),
    fuels: own(piece.fuels, columns.fuels),
    years: own(piece.years, columns.years),
    positions: own(piece.positions, columns.positions),
    quantity: piece.quantity ?? columns.quantity,
    words: isNamed ? [...piece.words, ...ofAnyModel] : [...columns.words, ...piece.words],
  };
}
