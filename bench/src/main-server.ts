import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

const ADMIN = { ADMIN_EMAIL: 'admin@bench.example', ADMIN_PASSWORD: 'una-clave-larga' };

export type Import = {
  readonly udid: string;
  readonly state: string;
  readonly status_message: string;
  readonly rows_done: number;
  readonly errors_count: number;
};

/** The real server process, with a signed-in admin. */
export class MainServer {
  readonly #child: ChildProcess;
  readonly url: string;
  readonly token: string;

  private constructor(child: ChildProcess, url: string, token: string) {
    this.#child = child;
    this.url = url;
    this.token = token;
  }

  static async start(settings: Record<string, string>): Promise<MainServer> {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, PORT: '0', DEMO: '0', LOG_LEVEL: 'error', ...ADMIN, ...settings };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
      child.stdout.on('data', (chunk) => {
        output += chunk;
        const [, found] = /Piezario está en (\S+)/.exec(output) ?? [];
        if (found) resolve(found);
      });
    });
    const credentials = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };
    const { access_token } = await call<{ access_token: string }>(url, '', 'auth/login', credentials);
    return new MainServer(child, url, access_token);
  }

  get pid() {
    return this.#child.pid ?? 0;
  }

  call<T>(path: string, body?: object | FormData): Promise<T> {
    return call<T>(this.url, this.token, path, body);
  }

  async upload(path: string): Promise<Import> {
    const form = new FormData();
    form.append('attachment', await openAsBlob(path), basename(path));
    return this.call<Import>('importer/files/store', form);
  }

  show = (udid: string) => this.call<Import>(`importer/files/${udid}`);

  async finished(udid: string): Promise<Import> {
    for (;;) {
      const file = await this.show(udid);
      if (file.state !== 'queued' && file.state !== 'running') return file;
      await delay(100);
    }
  }

  /** Peak memory of the server and of its worker, in MiB. */
  async peaks(): Promise<{ server: number; worker: number }> {
    const { pid } = this.#child;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const others = await Promise.all(children.split(' ').filter(Boolean).map(peakOf));
    return { server: await peakOf(String(pid)), worker: Math.max(0, ...others) };
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}

async function peakOf(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  // Excludes the processes of PostgreSQL.
  if (!/^Name:\s+(node|MainThread)/m.test(status)) return 0;
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

async function call<T>(url: string, token: string, path: string, body?: object | FormData): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}/api/backend/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const { code, message, result } = (await response.json()) as { code: number; message: string; result: T };
  if (code !== 200) throw new Error(`${path} answered ${code}: ${message}`);
  return result;
}
