import { counted } from '@piezario/contract/words';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { Failure } from '../http/failure.ts';
import { networkOf } from '../http/network.ts';

type Limit = {
  /** Failures without a wait. Each further failure doubles the wait. */
  readonly free: number;
  readonly maxWaitSeconds: number;
};

/** Many people share a network (an office). */
const OF_A_NETWORK: Limit = { free: 30, maxWaitSeconds: 300 };
/** An account has one owner, who mistypes now and then. */
const OF_AN_ACCOUNT_IN_A_NETWORK: Limit = { free: 5, maxWaitSeconds: 300 };
/** Slows an attack from many networks down. The networks of the owner are exempt, so that the owner gets in. */
const OF_AN_ACCOUNT: Limit = { free: 100, maxWaitSeconds: 30 };
const OF_REGISTRATION: Limit = { free: 5, maxWaitSeconds: 300 };

const FORGOTTEN_AFTER = '15 minutes';
const NETWORK_FORGOTTEN_AFTER = '90 days';

export type Attempt = { readonly account: string; readonly address: string };

const keysOf = ({ account, address }: Attempt) => {
  const network = networkOf(address);
  // A network has no space, so that no e-mail can be typed that makes the key of another pair.
  return { network: `network:${network}`, pair: `pair:${network} ${account}`, account: `account:${account}` };
};

/**
 * Counts the attempt as failed before the password is verified, so that parallel attempts get no more tries than
 * sequential ones. `forgive` undoes it.
 */
export async function countAttempt(db: Db, attempt: Attempt): Promise<void> {
  const keys = keysOf(attempt);
  refuseWhile(await count(db, keys.network, OF_A_NETWORK));
  refuseWhile(await count(db, keys.pair, OF_AN_ACCOUNT_IN_A_NETWORK));
  const wait = await count(db, keys.account, OF_AN_ACCOUNT);
  if (wait > 0 && !(await isKnown(db, attempt))) refuseWhile(wait);
}

/** Takes the attempt back: no password was verified. */
export async function discountAttempt(db: Db, attempt: Attempt): Promise<void> {
  const { network, pair, account } = keysOf(attempt);
  await sql`update sign_in_failures set failures = failures - 1, free_at = now()
    where key in (${network}, ${pair}, ${account}) and failures > 0`.execute(db);
}

export const countRegistration = async (db: Db, address: string): Promise<void> =>
  refuseWhile(await count(db, `registration:${networkOf(address)}`, OF_REGISTRATION));

function refuseWhile(wait: number) {
  if (wait === 0) return;
  throw new Failure(429, `Demasiados intentos. Probá de nuevo en ${counted(wait, 'segundo')}.`);
}

/** The network is forgiven this attempt only: knowing one password must not give unlimited tries at others. */
export async function forgive(db: Db, attempt: Attempt): Promise<void> {
  const { network, pair, account } = keysOf(attempt);
  await db.deleteFrom('sign_in_failures').where('key', 'in', [pair, account]).execute();
  // The attempt was admitted because the network had no wait, so none is left after it.
  await sql`update sign_in_failures set failures = failures - 1, free_at = now()
    where key = ${network} and failures > 0`.execute(db);
}

/** Remembers that the account signed in from this network. */
export async function rememberNetwork(db: Db, user_id: number, address: string): Promise<void> {
  await db
    .insertInto('known_networks')
    .values({ user_id, network: networkOf(address) })
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ last_at: sql`now()` }))
    .execute();
}

async function isKnown(db: Db, { account, address }: Attempt): Promise<boolean> {
  const known = await db
    .selectFrom('known_networks')
    .innerJoin('users', 'users.id', 'user_id')
    .where(({ fn }) => fn<string>('lower', ['email']), '=', account)
    .where('network', '=', networkOf(address))
    .select('user_id')
    .executeTakeFirst();
  return known !== undefined;
}

/** Returns the seconds to wait; 0 when the attempt is admitted. */
async function count(db: Db, key: string, { free, maxWaitSeconds }: Limit): Promise<number> {
  const { rows } = await sql`
    insert into sign_in_failures as f (key, failures, last_at, free_at) values (${key}, 1, now(), now())
    on conflict (key) do update set
      failures = case when f.last_at < now() - ${FORGOTTEN_AFTER}::interval then 1 else f.failures + 1 end,
      last_at = now(),
      free_at = now() + make_interval(secs => case
        when f.last_at < now() - ${FORGOTTEN_AFTER}::interval or f.failures < ${free} then 0
        else least(power(2, least(f.failures - ${free}, 30)), ${maxWaitSeconds}) end)
    -- Not now(), which stands still while the statement waits for another attempt to be counted.
    where f.free_at <= clock_timestamp()
      -- Written before the clock was set back: no wait is that long.
      or f.free_at > clock_timestamp() + make_interval(secs => ${maxWaitSeconds})
    returning 1`.execute(db);
  if (rows.length > 0) return 0;
  const waiting = await sql<{ seconds: number }>`
    select ceil(extract(epoch from free_at - now()))::int as seconds from sign_in_failures where key = ${key}`.execute(
    db,
  );
  return Math.max(1, waiting.rows[0]?.seconds ?? 1);
}

/** Deletes attempts that no longer count, and networks that were not used for 90 days. */
export async function sweepAttempts(db: Db): Promise<void> {
  await sql`delete from sign_in_failures where last_at < now() - ${FORGOTTEN_AFTER}::interval and free_at < now()`.execute(
    db,
  );
  await sql`delete from known_networks where last_at < now() - ${NETWORK_FORGOTTEN_AFTER}::interval`.execute(db);
}
