import { sql } from 'kysely';
import type pg from 'pg';
import { wordsOf } from '../../command.ts';
import type { Config } from '../../config.ts';
import { connect, type Db, withClient } from './connect.ts';
import { countSilence, SILENT_CHECKS } from './silence.ts';
import { breakable } from './sockets.ts';

const CHECK_EVERY = 1_000;
/** A replica that was not checked for longer is not read from. */
const TRUSTED_FOR = 3_000;

/**
 * Seconds after which the writes of a transaction, from its start, are on every replica in use. The lag, the time
 * between two checks, the time until a check is stale and the longest transaction of a call make less than this.
 */
export const REPLICATED_AFTER = 60;

type Replica = {
  /** Where it is, without the password. */
  readonly name: string;
  readonly connection: pg.ClientConfig;
  readonly db: Db;
  /** Breaks its connections. */
  hangUp(): void;
  /** Takes how a check failed. Returns the checks in a row at which it was silent. */
  readonly countSilence: ReturnType<typeof countSilence>;
  checkedAt: number;
  /** Why it is not read from; null while it is, and undefined before it was asked. */
  reason: string | null | undefined;
};

type Options = Pick<Config, 'databaseReplicaUrls' | 'databasePool' | 'databasePooler' | 'maxReplicaLag'>;

export type Replicas = {
  /** One that is not far behind, each in its turn. */
  choose(): Db | null;
  close(): Promise<void>;
};

/** Connects to replicas of the primary and watches how far behind they are. The log tells when one is left out or taken back. */
export function watchReplicas(
  primary: Db,
  { databaseReplicaUrls, databasePool, databasePooler, maxReplicaLag }: Options,
  log: (line: string) => void,
): Replicas {
  const replicas = databaseReplicaUrls.map((url): Replica => {
    const { host } = new URL(url);
    const connection = { connectionString: url, connectionTimeoutMillis: CHECK_EVERY };
    const { stream, received, hangUp } = breakable();
    const db = connect({ ...connection, max: databasePool, pooler: databasePooler, stream }, () => {});
    const sockets = { hangUp, countSilence: countSilence(received) };
    return { name: host || 'a socket', connection, db, ...sockets, checkedAt: 0, reason: undefined };
  });
  const judge = (replica: Replica, reason: string | null) => {
    if (replica.reason === undefined || (reason === null) !== (replica.reason === null)) {
      log(`Replica ${replica.name} is ${reason === null ? 'read from' : `left out: ${reason}`}`);
    }
    replica.reason = reason;
    replica.checkedAt = performance.now();
  };

  let positions: { readonly at: number; readonly position: bigint }[] = [];
  const check = async () => {
    const at = performance.now();
    const position = await soon(readPosition(primary));
    positions.push({ at, position });
    // After a pause of the checks all that is known of before is too old.
    positions = positions.filter((one) => one.at > at - maxReplicaLag - 2 * CHECK_EVERY);
    const required = positions.findLast((one) => one.at <= at - maxReplicaLag) ?? positions[0];
    await Promise.all(
      replicas.map(async (replica) => {
        const replayed = await soon(readReplayed(replica.connection)).catch((error: Error) => error);
        const silentChecks = replica.countSilence(replayed instanceof Error ? replayed : null);
        // Reads from the replica fail now and are repeated on the primary.
        if (silentChecks >= SILENT_CHECKS) replica.hangUp();
        if (replayed instanceof Error) judge(replica, wordsOf(replayed));
        else if (replayed === null) judge(replica, 'it is no replica');
        else judge(replica, replayed < (required?.position ?? 0n) ? 'it is too far behind' : null);
      }),
    );
  };

  let closing = false;
  const watching = (async () => {
    while (!closing) {
      // A primary that does not answer says nothing of its replicas, and they are not trusted for long.
      await check().catch(() => {});
      await pause(CHECK_EVERY);
    }
  })();

  let turn = 0;
  return {
    choose() {
      const now = performance.now();
      const usable = replicas.filter(({ reason, checkedAt }) => reason === null && now - checkedAt < TRUSTED_FOR);
      return usable[turn++ % usable.length]?.db ?? null;
    },
    async close() {
      closing = true;
      await watching;
      await Promise.all(replicas.map(({ db }) => db.destroy()));
    },
  };
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });

const soon = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    pause(CHECK_EVERY).then(() => {
      throw new Error('it does not answer');
    }),
  ]);

type Row = { readonly position: string | null };

async function readPosition(db: Db): Promise<bigint> {
  const { rows } = await sql<Row>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as position`.execute(db);
  return BigInt(rows[0]?.position ?? 0);
}

/** Null of a server that is a primary itself. By a connection of its own: one that hangs would be asked for ever. */
const readReplayed = (connection: pg.ClientConfig): Promise<bigint | null> =>
  withClient({ ...connection, query_timeout: CHECK_EVERY }, async (client) => {
    const { rows } = await client.query<Row>(`select case when pg_is_in_recovery() then
      pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as position`);
    const position = rows[0]?.position ?? null;
    return position === null ? null : BigInt(position);
  });
