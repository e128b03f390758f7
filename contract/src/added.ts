import { z } from 'zod';
import { counted } from './words.ts';

/** Limit of rows that one save adds to a part. */
export const MAX_ADDED = 500;

/** Operation of a save, which `history.restore` undoes; null when nothing changed. */
export const Undoable = z.object({ operation_id: z.int().nullable() });

/** Number of added rows. */
export const Added = Undoable.extend({ added: z.int() });
export type Added = z.output<typeof Added>;

/** «Se agregó 1 atributo», «Se agregaron 1.200 atributos»: `did` has the verb for one and for several. */
export const countedInWords = (count: number, did: readonly [string, string], rows: readonly [string, string]) =>
  `${did[count === 1 ? 0 : 1]} ${counted(count, ...rows)}`;

const ADDED = ['Se agregó', 'Se agregaron'] as const;
export const addedInWords = ({ added }: Added, ...rows: [one: string, many: string]) =>
  countedInWords(added, ADDED, rows);
