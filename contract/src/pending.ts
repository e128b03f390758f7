import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get } from './endpoint.ts';
import { Id } from './fields.ts';
import { GAPS, JUDGED } from './gaps.ts';

/** What the pending parts are counted by. */
export const PENDING_BY = ['brand', 'product'] as const;
export type PendingBy = (typeof PENDING_BY)[number];

/** What the enabled parts of a brand, or of a product, lack of what their products require. */
const Pending = z.object({
  /** Of the brand, or of the product. */
  id: z.int(),
  name: z.string(),
  /** The brand and the product of all these parts; null where they have several. */
  part_brand_id: z.int().nullable(),
  part_product_id: z.int().nullable(),
  parts: z.int(),
  /** Those that lack nothing. */
  complete: z.int(),
  /** Those that Mercado Libre's file publishes. */
  publishable: z.int(),
  /** The most frequent first: how many lack it, and how many of them nothing else. */
  gaps: z.array(z.object({ gap: z.enum(GAPS), parts: z.int(), alone: z.int() })),
});
export type Pending = z.output<typeof Pending>;

export const pending = {
  list: get({
    path: '/api/backend/pending/json/',
    access: SCREENS.pending,
    summary: 'Qué les falta a las piezas al alcance, marca por marca o producto por producto',
    reads: JUDGED,
    query: z.strictObject({ by: z.enum(PENDING_BY).optional(), part_product_id: Id.optional() }),
    result: z.array(Pending),
  }),
};
