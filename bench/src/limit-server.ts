import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';

export type LimitOptions = {
  readonly connection: pg.PoolConfig;
  readonly token: string;
  /** Statements by name. Each returns one row with one JSON text. */
  readonly statements: Readonly<Record<string, string>>;
};

/**
 * Serves statements. The path names one, and its values are in the query of a GET or the body of a POST. Only the token
 * is checked. One plan fits all values of a statement, so none is planned twice.
 */
export async function serveLimit({ connection, token, ...given }: LimitOptions): Promise<string> {
  const pool = new pg.Pool({ max: 20, options: '-c plan_cache_mode=force_generic_plan', ...connection });
  const statements = new Map(
    Object.entries(given.statements).map(([name, text]) => [`/${encodeURIComponent(name)}`, { name, text }]),
  );
  const expected = Buffer.from(`Bearer ${token}`);
  const isAdmitted = (given: Buffer) => given.length === expected.length && timingSafeEqual(given, expected);

  const answer = async (request: IncomingMessage): Promise<string | undefined> => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const statement = statements.get(path);
    if (!statement) return undefined;
    const values = request.method === 'POST' ? [await text(request)] : query.split('&').map(decodeURIComponent);
    const { rows } = await pool.query<[string]>({ ...statement, values, rowMode: 'array' });
    return rows[0]?.[0];
  };

  const server = createServer((request, response) => {
    if (!isAdmitted(Buffer.from(request.headers.authorization ?? ''))) return response.writeHead(401).end();
    answer(request).then(
      (body) => {
        if (body === undefined) return response.writeHead(404, { 'content-length': 0 }).end();
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
        return response.end(body);
      },
      (error) => {
        const reason = String(error);
        response.writeHead(500, { 'content-length': Buffer.byteLength(reason) }).end(reason);
      },
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
