import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get } from './endpoint.ts';
import { requiredLine } from './fields.ts';
import { listed, paged } from './list.ts';
import { ListedPart, WHOLE_PART } from './parts.ts';
import { RemovedPart } from './trash.ts';

/** Limits of found parts, best first: of a search, and of suggestions while typing. */
export const MAX_FOUND = 200;
export const MAX_SUGGESTED = 8;

/**
 * Kinds of matches: own code, code of a vehicle brand (`oem`) or of another brand (`cross`), bar code, relation to a
 * part by a cross reference or an OEM number (`related`), vehicles, product, or texts.
 */
export const MATCH_KINDS = ['code', 'oem', 'cross', 'barcode', 'related', 'vehicle', 'product', 'text'] as const;

export const Match = z.object({
  kind: z.enum(MATCH_KINDS),
  /** Match of the number: whole, its beginning, or a piece of it. Null for words and related parts. */
  how: z.enum(['exact', 'prefix', 'contains']).nullable(),
  /** Reason in words: «Coincide con Renault 922 310 541», «Gol Power 1.6, 1999–2005». May be empty. */
  why: z.string(),
});

/** Kinds of words in a line. A specification is of a vehicle: a version, an engine, a fuel. */
export const PIECE_KINDS = ['number', 'product', 'brand', 'vehicle', 'year', 'specification', 'text'] as const;

/** Words of the line that form one unit. */
const Piece = z.object({
  kind: z.enum(PIECE_KINDS),
  typed: z.string(),
  /** Full name: «Fiat Uno» for «fiat 1». */
  name: z.string(),
  /** Corrected spelling? */
  is_corrected: z.boolean(),
  /** Line without these words. */
  without: z.string(),
});

/** Reading of a line and, without results, alternatives. */
export const Explanation = z.object({
  pieces: z.array(Piece),
  /** Words without a match in products, vehicles, brands and texts. */
  unknown: z.array(z.string()),
  /** Shorter lines with results: the omitted words, and the number of parts up to the limit. */
  shorter: z.array(z.object({ text: z.string(), dropped: z.string(), parts: z.int() })),
  /** Parts in the trash with the searched number, if the caller may restore them. */
  removed: z.array(RemovedPart),
});
export type Explanation = z.output<typeof Explanation>;

export const FoundPart = ListedPart.extend({ match: Match });
export type FoundPart = z.output<typeof FoundPart>;

/** Found part, with the fields to choose it among others. */
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
        /** Searched text. Without it the list is empty. */
        text: 'prose',
        /** Rank of the part among the matches. */
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
    /** `is_complete` is false when there are more matches than the limit. */
    result: paged(FoundPart).extend({ is_complete: z.boolean(), explanation: Explanation }),
  }),
};
