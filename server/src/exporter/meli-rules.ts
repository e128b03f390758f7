import { SMALL_PICTURE } from '@piezario/contract/pictures';
import { cutAtWord } from '@piezario/contract/words';
import { BITS } from '../parts/gaps.ts';
import type { Attribute, Fit, Picture, Vehicle } from './children.ts';
import { readBarcodes } from './meli-gtin.ts';
import { readPackage } from './meli-package.ts';

const MAX_TITLE = 60;
const MAX_SKU = 255;
export const MAX_PICTURES = 12;

/** Reasons that keep a part from being published, by the bits of `blocks`. */
const OBSTACLES = [
  [BITS.category, 'Su producto no tiene categoría de Mercado Libre'],
  [BITS.anyPhoto, 'No tiene fotos'],
  [BITS.vehicles, 'No tiene vehículos asignados'],
  [BITS.disabled, 'Está deshabilitada'],
  [BITS.discontinued, 'Está discontinuada'],
] as const;

/** The reasons why a part is not published; empty for a part that is. */
export const obstacles = ({ blocks }: { readonly blocks: number }): string[] =>
  OBSTACLES.flatMap(([bit, reason]) => (blocks & bit ? reason : []));

/** The pictures to publish: photos first, then blueprints, up to the maximum. */
export const publishedOf = (pictures: readonly Picture[]) =>
  pictures.toSorted(([, a], [, b]) => Number(a) - Number(b)).slice(0, MAX_PICTURES);

export type Identified = {
  readonly code: string;
  readonly product: string;
  readonly brand: string;
  /** Another part of the brand has the same code. */
  readonly is_repeated: boolean;
};

/**
 * The code, followed by product and brand where the brand has the code twice. Bars in names are doubled, so that a
 * single bar is always a separator and no two parts of a brand have the same SKU.
 */
export const skuOf = ({ code, product, brand, is_repeated }: Identified) =>
  (is_repeated ? [code, product, brand] : [code]).map((text) => text.replaceAll('|', '||')).join(' | ');

export const nameOf = ({ code, product, brand }: Identified) => `${product} ${brand} ${code}`;

type ReviewedPart = Identified & {
  readonly category: string | null;
  readonly path: string | null;
  readonly attributes: readonly Attribute[];
  readonly pictures: readonly Picture[];
};

/** Notices about a part, published or not. `localUrl`: the address of this server, when Mercado Libre cannot reach it. */
export function notices(part: ReviewedPart, localUrl: string | null): string[] {
  const { code, category, path, attributes, pictures } = part;
  const [name, sku] = [nameOf(part), skuOf(part)];
  const { gtins, wrong } = readBarcodes(attributes);
  const small = publishedOf(pictures).filter(([, , shorterSide]) => shorterSide < SMALL_PICTURE).length;
  return [
    ...(name.length > MAX_TITLE ? [`El título se cortó a ${MAX_TITLE} caracteres; entero es «${name}»`] : []),
    ...(category && path === null ? [`La categoría ${category} no está entre las conocidas: revisala`] : []),
    ...(sku === code
      ? []
      : [`El SKU no es sólo el código, para que no se repita en otra pieza de la marca: es «${sku}»`]),
    ...(sku.length > MAX_SKU ? [`El SKU tiene ${sku.length} caracteres y Mercado Libre admite ${MAX_SKU}`] : []),
    ...wrong.map(([value, fault]) => `El GTIN «${value}» no es válido y no se incluyó: ${fault}`),
    ...(gtins.length > 1 ? [`Tiene más de un GTIN y va el primero: ${gtins.join(', ')}`] : []),
    ...readPackage(attributes).notices,
    ...(pictures.length > MAX_PICTURES ? [`Tiene ${pictures.length} fotos: van las primeras ${MAX_PICTURES}`] : []),
    ...(small > 0
      ? [`Mercado Libre pide al menos ${SMALL_PICTURE} × ${SMALL_PICTURE} px; fotos más chicas: ${small}`]
      : []),
    ...(localUrl && pictures.length > 0
      ? [
          `Mercado Libre no puede bajar las fotos: ${localUrl} es una dirección de esta red. Falta la dirección pública de Piezario: avisale a quien lo instaló, que la pone en el ajuste PUBLIC_URL`,
        ]
      : []),
  ];
}

/** The name of the part, and its first vehicle whose name fits in the rest of the title. */
export function titleOf(name: string, vehicles: readonly Vehicle[]): string {
  const titles = vehicles.map(({ brand, model }) => `${name} ${brand} ${model}`);
  return titles.find((title) => title.length <= MAX_TITLE) ?? cutAtWord(name, MAX_TITLE);
}

/** Each model with each year in which it was sold and the part fits, up to this year while it is still sold. */
export function familiesOf(fits: readonly Fit[], thisYear: number) {
  type Family = { brand: string; model_master: string; model: string; years: Set<number> };
  const families = new Map<string, Family>();
  for (const { vehicle, application } of fits) {
    const { brand, model_master, model, sold_from_year, sold_until_year } = vehicle;
    const key = `${brand}\n${model_master}\n${model}`;
    const family = families.get(key) ?? { brand, model_master, model, years: new Set() };
    families.set(key, family);
    const from = application.from_year ?? sold_from_year;
    const until = application.until_year ?? sold_until_year ?? Math.max(from, thisYear);
    for (let year = from; year <= until; year++) family.years.add(year);
  }
  return [...families.values()].flatMap(({ brand, model_master, model, years }) =>
    [...years].sort((a, b) => a - b).map((year) => ({ brand, model_master, model, year })),
  );
}
