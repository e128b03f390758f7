import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get } from './endpoint.ts';
import { GAPS } from './gaps.ts';

/** What the enabled parts of a brand lack of what their products require. */
const BrandPending = z.object({
  id: z.int(),
  name: z.string(),
  parts: z.int(),
  /** Those that lack nothing. */
  complete: z.int(),
  /** Those that Mercado Libre's file publishes. */
  publishable: z.int(),
  /** The most frequent first: how many lack it, and how many of them nothing else. */
  gaps: z.array(z.object({ gap: z.enum(GAPS), parts: z.int(), alone: z.int() })),
});
export type BrandPending = z.output<typeof BrandPending>;

export const pending = {
  list: get({
    path: '/api/backend/pending/json/',
    access: SCREENS.pending,
    summary: 'Qué les falta a las piezas al alcance, marca por marca',
    reads: ['parts', 'attributes', 'crosses', 'pictures', 'applications', 'brands', 'products'],
    result: z.array(BrandPending),
  }),
};
