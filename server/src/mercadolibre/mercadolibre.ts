import type { mercadolibre as contract } from '@piezario/contract/mercadolibre';
import { type SqlBool, sql } from 'kysely';
import type { Handlers } from '../http/implement.ts';

const MAX_RESULTS = 50;

export const mercadolibre: Handlers<typeof contract> = {
  /** Every word must be in the path, in any order, or the id must begin with what was typed. */
  categories: ({ db, query: { search } }) =>
    db
      .selectFrom('mercadolibre_categories')
      .where(({ or, and, val }) =>
        or([
          and(search.split(/\s+/).map((word) => sql<SqlBool>`fold(path) like '%' || literal(fold(${word})) || '%'`)),
          sql<SqlBool>`id like upper(literal(${val(search)})) || '%'`,
        ]),
      )
      .select(['id', 'path'])
      .orderBy('path')
      .orderBy('id')
      .limit(MAX_RESULTS)
      .execute(),
};
