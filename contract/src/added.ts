import { z } from 'zod';

/** The most rows of a part that one save adds. */
export const MAX_ADDED = 500;

/** How many rows a save has added, and the operation that it is in the history; null where it added none. */
export const Added = z.object({ added: z.int(), operation_id: z.int().nullable() });
export type Added = z.output<typeof Added>;
