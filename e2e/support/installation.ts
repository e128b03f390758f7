import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { asUrl, byTurns, type Connection, createDatabase, createTemplate } from '@piezario/server/testing/database';
import { inject } from 'vitest';
import { makeDataDir, PLAIN, Server, type Settings } from './process.ts';

/*
 * Copies of installations on which a server has started before. The first start loads the data that ships with the product,
 * which takes longer than most tests, so that it happens once a run.
 */

type Installation = { readonly connection: Connection; readonly dataDir: string };

const shared = (name: string) => join(inject('sharedFolder'), name);
const filesOf = (dataDir: string) => join(dataDir, 'files');

async function startOnce(server: Server) {
  await server.url;
  await server.end();
}

/** A copy of what the server that is called so makes of an empty database. */
export async function copyInstallation(
  name: string,
  serve: (connection: Connection, dataDir: string) => Server,
): Promise<Installation> {
  await createTemplate(name, (connection) => startOnce(serve(connection, shared(name))));
  const connection = await createDatabase({ template: name });
  const dataDir = shared(connection.database);
  await cp(filesOf(shared(name)), filesOf(dataDir), { recursive: true });
  return { connection, dataDir };
}

/** The settings of a server without the demo, on a database of its own. */
export async function copyPlain() {
  const settings = (connection: Connection, DATA_DIR: string): Settings & { readonly DATA_DIR: string } => ({
    ...PLAIN,
    DATABASE_URL: asUrl(connection),
    DATA_DIR,
  });
  const { connection, dataDir } = await copyInstallation('plain', (...of) => new Server(settings(...of)));
  return { connection, settings: settings(connection, dataDir) };
}

/** A data directory of the test with the embedded database in it. */
export async function copyEmbedded(): Promise<string> {
  const made = shared('embedded');
  await byTurns('embedded', async () => {
    if (existsSync(made)) return;
    const draft = `${made}.draft`;
    await startOnce(new Server({ ...PLAIN, DATA_DIR: draft }));
    await rename(draft, made);
  });
  const dataDir = await makeDataDir();
  // The files of the database may belong to another account.
  execFileSync('cp', ['-a', `${made}/.`, dataDir]);
  return dataDir;
}
