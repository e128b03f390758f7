import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Call = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: () => object };

export type Caller = (call: Call) => Promise<Buffer>;

/**
 * Calls over keep-alive connections during `use`. The client reads no more of HTTP than it needs, because its own time
 * is measured with that of the server.
 */
export async function withCaller<T>(
  url: string,
  headers: Record<string, string>,
  connections: number,
  use: (call: Caller) => Promise<T>,
): Promise<T> {
  const { hostname, port, host } = new URL(url);
  const open = () => Connection.open(hostname, Number(port));
  const free = await Promise.all(Array.from({ length: connections }, open));
  const common = Object.entries({ host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const call: Caller = async ({ method, path, body }) => {
    const kept = free.pop();
    if (!kept) throw new Error(`More than ${connections} calls at once`);
    // Servers close a connection that has not been used for some seconds.
    const connection = kept.isOpen ? kept : await open();
    const json = body ? JSON.stringify(body()) : '';
    const lengths = body ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n` : '';
    const answer = await connection
      .send(`${method} ${path} HTTP/1.1\r\n${common}${lengths}\r\n${json}`)
      .finally(() => free.push(connection));
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
    return answer.body;
  };
  return use(call).finally(() => {
    for (const connection of free) connection.close();
  });
}

type Answer = { readonly status: number; readonly body: Buffer };
type Waiting = { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void };

class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #missing = Number.POSITIVE_INFINITY;
  #waiting: Waiting | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      try {
        this.#read(chunk);
      } catch (error) {
        socket.destroy();
        this.#waiting?.reject(error as Error);
      }
    });
    socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection')));
    socket.on('error', () => {});
  }

  static async open(host: string, port: number): Promise<Connection> {
    const socket = connect({ host, port, noDelay: true });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  get isOpen() {
    return this.#socket.readyState === 'open';
  }

  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close() {
    this.#socket.destroy();
  }

  #read(chunk: Buffer) {
    this.#received.push(chunk);
    // The length is known once the head is complete, which is nearly always in the first piece.
    if (this.#missing === Number.POSITIVE_INFINITY) {
      const received = Buffer.concat(this.#received);
      this.#received = [received];
      this.#missing = lengthOf(received) - received.length;
    } else {
      this.#missing -= chunk.length;
    }
    if (this.#missing > 0) return;
    const received = Buffer.concat(this.#received);
    this.#received = [];
    this.#missing = Number.POSITIVE_INFINITY;
    const status = Number(received.toString('latin1', 9, 12));
    this.#waiting?.resolve({ status, body: received.subarray(received.indexOf(END_OF_HEAD) + END_OF_HEAD.length) });
  }
}

const END_OF_HEAD = '\r\n\r\n';

/** Length of the whole answer, or infinity while its head is not complete. */
function lengthOf(received: Buffer): number {
  const end = received.indexOf(END_OF_HEAD);
  if (end < 0) return Number.POSITIVE_INFINITY;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(received.toString('latin1', 0, end)) ?? [];
  if (!length) throw new Error('The answer does not say its length');
  return end + END_OF_HEAD.length + Number(length);
}
