import { api } from '@piezario/contract/api';
import { DEMO_PASSWORD } from '@piezario/contract/demo';
import { Client } from '@piezario/server/testing/client';
import { asUrl, type Connection } from '@piezario/server/testing/database';
import { onTestFinished } from 'vitest';
import { startBalancer } from './balancer.ts';
import { copyCached } from './installation.ts';
import { Server } from './process.ts';

export type DemoAccount = 'admin' | 'staff' | 'fabricante' | 'cliente' | 'usuario';
export type Person = { readonly email: string };
/** A demo account, or a person that the journey created. */
export type Who = DemoAccount | Person;

/** Password that an admin sets for a person of a journey, and the password that the person then chooses. */
export const GIVEN_PASSWORD = 'una-clave-dada';
export const PASSWORD = 'una-clave-larga';

export const emailOf = (account: DemoAccount) => `${account}@piezario.demo`;

/** The real server with the demo data. The journeys of a worker share it, and sign in over the API. */
export class Demo {
  readonly url: string;
  readonly connection: Connection;
  readonly servers: readonly Server[];
  readonly #sessions = new Map<string, Promise<Session>>();

  private constructor(servers: readonly Server[], url: string, connection: Connection) {
    this.servers = servers;
    this.url = url;
    this.connection = connection;
  }

  static async start(): Promise<Demo> {
    const { connection, dataDir } = await copyDemo();
    const server = serve(connection, dataDir);
    return new Demo([server], await server.url, connection);
  }

  /** Two processes behind a load balancer. They end with the test. */
  static async startTwo(): Promise<Demo> {
    const { connection, dataDir } = await copyDemo();
    const servers = [serve(connection, dataDir), serve(connection, dataDir)];
    const balancer = await startBalancer(await Promise.all(servers.map(({ url }) => url)));
    const demo = new Demo(servers, balancer.url, connection);
    onTestFinished(async () => {
      balancer.end();
      await demo.end();
    });
    return demo;
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

  /** What the servers have logged. */
  get output(): string {
    return this.servers.map(({ output }) => output).join('\n');
  }

  async end(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.end()));
  }
}

type Session = { readonly token: string; readonly userId: number };

/** Imports are in small groups, so that even a small file takes several transactions. */
const serve = (connection: Connection, DATA_DIR: string) =>
  new Server({
    DATABASE_URL: asUrl(connection),
    DATA_DIR,
    DEMO: '1',
    LOG_LEVEL: 'error',
    JOB_GROUP_ROWS: '2',
  });

/** A copy of the demo. */
export const copyDemo = () => copyCached('demo', serve);

async function openSession(url: string, email: string, password: string): Promise<Session> {
  const { access_token, user } = await new Client(url).call(api.auth.login, { body: { email, password } });
  return { token: access_token, userId: user.id };
}
