import { z } from 'zod';
import { fold } from './words.ts';

/**
 * Gaps of a part. Lists filter by the index here, from 1 on, and links and saved views store such filters: append new
 * ones at the end.
 */
export const GAPS = ['observation', 'vehicles', 'attributes', 'photos', 'crosses', 'barcode', 'category'] as const;
export type Gap = (typeof GAPS)[number];

export const GAP_NAMES: Record<Gap, string> = {
  observation: 'Descripción',
  vehicles: 'Vehículos',
  attributes: 'Atributos',
  photos: 'Fotos de 500 px o más',
  crosses: 'Equivalencias',
  barcode: 'Código de barras',
  category: 'Categoría de Mercado Libre de su producto',
};

const BARCODE = /\b(gtin|ean|upc)([ -]?\d+)?\b|codigos? de barras?/;

/** Returns true when an attribute with this name has a bar code. */
export const isBarcode = (name: string) => BARCODE.test(fold(name));

/** Resources that completeness depends on. */
export const COMPLETENESS_RESOURCES = [
  'parts',
  'attributes',
  'crosses',
  'pictures',
  'applications',
  'brands',
  'products',
  'templates',
] as const;

/** Gaps that a product may require to be filled. Photos are required by number. */
export const REQUIRABLE = GAPS.filter((gap) => gap !== 'photos');

/** Default requirements of a product, as in its table. Descriptions and cross references are recommended. */
export const USUALLY_REQUIRED: readonly (typeof REQUIRABLE)[number][] = [
  'vehicles',
  'attributes',
  'barcode',
  'category',
];

/** Limit of photos that a product may require. */
export const MAX_PHOTOS_REQUIRED = 3;

/** Gaps that keep a part for sale out of Mercado Libre's file. */
export const OBSTACLES = ['vehicles', 'photos', 'category'] as const;
export type Obstacle = (typeof OBSTACLES)[number];

export const OBSTACLE_NAMES: Record<Obstacle, string> = {
  vehicles: 'sin vehículos',
  photos: 'sin fotos',
  category: 'su producto no tiene categoría',
};

/** Completeness of a part by the requirements of its product. Disabled and discontinued parts have none. */
export const Completeness = z.object({
  /** Share of the requirements that are met, in percent. */
  completeness: z.int().nullable(),
  gaps: z.array(z.enum(GAPS)),
  /** Gaps that keep it out of Mercado Libre's file; empty for a published part. */
  blocked_by: z.array(z.enum(OBSTACLES)).nullable(),
  /** Names of required attributes that are missing, in the order of the template. */
  missing_attributes: z.array(z.string()),
  /** Number of its attributes that do not fit the template. */
  off_template: z.int(),
});
export type Completeness = z.output<typeof Completeness>;

/** A gap in words; for attributes, those that the product requires. */
export const gapInWords = (gap: Gap, { missing_attributes }: Pick<Completeness, 'missing_attributes'>) =>
  gap === 'attributes' && missing_attributes.length > 0
    ? `${GAP_NAMES.attributes}: ${missing_attributes.join(', ')}`
    : GAP_NAMES[gap];

/** Whether Mercado Libre's file has a part, or why not. */
export const publicationInWords = (obstacles: readonly Obstacle[]) =>
  obstacles.length === 0 ? 'Publicable' : `Impide publicar: ${obstacles.map((one) => OBSTACLE_NAMES[one]).join(', ')}`;
