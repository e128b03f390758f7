import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { startServer } from '../testing/server.ts';
import { soak } from '../testing/soak.ts';

const CONNECTIONS = soak(50, 500);

const HEADERS = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n';
const BODY = `POST ${api.auth.login.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;

/** Sends the beginning of a request, and one more byte every half a second. */
async function openSlowly(url: string, beginning: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  socket.write(beginning);
  const dripping = setInterval(() => socket.write('x'), 500);
  socket.resume().once('close', () => clearInterval(dripping));
  return socket;
}

test('connections that send slowly are dropped, and others are answered meanwhile', { timeout: 150_000 }, async () => {
  const { url, guest } = await startServer({ slowestSender: { headers: 2_000, body: 3_000 } });
  const slow = await Promise.all(
    Array.from({ length: 2 * CONNECTIONS }, (_, n) => openSlowly(url, n % 2 === 0 ? HEADERS : BODY)),
  );
  const open = () => slow.filter((socket) => !socket.destroyed).length;
  const answered = new Set<number>();
  const stillOpen = async () => {
    answered.add((await guest.send(api.settings.show, {})).code);
    answered.add((await fetch(`${url}/healthz`)).status);
    return open();
  };
  await expect.poll(stillOpen, { interval: 250, timeout: 120_000 }).toBe(0);
  expect(answered).toEqual(new Set([200]));
});
