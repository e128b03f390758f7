import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get } from './endpoint.ts';
import { requiredLine } from './fields.ts';
import { listed, paged } from './list.ts';
import { ListedPart, WHOLE_PART } from './parts.ts';
import { RemovedPart } from './trash.ts';

/** A search finds this many parts at most, the best first. As one types it is only the first few. */
export const MAX_FOUND = 200;
export const MAX_SUGGESTED = 8;

/**
 * By what a part was found: its own code, the code that a vehicle brand (`oem`) or another brand (`cross`) gives to it, its
 * bar code, a part that names it or shares an OEM number with it (`related`), its vehicles, its product, or its texts.
 */
export const MATCH_KINDS = ['code', 'oem', 'cross', 'barcode', 'related', 'vehicle', 'product', 'text'] as const;

export const Match = z.object({
  kind: z.enum(MATCH_KINDS),
  /** Whether the whole number was given, its beginning, or a piece of it. Null for words and related parts. */
  how: z.enum(['exact', 'prefix', 'contains']).nullable(),
  /** Reason for people: «Coincide con Renault 922 310 541», «Gol Power 1.6, 1999–2005». Empty when there is no more to say. */
  why: z.string(),
});

/** What words of a line are taken for. A specification is one of a vehicle: a version, an engine, a fuel. */
export const PIECE_KINDS = ['number', 'product', 'brand', 'vehicle', 'year', 'specification', 'text'] as const;

/** Words of the line that were read as one thing. */
const Piece = z.object({
  kind: z.enum(PIECE_KINDS),
  typed: z.string(),
  /** «Fiat Uno» for «fiat 1». */
  name: z.string(),
  /** Whether another spelling was typed. */
  is_corrected: z.boolean(),
  /** The line without these words. */
  without: z.string(),
});

/** How a line was read and, when nothing was found, what else there is. */
export const Explanation = z.object({
  pieces: z.array(Piece),
  /** Words that no product, vehicle, brand or text has. */
  unknown: z.array(z.string()),
  /** Shorter lines that find something, with the words that are left out and how many parts there are, up to the limit. */
  shorter: z.array(z.object({ text: z.string(), dropped: z.string(), parts: z.int() })),
  /** Parts in the trash with the number that was typed, if the caller may restore them. */
  removed: z.array(RemovedPart),
});
export type Explanation = z.output<typeof Explanation>;

export const FoundPart = ListedPart.extend({ match: Match });
export type FoundPart = z.output<typeof FoundPart>;

/** Enough of a found part to be chosen among others. */
export const Suggestion = FoundPart.pick({
  id: true,
  brand: true,
  code: true,
  part_brand_id: true,
  product_with_category: true,
  enabled: true,
  discontinued: true,
  thumbnailUrl: true,
  match: true,
});
export type Suggestion = z.output<typeof Suggestion>;

const READS = [...WHOLE_PART, 'vehicleAliases'] as const;

export const search = {
  suggest: get({
    path: '/api/backend/user-catalog/search/suggestions',
    access: SCREENS.parts,
    summary: 'Las primeras 8 piezas de una búsqueda, mientras se escribe',
    reads: READS,
    query: z.strictObject({ text: requiredLine(200) }),
    result: z.array(Suggestion),
  }),
  list: get({
    path: '/api/backend/user-catalog/search',
    access: SCREENS.parts,
    summary:
      'Las piezas de todo el alcance que responden a un texto (`filter[contains-text]`): un número propio, equivalente, original o de barras, o palabras; las mejores primero, hasta 200',
    reads: READS,
    ...listed(
      {
        id: 'number',
        /** What is searched for. Without it nothing is found. */
        text: 'prose',
        /** The place of a part among those that were found. */
        rank: 'number',
        brand: 'text',
        part_brand_id: 'number',
        code: 'code',
        product: 'text',
        part_product_id: 'number',
        category: 'text',
        part_category_id: 'number',
        enabled: 'flag',
        discontinued: 'flag',
      },
      'rank',
    ),
    /** `is_complete` is false when there are more than the search finds. */
    result: paged(FoundPart).extend({ is_complete: z.boolean(), explanation: Explanation }),
  }),
};
