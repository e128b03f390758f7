import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import { Client } from '@piezario/server/testing/client';
import { asUrl, createDatabase, createTemplate } from '@piezario/server/testing/database';
import { inject } from 'vitest';
import { Server } from './process.ts';

export type DemoAccount = 'admin' | 'staff' | 'fabricante' | 'cliente' | 'usuario';
export type Person = { readonly email: string };
/** A demo account, or a person that the journey created. */
export type Who = DemoAccount | Person;

export const DEMO_PASSWORD = 'piezario-demo';
/** The password of everyone whom a journey creates. */
export const PASSWORD = 'una-clave-larga';

export const emailOf = (account: DemoAccount) => `${account}@piezario.demo`;

/** The real server with the demo data. The journeys of a worker share it, and sign in over the API. */
export class Demo {
  readonly url: string;
  readonly connection: Connection;
  readonly #server: Server;
  readonly #sessions = new Map<string, Promise<Session>>();

  private constructor(server: Server, url: string, connection: Connection) {
    this.#server = server;
    this.url = url;
    this.connection = connection;
  }

  /** Loading the demo takes longer than most journeys, so it is loaded once a run and copied. */
  static async start(): Promise<Demo> {
    const loaded = join(inject('sharedFolder'), 'demo');
    await createTemplate(DEMO, async (connection) => {
      const server = serve(asUrl(connection), loaded);
      await server.url;
      await server.end();
    });
    const connection = await createDatabase({ template: DEMO });
    const dataDir = join(inject('sharedFolder'), connection.database);
    await cp(filesOf(loaded), filesOf(dataDir), { recursive: true });
    const server = serve(asUrl(connection), dataDir);
    return new Demo(server, await server.url, connection);
  }

  session(who: Who): Promise<Session> {
    const email = typeof who === 'string' ? emailOf(who) : who.email;
    const password = typeof who === 'string' ? DEMO_PASSWORD : PASSWORD;
    const session = this.#sessions.get(email) ?? openSession(this.url, email, password);
    this.#sessions.set(email, session);
    return session;
  }

  async client(who: Who): Promise<Client> {
    return new Client(this.url, (await this.session(who)).token);
  }

  async end(): Promise<void> {
    await this.#server.end();
  }
}

type Connection = Awaited<ReturnType<typeof createDatabase>>;
type Session = { readonly token: string; readonly userId: number };

const DEMO = 'demo';
const filesOf = (dataDir: string) => join(dataDir, 'files');

const serve = (DATABASE_URL: string, DATA_DIR: string) =>
  new Server({ DATABASE_URL, DATA_DIR, DEMO: '1', LOG_LEVEL: 'error', IMPORT_GROUP_ROWS: '2' });

async function openSession(url: string, email: string, password: string): Promise<Session> {
  const { access_token, user } = await new Client(url).call(api.auth.login, { body: { email, password } });
  return { token: access_token, userId: user.id };
}
