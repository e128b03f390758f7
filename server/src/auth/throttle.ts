import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { Failure } from '../http/failure.ts';

/** Failures without a wait. Many people share an address (an office); an account has one owner. */
const FREE = { account: 5, address: 30 };
const FORGOTTEN_AFTER = '15 minutes';
const MAX_WAIT_SECONDS = 300;

export type Attempt = { readonly account: string; readonly address: string };

/**
 * Counts the attempt as failed before the password is verified, so that parallel attempts get no more tries than
 * sequential ones. `forgive` undoes it.
 */
export async function countAttempt(db: Db, attempt: Attempt): Promise<void> {
  for (const kind of ['address', 'account'] as const) {
    const wait = await count(db, `${kind}:${attempt[kind]}`, FREE[kind]);
    if (wait > 0)
      throw new Failure(429, `Demasiados intentos. Probá de nuevo en ${wait} ${wait === 1 ? 'segundo' : 'segundos'}.`);
  }
}

/** The address is forgiven this attempt only: knowing one password must not give unlimited tries at others. */
export async function forgive(db: Db, { account, address }: Attempt): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', '=', `account:${account}`).execute();
  await sql`update sign_in_failures set failures = failures - 1 where key = ${`address:${address}`} and failures > 0`.execute(
    db,
  );
}

/** Each failure beyond the free ones doubles the wait. Answers the seconds to wait, 0 when the attempt may go on. */
async function count(db: Db, key: string, free: number): Promise<number> {
  const { rows } = await sql`
    insert into sign_in_failures as f (key, failures, last_at, free_at) values (${key}, 1, now(), now())
    on conflict (key) do update set
      failures = case when f.last_at < now() - ${FORGOTTEN_AFTER}::interval then 1 else f.failures + 1 end,
      last_at = now(),
      free_at = now() + make_interval(secs => case
        when f.last_at < now() - ${FORGOTTEN_AFTER}::interval or f.failures < ${free} then 0
        else least(power(2, f.failures - ${free}), ${MAX_WAIT_SECONDS}) end)
    -- Not now(), which stands still while the statement waits for another attempt to be counted.
    where f.free_at <= clock_timestamp()
    returning 1`.execute(db);
  if (rows.length > 0) return 0;
  const waiting = await sql<{ seconds: number }>`
    select ceil(extract(epoch from free_at - now()))::int as seconds from sign_in_failures where key = ${key}`.execute(
    db,
  );
  return Math.max(1, waiting.rows[0]?.seconds ?? 1);
}

/** Attempts that no longer count. */
export async function sweepAttempts(db: Db): Promise<void> {
  await sql`delete from sign_in_failures where last_at < now() - ${FORGOTTEN_AFTER}::interval and free_at < now()`.execute(
    db,
  );
}
