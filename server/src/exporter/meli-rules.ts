import { SMALL_PICTURE } from '@piezario/contract/pictures';
import type { Attribute, Picture, Vehicle } from './children.ts';

const MAX_TITLE = 60;
export const MAX_PICTURES = 12;

export type PublishingState = {
  readonly category: string | null;
  readonly enabled: boolean;
  readonly discontinued: boolean;
  readonly has_photo: boolean;
  readonly vehicles_count: number;
};

/** The reasons why a part is not published; empty for a part that is. */
export function obstacles({ category, enabled, discontinued, has_photo, vehicles_count }: PublishingState): string[] {
  return [
    ...(category === null ? ['Su producto no tiene categoría de Mercado Libre'] : []),
    ...(has_photo ? [] : ['No tiene fotos']),
    ...(vehicles_count > 0 ? [] : ['No tiene vehículos asignados']),
    ...(enabled ? [] : ['Está deshabilitada']),
    ...(discontinued ? ['Está discontinuada'] : []),
  ];
}

/** The pictures to publish: photos first, then blueprints, up to the maximum. */
export const publishedOf = (pictures: readonly Picture[]) =>
  pictures.toSorted(([, a], [, b]) => Number(a) - Number(b)).slice(0, MAX_PICTURES);

type ReviewedPart = {
  readonly name: string;
  readonly category: string | null;
  readonly path: string | null;
  readonly attributes: readonly Attribute[];
  readonly pictures: readonly Picture[];
};

/** Notices about a part, published or not. */
export function notices({ name, category, path, attributes, pictures }: ReviewedPart): string[] {
  const small = publishedOf(pictures).filter(([, , shorterSide]) => shorterSide < SMALL_PICTURE).length;
  const wrongGtins = gtins(attributes).filter((gtin) => !isGtin(bare(gtin)));
  return [
    ...(name.length > MAX_TITLE ? [`El título se cortó a ${MAX_TITLE} caracteres; entero es «${name}»`] : []),
    ...(category && path === null ? [`La categoría ${category} no está entre las conocidas: revisala`] : []),
    ...wrongGtins.map((gtin) => `El GTIN «${gtin}» no es válido y no se incluyó`),
    ...(pictures.length > MAX_PICTURES ? [`Tiene ${pictures.length} fotos: van las primeras ${MAX_PICTURES}`] : []),
    ...(small > 0
      ? [`Mercado Libre pide al menos ${SMALL_PICTURE} × ${SMALL_PICTURE} px; fotos más chicas: ${small}`]
      : []),
  ];
}

/** The name of the part, and its first vehicle whose name fits in the rest of the title. */
export function titleOf(name: string, vehicles: readonly Vehicle[]): string {
  const titles = vehicles.map(({ brand, model }) => `${name} ${brand} ${model}`);
  return titles.find((title) => title.length <= MAX_TITLE) ?? cutAtWord(name);
}

function cutAtWord(text: string): string {
  if (text.length <= MAX_TITLE) return text;
  const [whole] = new RegExp(`^.{1,${MAX_TITLE}}(?= )`, 's').exec(text) ?? [];
  // A single long word is cut anywhere except inside a surrogate pair.
  return (whole ?? text.slice(0, MAX_TITLE).replace(/[\ud800-\udbff]$/, '')).trimEnd();
}

const GTIN_NAME = /\b(gtin|ean|upc)([ -]?\d+)?\b|codigos? de barras?/;

const gtins = (attributes: readonly Attribute[]) =>
  attributes
    .filter(([name]) => GTIN_NAME.test(name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()))
    .map(([, value]) => value);

const bare = (gtin: string) => gtin.replace(/[ -]/g, '');

/** The first valid bar code among the attributes. */
export const readGtin = (attributes: readonly Attribute[]) => gtins(attributes).map(bare).find(isGtin) ?? null;

/** 8, 12, 13 or 14 digits, the last of which is the check digit: from the right, weights 3, 1, 3, 1… */
function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const weighted = [...text].reverse().map((digit, index) => Number(digit) * (index % 2 === 1 ? 3 : 1));
  return weighted.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

/** Each model with each year in which it was sold, up to this year while it is still sold. */
export function familiesOf(vehicles: readonly Vehicle[], thisYear: number) {
  const families = new Map<string, { brand: string; model: string; years: Set<number> }>();
  for (const { brand, model, sold_from_year: from, sold_until_year } of vehicles) {
    const key = `${brand}\n${model}`;
    const family = families.get(key) ?? { brand, model, years: new Set() };
    families.set(key, family);
    const until = sold_until_year ?? Math.max(from, thisYear);
    for (let year = from; year <= until; year++) family.years.add(year);
  }
  return [...families.values()].flatMap(({ brand, model, years }) =>
    [...years].sort((a, b) => a - b).map((year) => ({ brand, model, year })),
  );
}
