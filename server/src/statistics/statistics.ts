import type { Answer } from '@piezario/contract/endpoint';
import type { statistics } from '@piezario/contract/statistics';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import type { Handlers } from '../http/implement.ts';

/** Milliseconds that the counts are cached: the page is public, and counting reads whole tables. */
const FRESH_FOR = 10_000;

type Home = Answer<(typeof statistics)['home']>;

export function statisticsHandlers(): Handlers<typeof statistics> {
  let latest: { readonly counts: Promise<Home>; readonly until: number } | undefined;
  return {
    home: ({ db }) => {
      if (!latest || latest.until < Date.now()) {
        const counts = count(db);
        latest = { counts, until: Date.now() + FRESH_FOR };
        counts.catch(() => {
          latest = undefined;
        });
      }
      return latest.counts;
    },
  };
}

async function count(db: Db): Promise<Home> {
  const { rows } = await sql<Home>`select
    coalesce(sum(applications), 0)::int as application,
    (select count(*)::int from part_brands) as brands,
    (select count(*)::int from users where role = 'manufacturer' and active) as manufacturers,
    coalesce(sum(parts), 0)::int as parts
    from part_tallies`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('The counters gave no row');
  return counts;
}
