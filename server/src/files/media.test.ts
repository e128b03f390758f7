import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { api } from '@piezario/contract/api';
import { describe, expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { photo } from '../testing/images.ts';
import { enrol } from '../testing/people.ts';
import { startS3 } from '../testing/s3.ts';
import { startServer } from '../testing/server.ts';

const NOT_FOUND = { code: 404, message: 'Esa dirección no existe', result: null };
const store = await startS3();

async function upload(settings: Parameters<typeof startServer>[0]) {
  const server = await startServer(settings);
  const brand = await addBrand(server.db);
  const part = await addPart(server.db, brand.id, (await addProduct(server.db, (await addCategory(server.db)).id)).id);
  const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
  const body = { part_id: part.id, attachment: await photo() };
  return { server, maker, body, picture: await maker.call(api.pictures.store, { body }) };
}

describe.each([
  ['from the disk', null],
  ['from an S3 store', store.settings],
])('pictures %s', async (_, s3) => {
  const { server, picture } = await upload({ s3 });
  const { imageUrl, thumbnailUrl, bytes } = picture;
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    server.guest.fetch(method, imageUrl, { headers });
  const whole = Buffer.from(await (await get()).arrayBuffer());

  test('are served to everyone, with headers for long caching and against use as anything but pictures', async () => {
    const type = { [imageUrl]: 'image/jpeg', [thumbnailUrl]: 'image/webp' };
    for (const url of [imageUrl, thumbnailUrl]) {
      for (const method of ['GET', 'HEAD']) {
        const response = await server.guest.fetch(method, url);
        expect(response.status).toBe(200);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': type[url],
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
          'access-control-allow-origin': '*',
          'accept-ranges': 'bytes',
          etag: expect.stringMatching(/^"[\w/.-]+"$/),
          'last-modified': expect.stringMatching(/GMT$/),
        });
        const content = await response.arrayBuffer();
        const length = Number(response.headers.get('content-length'));
        expect([length > 0, content.byteLength]).toEqual([true, method === 'HEAD' ? 0 : length]);
      }
    }
    expect(whole.length).toBe(bytes);
  });

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, bytes - 1],
    ['bytes=-10', bytes - 10, bytes - 1],
    ['bytes=5-5', 5, 5],
    [`bytes=0-${bytes * 9}`, 0, bytes - 1],
    [`bytes=-${bytes * 9}`, 0, bytes - 1],
  ])('are served in part: %s', async (range, start, end) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${bytes}`);
    expect(response.headers.get('content-length')).toBe(`${end - start + 1}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=0-1,5-6', 'bytes=9-5', 'bytes=-', 'bytes=a-b', 'lines=0-1', 'bytes=99999999999999999999-'])(
    'are served whole for an invalid or unsupported range: %s',
    async (range) => {
      const response = await get({ range });
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, bytes]);
    },
  );

  test.each([`bytes=${bytes}-`, 'bytes=-0'])('answer 416 for the range %s', async (range) => {
    const response = await get({ range });
    expect(response.headers.get('content-range')).toBe(`bytes */${bytes}`);
    expect(await response.json()).toEqual({ code: 416, message: 'El archivo no tiene tantos bytes', result: null });
  });

  test('are not sent again to a browser that has them', async () => {
    const { headers } = await get({}, 'HEAD');
    const [etag, modified] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
    const status = async (sent: Record<string, string>) => (await get(sent)).status;
    expect(await status({ 'if-none-match': etag })).toBe(304);
    expect(await status({ 'if-none-match': `"otra", W/${etag}` })).toBe(304);
    expect(await status({ 'if-none-match': '*' })).toBe(304);
    expect(await status({ 'if-modified-since': modified })).toBe(304);
    expect(await status({ 'if-none-match': etag, range: 'bytes=0-1' })).toBe(304);
    expect(await status({ 'if-none-match': '"otra"', 'if-modified-since': modified })).toBe(200);
    expect(await status({ 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).toBe(200);
    expect(await status({ 'if-modified-since': 'ayer' })).toBe(200);
    expect(await status({ range: 'bytes=0-1', 'if-range': etag })).toBe(206);
    expect(await status({ range: 'bytes=0-1', 'if-range': '"otra"' })).toBe(200);
    const fresh = await get({ 'if-none-match': etag });
    expect([await fresh.text(), fresh.headers.get('etag')]).toEqual(['', etag]);
  });

  test.each([
    '/media/',
    '/media/aa/missing.jpg',
    '/media/aa',
    `/media/${'a'.repeat(300)}.jpg`,
    `/media/${'aa/'.repeat(2000)}a.jpg`,
    '/media/%2e%2e/postgres/PG_VERSION',
    '/media/..%2f..%2f..%2fetc%2fpasswd',
    '/media/../package.json',
    '/media/../../../../etc/passwd',
    '/media/..\\..\\etc\\passwd',
    '/media//etc/passwd',
    '/media/aa/x.jpg%00.png',
    '/media/%00',
    '/media/../imports/x.xlsx',
    '/media/aa/x.jpg?versionId=1',
  ])('are not found at %s', async (path) => {
    // Sent over a socket, because fetch would normalize the path.
    const raw = await ask(server.url, `GET ${path} HTTP/1.1`);
    expect(raw).toMatch(/^HTTP\/1.1 404 /);
    expect(JSON.parse(raw.slice(raw.indexOf('\r\n\r\n')))).toEqual(NOT_FOUND);
    expect(raw).toContain('cache-control: no-store');
  });

  test('answer no other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect(await server.guest.request(method, imageUrl)).toMatchObject(NOT_FOUND);
    }
  });

  test('are still served after many readers have aborted', async () => {
    for (let reader = 0; reader < 50; reader++) {
      const cut = new AbortController();
      const fetching = server.guest.fetch('GET', imageUrl, { signal: cut.signal });
      if (reader % 2) await fetching;
      cut.abort();
      await fetching.catch(() => {});
    }
    expect((await get()).status).toBe(200);
  });
});

async function ask(url: string, line: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${line}\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`);
  return text(socket);
}

test('an unavailable store is a 503 with a message, for uploads and downloads', async () => {
  const other = await startS3();
  const { server, maker, body, picture } = await upload({ s3: other.settings });
  await other.kill();
  const refused = { code: 503, message: 'Los archivos no están disponibles. Probá de nuevo en unos segundos.' };
  expect(await maker.send(api.pictures.store, { body })).toMatchObject(refused);
  expect(await server.guest.request('GET', picture.imageUrl)).toMatchObject(refused);
  expect(await maker.call(api.parts.show, { params: { partId: body.part_id } })).toMatchObject({ pictures_count: 1 });
});
