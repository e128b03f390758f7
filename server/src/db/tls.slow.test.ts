import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { requireTool } from '../testing/tools.ts';
import { DEBIAN, hasDebian, startVersion } from '../testing/versions.ts';
import { openDatabase } from './open.ts';

const run = promisify(execFile);

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Makes two certificate authorities, and a certificate of the first for localhost. */
async function certify(folder: string) {
  const file = (name: string) => join(folder, name);
  const openssl = (...options: string[]) => run('openssl', options, { cwd: folder });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  for (const name of ['ours', 'another']) {
    await openssl('req', '-x509', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.crt`, '-subj', `/CN=${name}`);
  }
  await openssl('req', ...newKey, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  await writeFile(file('names'), 'subjectAltName = DNS:localhost');
  const signed = ['-CA', 'ours.crt', '-CAkey', 'ours.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  await openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.crt', ...signed);
  return { ours: file('ours.crt'), another: file('another.crt'), cert: file('server.crt'), key: file('server.key') };
}

test('a database is reached by TLS, and `verify-full` refuses a certificate of another authority or host', async () => {
  requireTool("Debian's PostgreSQL", hasDebian());
  const folder = await mkdtemp(join(tmpdir(), 'piezario-tls-'));
  const { ours, another, cert, key } = await certify(folder);
  const port = await findFreePort();
  const tls = { ssl: 'on', ssl_cert_file: cert, ssl_key_file: key };
  const settings = { ...tls, port: `${port}`, listen_addresses: '127.0.0.1' };
  const { stop } = await startVersion(folder, settings, DEBIAN);
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  const open = (host: string, options: Record<string, string>) => {
    const DATABASE_URL = `postgresql://postgres@${host}:${port}/postgres?${new URLSearchParams(options)}`;
    return openDatabase({ ...readConfig({ DATABASE_URL }), log: () => {} });
  };

  const { db, close } = await open('localhost', { sslmode: 'verify-full', sslrootcert: ours });
  const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
  await close();
  expect(rows).toEqual([{ ssl: true }]);
  await expect(open('localhost', { sslmode: 'verify-full', sslrootcert: another })).rejects.toThrow('certificate');
  await expect(open('127.0.0.1', { sslmode: 'verify-full', sslrootcert: ours })).rejects.toThrow('altnames');
  await (await open('127.0.0.1', { sslmode: 'no-verify' })).close();
});
