import { z } from 'zod';
import { get } from './endpoint.ts';
import { Id } from './fields.ts';

/** How many enabled parts there are, how many lack nothing of what their products require, and how many are published. */
const FIGURES = {
  parts: z.int(),
  complete: z.int(),
  /** Those that Mercado Libre's file publishes. */
  publishable: z.int(),
};

const Place = z.object({ id: z.int(), name: z.string(), ...FIGURES });

export const BrandFigures = Place.extend({ categories: z.array(Place) });
export type BrandFigures = z.output<typeof BrandFigures>;

/** What was counted at the end of a day; today, what there is now. */
export const Point = z.object({ day: z.iso.date(), ...FIGURES });
export type Point = z.output<typeof Point>;

/** What parts are judged by. */
const JUDGED = ['parts', 'attributes', 'crosses', 'pictures', 'applications', 'brands', 'products'] as const;

export const home = {
  catalog: get({
    path: '/api/backend/home/catalog',
    access: 'manufacturer',
    summary:
      'Cuántas piezas habilitadas hay, cuántas están completas y cuántas listas para Mercado Libre, por marca y categoría',
    reads: [...JUDGED, 'categories'],
    result: z.array(BrandFigures),
  }),
  progress: get({
    path: '/api/backend/home/progress',
    access: 'manufacturer',
    summary: 'Lo mismo en las últimas doce semanas, de todo el alcance o de una marca',
    reads: JUDGED,
    query: z.strictObject({ part_brand_id: Id.optional() }),
    result: z.array(Point),
  }),
};
