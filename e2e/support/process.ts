import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@piezario/server/testing/client';
import { onTestFinished } from 'vitest';

const builtPath = (name: string) => fileURLToPath(new URL(`../../server/dist/${name}.js`, import.meta.url));
const MAIN = builtPath('main');

export type Settings = Record<string, string>;

export const ADMIN = { email: 'ana@example.com', password: 'una-clave-larga' };

/** Settings with an administrator, and without what takes long to load: the demo and the description of the API. */
export const PLAIN: Settings = { DEMO: '0', API_DOCS: '0', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };

/** The real server, in a process of its own. */
export class Server {
  readonly child: ChildProcess;
  output = '';
  #url: Promise<string>;

  constructor(settings: Settings) {
    const { PATH = '', HOME = '' } = process.env;
    this.child = spawn(process.execPath, [MAIN], { env: { PATH, HOME, PORT: '0', ...settings }, detached: true });
    this.#url = new Promise((resolve, reject) => {
      const read = (chunk: Buffer) => {
        this.output += chunk;
        const [, url] = /Piezario está en (\S+)/.exec(this.output) ?? [];
        if (url) resolve(url);
      };
      this.child.stdout?.on('data', read);
      this.child.stderr?.on('data', read);
      this.child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${this.output}`)));
    });
    // Avoids an unhandled rejection in tests that do not wait for the address.
    this.#url.catch(() => {});
  }

  get url(): Promise<string> {
    return this.#url;
  }

  async client(): Promise<Client> {
    return new Client(await this.url);
  }

  /** Ends the process with the signal and returns its exit code. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill(signal);
      await once(this.child, 'exit');
    }
    return this.child.exitCode;
  }
}

/** A server on a data directory or database of the test; it ends with the test. */
export function startProcess(settings: Settings): Server {
  const server = new Server({ LOG_LEVEL: 'error', ...settings });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(server.output);
    await server.end('SIGTERM');
  });
  return server;
}

export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'piezario-e2e-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

export const signIn = async (server: Server) => (await server.client()).signIn(ADMIN.email, ADMIN.password);

/** A command of the operator. It ends with the test. */
export function startCommand(name: 'backup' | 'restore', file: string, settings: Settings) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [builtPath(`${name}-command`), file], { env: { PATH, HOME, ...settings } });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended };
}

/** Kills the PostgreSQL of a data directory. */
export async function killDatabase(dataDir: string) {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}
