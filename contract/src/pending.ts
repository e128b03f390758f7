import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get } from './endpoint.ts';
import { Id } from './fields.ts';
import { COMPLETENESS_RESOURCES, GAPS } from './gaps.ts';

/** Groupings of the worklist. */
export const PENDING_BY = ['brand', 'product'] as const;
export type PendingBy = (typeof PENDING_BY)[number];

/** Gaps of the enabled parts of a brand or product. */
const Pending = z.object({
  /** Id of the brand or product. */
  id: z.int(),
  name: z.string(),
  /** Brand and product of all these parts; null where they have several. */
  part_brand_id: z.int().nullable(),
  part_product_id: z.int().nullable(),
  parts: z.int(),
  /** Parts without gaps. */
  complete: z.int(),
  /** Parts that Mercado Libre's file publishes. */
  publishable: z.int(),
  /** Most frequent gap first: parts with the gap, and parts with no other gap. */
  gaps: z.array(z.object({ gap: z.enum(GAPS), parts: z.int(), alone: z.int() })),
});
export type Pending = z.output<typeof Pending>;

export const pending = {
  list: get({
    path: '/api/backend/pending/json/',
    access: SCREENS.pending,
    summary: 'Qué les falta a las piezas al alcance, marca por marca o producto por producto',
    reads: COMPLETENESS_RESOURCES,
    query: z.strictObject({ by: z.enum(PENDING_BY).optional(), part_product_id: Id.optional() }),
    result: z.array(Pending),
  }),
};
