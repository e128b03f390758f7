import { z } from 'zod';

/**
 * What a part may lack. Lists filter by the place in this list, from 1 on, and links and saved views keep such filters: new
 * ones come at its end.
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

/** What parts are judged by: calls that tell how complete they are read these. */
export const JUDGED = [
  'parts',
  'attributes',
  'crosses',
  'pictures',
  'applications',
  'brands',
  'products',
  'templates',
] as const;

/** What a product may ask of its parts, but for photos, of which it says how many. */
export const REQUIRABLE = GAPS.filter((gap) => gap !== 'photos');

/** What a new product asks for, as the table of products has it. Descriptions and cross references are recommended. */
export const USUALLY_REQUIRED: readonly (typeof REQUIRABLE)[number][] = [
  'vehicles',
  'attributes',
  'barcode',
  'category',
];

/** Photos that a product may ask for. */
export const MAX_PHOTOS_REQUIRED = 3;

/** What keeps a part for sale out of Mercado Libre's file. */
export const OBSTACLES = ['vehicles', 'photos', 'category'] as const;
export type Obstacle = (typeof OBSTACLES)[number];

export const OBSTACLE_NAMES: Record<Obstacle, string> = {
  vehicles: 'sin vehículos',
  photos: 'sin fotos',
  category: 'su producto no tiene categoría',
};

/** How complete a part is, by what its product requires. Parts that are disabled or discontinued are left out. */
export const Completeness = z.object({
  /** How much there is of what is required, in per cent. */
  completeness: z.int().nullable(),
  gaps: z.array(z.enum(GAPS)),
  /** Why Mercado Libre's file leaves it out; none for a part that is published. */
  blocked_by: z.array(z.enum(OBSTACLES)).nullable(),
  /** The names of the attributes that its product requires and the part has not, in the order of the template. */
  missing_attributes: z.array(z.string()),
  /** How many of its attributes do not fit the template. */
  off_template: z.int(),
});
export type Completeness = z.output<typeof Completeness>;
