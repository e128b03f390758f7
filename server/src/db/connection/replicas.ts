import { sql } from 'kysely';
import type pg from 'pg';
import { wordsOf } from '../../command.ts';
import type { Config } from '../../config.ts';
import { connect, type Db, withClient } from './connect.ts';
import { countSilence, SILENT_CHECKS } from './silence.ts';
import { breakable } from './sockets.ts';

const CHECK_EVERY = 1_000;
/** A replica whose last check is older is not used for reads. */
const TRUSTED_FOR = 3_000;

/**
 * Seconds after the start of a transaction by which its writes are on every replica in use. Exceeds the sum of the lag,
 * the time between two checks, the time until a check is stale and the longest transaction of a call.
 */
export const REPLICATED_AFTER = 60;

type Replica = {
  /** Host and port, for the log. */
  readonly name: string;
  readonly connection: pg.ClientConfig;
  readonly db: Db;
  /** Breaks its connections. */
  hangUp(): void;
  /** Takes the error of a check, or null. Returns the number of silent checks in a row. */
  readonly countSilence: ReturnType<typeof countSilence>;
  checkedAt: number;
  /** Why it is not used for reads. Null while it is used, undefined before the first check. */
  reason: string | null | undefined;
};

type Options = Pick<Config, 'databaseReplicaUrls' | 'databasePool' | 'databasePooler' | 'maxReplicaLag'>;

export type Replicas = {
  /** Returns a replica that is not far behind, in rotation. Null when there is none. */
  choose(): Db | null;
  close(): Promise<void>;
};

/** Connects to replicas of the primary and watches how far behind they are. Logs when one is left out or used again. */
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
    // After a pause of the checks, all earlier positions are too old.
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
      // While the primary does not answer, the replicas are not checked, and are unused after TRUSTED_FOR.
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

/** Returns null for a server that is itself a primary. Connects anew, because a pooled connection may hang forever. */
const readReplayed = (connection: pg.ClientConfig): Promise<bigint | null> =>
  withClient({ ...connection, query_timeout: CHECK_EVERY }, async (client) => {
    const { rows } = await client.query<Row>(`select case when pg_is_in_recovery() then
      pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as position`);
    const position = rows[0]?.position ?? null;
    return position === null ? null : BigInt(position);
  });
