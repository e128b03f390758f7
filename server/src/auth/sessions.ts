import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { readViewed } from '../access/viewing.ts';
import type { Db } from '../db/connection/connect.ts';
import { prepared } from '../db/prepared.ts';
import { keepSecret } from '../db/secret.ts';
import { inTransaction } from '../db/transaction.ts';
import { Failure } from '../http/failure.ts';
import type { Caller } from '../http/implement.ts';
import { now, signToken, verifyToken } from './token.ts';

const LIFETIME = 8 * 60 * 60;
const RENEWED_AFTER = 60 * 60;
const MAX_LIFETIME = 7 * 24 * 60 * 60;
/** Seconds between two updates of the last use of a session. */
const NOTED_EVERY = 5 * 60;
const MAX_DEVICE_LENGTH = 300;
/** The message of a 401 for a stale token; the web then shows the sign-in form (§8). */
const EXPIRED = 'access_token expired';

type Account = { readonly id: number; readonly password_hash: string };
/** Origin of a session, for its owner to recognize it. */
type Origin = { readonly address: string; readonly device: string };
export type Sessions = ReturnType<typeof createSessions>;

/**
 * A session is a row; its token (a JWT, HS256) only names it. The row is read on every request, so signing out,
 * deactivation and a new password or role end it at once.
 */
export function createSessions(secret: Uint8Array) {
  const sign = (session: string, issuedAt: number, viewsAs?: number) =>
    signToken(secret, { session, issuedAt, viewsAs }, LIFETIME);

  const read = (request: FastifyRequest) => {
    const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!token) return null;
    const named = verifyToken(secret, token);
    if (!named) throw new Failure(401, EXPIRED);
    return named;
  };

  return {
    /** A token; null when the account has changed since its password was verified. */
    open(db: Db, { id, password_hash }: Account, { address, device }: Origin): Promise<string | null> {
      return inTransaction(db, { user: id, what: 'sign-in' }, async (transaction) => {
        // A change of the account at the same moment waits for this lock, and then ends this session too.
        const account = await transaction
          .selectFrom('users')
          .where('id', '=', id)
          .where('active', '=', true)
          .where('password_hash', '=', password_hash)
          .select('id')
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!account) return null;
        const issuedAt = now();
        const session = await transaction
          .insertInto('sessions')
          .values({
            user_id: id,
            expires_at: new Date((issuedAt + LIFETIME) * 1000),
            address,
            device: device.slice(0, MAX_DEVICE_LENGTH),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return sign(session.id, issuedAt);
      });
    },

    /** Returns the caller; null for a guest. Throws a 401 when the token is no longer valid. */
    async authenticate(db: Db, request: FastifyRequest): Promise<Caller | null> {
      const token = read(request);
      if (!token) return null;
      const { used_at, ...person } = await readPersonOf(db, token.session);
      // Not awaited, and repeated by a later call when it fails: reads work while nothing can be written.
      if (Date.now() - used_at.getTime() > NOTED_EVERY * 1000) noteUse(db, token.session).catch(() => {});
      const caller = { ...person, session: token.session, tokenIssuedAt: token.issuedAt };
      if (token.viewsAs === undefined) return caller;
      // Read on every request: the view ends when the client is deactivated or shares no brand with the viewer.
      return { ...caller, ...(await readView(db, person, token.viewsAs)) };
    },

    /** A token of the same session with which its person reads the catalog as a client. */
    viewAs: ({ session }: Caller, client: number): string => sign(session, now(), client),

    /** A fresh token when the caller's is over an hour old, until the session has lasted a week. Views are not renewed. */
    async renew(db: Db, { session, tokenIssuedAt, viewer }: Caller): Promise<string | undefined> {
      const issuedAt = now();
      if (viewer || issuedAt - tokenIssuedAt < RENEWED_AFTER) return undefined;
      const renewed = await db
        .updateTable('sessions')
        .set({ expires_at: new Date((issuedAt + LIFETIME) * 1000) })
        .where('id', '=', session)
        .where('created_at', '>', new Date((issuedAt - MAX_LIFETIME) * 1000))
        .returning('id')
        .executeTakeFirst();
      return renewed && sign(session, issuedAt);
    },

    async close(db: Db, { session }: Caller): Promise<void> {
      await db.deleteFrom('sessions').where('id', '=', session).execute();
    },
  };
}

/** Returns the owner of a session. Throws a 401 when it has ended. */
export async function readPersonOf(db: Db, session: string): Promise<PersonOf> {
  // As SQL, because every call pays for it: to build it with Kysely takes longer than to run it.
  const { rows } = await sql<PersonOf>`
    select users.id, users.role, must_change_password as "mustChangePassword", used_at
    from sessions join users on users.id = sessions.user_id
    where sessions.id = ${session} and sessions.expires_at > now() and users.active`.execute(prepared(db));
  const [person] = rows;
  if (!person) throw new Failure(401, EXPIRED);
  return person;
}

/** Returns the client as whom a person reads the catalog. Throws a 401 when the view has ended. */
export async function readView(db: Db, { id, role }: Pick<Caller, 'id' | 'role'>, client: number) {
  const viewer = { id, role };
  const viewed = await readViewed(db, viewer, client);
  if (!viewed) throw new Failure(401, EXPIRED);
  return { ...viewed, viewer };
}

type PersonOf = Pick<Caller, 'id' | 'role' | 'mustChangePassword'> & { readonly used_at: Date };

/** The key that signs tokens, made once for a database and shared by all its processes. */
export async function readSessionSecret(db: Db): Promise<Uint8Array> {
  return Buffer.from(await keepSecret(db, 'session', randomBytes(32).toString('base64')), 'base64');
}

async function noteUse(db: Db, session: string): Promise<void> {
  await db.updateTable('sessions').set({ used_at: new Date() }).where('id', '=', session).execute();
}

/** Returns false when the person has no such session. */
export async function closeSessionOf(db: Db, userId: number, session: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', session)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function closeSessionsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function sweepSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute();
}
