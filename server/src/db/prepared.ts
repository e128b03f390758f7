import type { Kysely, KyselyPlugin, QueryId } from 'kysely';
import type { Schema } from './schema.ts';

/** Whether the text of a statement is constant, or composed at run time from filters, orders and scopes. */
export type TextKind = 'fixed' | 'composed';

const kinds = new WeakMap<QueryId, TextKind>();

const mark = (kind: TextKind): KyselyPlugin => ({
  transformQuery: ({ node, queryId }) => {
    kinds.set(queryId, kind);
    return node;
  },
  transformResult: async ({ result }) => result,
});
const MARKS = { fixed: mark('fixed'), composed: mark('composed') };

/**
 * The database for statements that a connection parses and plans once, which halves the cost of a short call. Meant for
 * statements that run often and have one good plan for all their values.
 */
export const prepared = (db: Kysely<Schema>, kind: TextKind = 'fixed'): Kysely<Schema> => db.withPlugin(MARKS[kind]);

/** Undefined for a statement that is planned each time. */
export const preparedKind = (query: QueryId): TextKind | undefined => kinds.get(query);
