import { CODE_SEPARATORS, type MappedColumn, type SampleColumn } from '@piezario/contract/workbook-mappings';
import { isNoData } from '../reading/row-reader.ts';
import { isCompetitor } from './titles.ts';

/** Characters of a code, or of a brand with its code. */
export const MAX_CODE = 200;

/** A brand has at least three letters, or is «VW» or «GM». Codes begin with a letter or two: «W 712», «PH 4722». */
const BRAND_BEFORE = /^(?:vw|gm|\p{L}{3}[\p{L}\s.-]*)[\s:]+(?![\s:])\S*\d/iu;
const BRAND_BEHIND = /^([^()]*\d[^()]*?)\s*\((\p{L}{2}[\p{L}\s.&-]{0,40})\)$/u;
const LABEL = /^\s*(?:equiv(?:alentes?|alencias?)?|cruces?|(?:reemplaza|sustituye)(?: a)?)\s*[.:]+\s*(?=\S)/i;

/** A cell without «Equiv.:» or «Reemplaza a:» in front of its codes. */
export const withoutLabel = (text: string) => text.replace(LABEL, '');
export const hasLabel = (text: string) => LABEL.test(text);

const namesBrand = (text: string) => BRAND_BEFORE.test(withoutLabel(text)) || BRAND_BEHIND.test(text);

/** Whether most cells have the brand of their codes: «VW 030115561 / FIAT 46544820», «W712 (MANN)». */
export const hasBrands = (column: SampleColumn) => {
  const values = column.values.filter(({ value }) => !isNoData(value));
  return values.filter(({ value }) => namesBrand(firstPiece(value))).length > values.length * 0.5;
};
const firstPiece = (value: string) => (value.split(/[,;\n]| [/-] /)[0] ?? '').trim();

/** Splits «VW 030115561», «Fiat: 46544820» or «W712 (MANN)» into a brand and a code. */
export function brandAndCode(
  text: string,
  isVehicleBrand: (name: string) => boolean,
): readonly [brand: string, code: string] | null {
  if (text.length > MAX_CODE) return null;
  const [, code, behind] = BRAND_BEHIND.exec(text) ?? [];
  if (code !== undefined && behind !== undefined) return [behind, code];
  const words = text.split(/[\s:]/).filter((word) => word !== '');
  const first = words.findIndex((word) => /\d/.test(word));
  if (first < 1 || !/^\p{L}/u.test(words[0] ?? '')) return null;
  const length = brandLength(words.slice(0, first), isVehicleBrand);
  return [words.slice(0, length).join(' ').replace(/\.$/, ''), words.slice(length).join(' ')];
}

/** Number of words of the brand: those of a known one, else all but the letters of the code: «ACME A 40/5». */
function brandLength(words: readonly string[], isVehicleBrand: (name: string) => boolean): number {
  for (let length = words.length; length > 0; length--) {
    const name = words.slice(0, length).join(' ');
    if (isCompetitor(name) || isVehicleBrand(name)) return length;
  }
  const last = words.findLastIndex((word) => word.length > 2);
  return last === -1 ? words.length : last + 1;
}

const SPACED = [' - ', ' y '] as const;
/** Signs that may be inside of a code: they only separate codes that begin with their brands. */
const CLOSE = [',', '/'] as const;
/** Share of the pieces that begin with a brand. The others are further codes of the brand before. */
const MOST = 0.8;

/** Separators of the codes in the cells of a column. */
export function codeSeparators(brand: string, column: SampleColumn | undefined): MappedColumn['separators'] {
  const always = CODE_SEPARATORS.filter((one) => column?.separators.some(({ separator }) => separator === one));
  const maybe = brand === '' ? [...SPACED, ...CLOSE] : SPACED;
  return [...always, ...maybe.filter((one) => cutsCodes(one, brand, column))].slice(0, MAX_SEPARATORS);
}
const MAX_SEPARATORS = 5;

/** Returns true when a separator is never inside a code: pieces begin with a brand, or have three digits. */
function cutsCodes(separator: string, brand: string, column: SampleColumn | undefined): boolean {
  const cut = column?.values.flatMap(({ value }) => (value.includes(separator) ? [value.split(separator)] : [])) ?? [];
  const pieces = cut.flat().map((piece) => piece.trim());
  const isWhole = (piece: string) => /\d.*\d.*\d/.test(piece);
  if (brand !== '') return pieces.length > 0 && pieces.every(isWhole);
  return pieces.filter(namesBrand).length > pieces.length * MOST && pieces.every((piece) => /\d/.test(piece));
}
