import { PostgresDialect, PostgresQueryCompiler } from 'kysely';
import type pg from 'pg';
import Cursor from 'pg-cursor';
import { preparedKind, type TextKind } from '../prepared.ts';
import { overSessions } from './sessions.ts';

/**
 * Limits of prepared texts, each of which takes memory of every connection until it closes. Composed texts have a
 * separate limit, so that they leave room for fixed ones. The first texts are prepared, and common ones come early.
 */
const MAX_TEXTS: Readonly<Record<TextKind, number>> = { fixed: 200, composed: 100 };

/** The pool with prepared statements: those that `prepared` marks, up to the limits. */
export function preparing(pool: pg.Pool): PostgresDialect {
  const names = new Map<string, string>();
  const left = { ...MAX_TEXTS };

  class Compiler extends PostgresQueryCompiler {
    override compileQuery(...[node, id]: Parameters<PostgresQueryCompiler['compileQuery']>) {
      const query = super.compileQuery(node, id);
      const kind = preparedKind(id);
      if (kind && left[kind] > 0 && !names.has(query.sql)) {
        left[kind]--;
        names.set(query.sql, `piezario_${names.size}`);
      }
      return query;
    }
  }

  class Preparing extends PostgresDialect {
    override createQueryCompiler() {
      return new Compiler();
    }
  }

  const sessions = overSessions(pool, (text, values) => {
    const name = names.get(text);
    return { text, values: [...values], ...(name && { name }) };
  });
  return new Preparing({ pool: sessions, cursor: Cursor });
}
