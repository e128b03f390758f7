import { valueText, WITHOUT_UNIT } from '@piezario/contract/attributes';
import type { GridPart } from '@piezario/contract/grid';
import { fold } from '../ui/words.ts';
import type { PartColumn } from './columns.ts';

type Value = { readonly value: string; readonly unit: string };
type Cross = GridPart['crosses'][number];
type AttributeColumn = Extract<PartColumn, { is: 'attribute' }>;

const flagText = (flag: 0 | 1) => (flag === 1 ? 'SI' : 'NO');

type Attribute = GridPart['attributes'][number];

/** Attributes of each part by folded name. Thousands of cells are read at once, and folding takes most of it. */
const byName = new WeakMap<GridPart, ReadonlyMap<string, Attribute>>();

export function attributeOf(part: GridPart | null, { folded }: Pick<AttributeColumn, 'folded'>): Attribute | undefined {
  if (!part) return undefined;
  let found = byName.get(part);
  if (!found) {
    found = new Map(part.attributes.map((one) => [fold(one.name), one]));
    byName.set(part, found);
  }
  return found.get(folded);
}

/** Text of a stored cell. A value has its unit if it is not that of the column. */
export function storedText(part: GridPart | null, column: PartColumn): string {
  if (!part) return '';
  switch (column.is) {
    case 'code':
      return part.code;
    case 'text':
      return part[column.field];
    case 'flag':
      return flagText(part[column.field]);
    case 'crosses':
      return part.crosses.map(crossText).join('; ');
    case 'attribute': {
      const found = attributeOf(part, column);
      return found ? valueText(found, column.unit) : '';
    }
  }
}

/** Value and unit of a typed text: a known unit at its end, or else that of the column. Null for an empty cell. */
export function readValue(text: string, { unit, attribute }: AttributeColumn, stored: Value | undefined): Value | null {
  const typed = text.trim();
  if (typed === '') return null;
  if (typed.endsWith(WITHOUT_UNIT)) return { value: typed.slice(0, -WITHOUT_UNIT.length).trim(), unit: '' };
  const units = [unit, ...(attribute?.units.map((one) => one.unit) ?? []), stored?.unit ?? ''].filter(Boolean);
  const written = units.toSorted((a, b) => b.length - a.length).find((one) => fold(typed).endsWith(` ${fold(one)}`));
  if (written !== undefined) return { value: typed.slice(0, -written.length).trim(), unit: written };
  // Without a template, a word after a number is another unit.
  const [, number, other] = (attribute || unit === '' ? null : NUMBER_AND_UNIT.exec(typed)) ?? [];
  return number && other ? { value: number, unit: other } : { value: typed, unit };
}

const NUMBER_AND_UNIT = /^(-?\d+(?:[.,]\d+)?)\s+(\p{L}{1,6}|°\p{L}|%|")$/u;

/** SI or NO of a typed text, or null. */
export function readFlag(text: string): 0 | 1 | null {
  const typed = fold(text.trim());
  if (['si', 's', '1', 'x', 'verdadero', 'true'].includes(typed)) return 1;
  return ['no', 'n', '0', 'falso', 'false'].includes(typed) ? 0 : null;
}

/** Text as the cell of a part has it: flags have one spelling, and only descriptions have lines. */
export function cellText(text: string, column: PartColumn, part: GridPart | null): string {
  const typed = text.trim();
  switch (column.is) {
    case 'text':
      return typed;
    case 'code':
    case 'attribute':
      return typed.replace(/\s*[\r\n]+\s*/g, ' ');
    case 'flag': {
      const flag = readFlag(typed);
      return flag === null ? typed : flagText(flag);
    }
    case 'crosses': {
      const read = readCrosses(typed, part);
      const isSame = part && 'crosses' in read && changedCrosses(part.crosses, read.crosses).length === 0;
      return isSame ? storedText(part, column) : typed;
    }
  }
}

const crossText = ({ brand, code }: Cross) => `${brand}: ${code}`;

/**
 * Cross references of a text, «Fram: PH5949; Mann: W 712/75», or the piece that is none. Stored ones are found first,
 * because their brands and codes may have the separators.
 */
export function readCrosses(text: string, part: GridPart | null): { crosses: readonly Cross[] } | { wrong: string } {
  const crosses: Cross[] = [];
  let rest = text;
  for (const cross of (part?.crosses ?? []).toSorted((a, b) => crossText(b).length - crossText(a).length)) {
    const at = pieceAt(rest, crossText(cross));
    if (at < 0) continue;
    crosses.push(cross);
    rest = `${rest.slice(0, at)};${rest.slice(at + crossText(cross).length)}`;
  }
  for (const piece of rest.split(/[;\n]/).flatMap((one) => one.trim() || [])) {
    const [, brand, code] = /^([^:]+):(.*[\p{L}\p{N}].*)$/u.exec(piece) ?? [];
    if (!brand || !code) return { wrong: piece };
    crosses.push({ brand: brand.trim(), code: code.trim() });
  }
  return { crosses };
}

/** Where a piece stands between separators; -1 if it does not. */
function pieceAt(text: string, piece: string): number {
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) {
    const isPiece = /(^|[;\n])\s*$/.test(text.slice(0, at)) && /^\s*($|[;\n])/.test(text.slice(at + piece.length));
    if (isPiece) return at;
  }
  return -1;
}

/** Code as codes are compared, nearly as the server does it. Ñ is another letter than N. */
export const bareCode = (code: string) =>
  code
    .toLowerCase()
    .split('ñ')
    .map((part) => fold(part).replace(/[^\p{L}\p{N}]+/gu, ''))
    .join('ñ');

const keyOf = ({ brand, code }: Cross) => `${fold(brand)}\n${bareCode(code)}`;

/** Cross references to add and to remove. One with another spelling is only added: it replaces the stored spelling. */
export function changedCrosses(before: readonly Cross[], after: readonly Cross[]) {
  const kept = new Set(after.map(keyOf));
  const isStored = (cross: Cross) => before.some(({ brand, code }) => brand === cross.brand && code === cross.code);
  const added = after.filter(
    (cross, at) => !isStored(cross) && after.findIndex((one) => keyOf(one) === keyOf(cross)) === at,
  );
  return [
    ...before.filter((cross) => !kept.has(keyOf(cross))).map((cross) => ({ ...cross, remove: 1 as const })),
    ...added.map((cross) => ({ ...cross, remove: 0 as const })),
  ];
}
