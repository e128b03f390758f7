import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * Passes each request on to the next of several servers, as a load balancer does. One that does not accept a connection
 * has not seen the request, so the next one gets it. A connection that breaks later breaks for the caller too.
 */
export async function startBalancer(servers: readonly string[]) {
  let turn = 0;
  const balancer = createServer(async (request, response) => {
    const body = await buffer(request);
    for (const _ of servers) {
      const answer = await pass(request, body, servers[turn++ % servers.length] ?? '').catch((error) => error);
      if (answer instanceof Error) {
        if ('code' in answer && answer.code === 'ECONNREFUSED') continue;
        break;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy()).pipe(response);
      return;
    }
    response.destroy();
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    end: () => {
      balancer.closeAllConnections();
      balancer.close();
    },
  };
}

const pass = ({ method, url, headers }: IncomingMessage, body: Buffer, server: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    send(new URL(url ?? '/', server), { method, headers })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
