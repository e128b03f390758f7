import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { sweepTemporaryFolders } from '../http/temporary.ts';
import { keysUnder } from '../testing/files.ts';
import { startS3 } from '../testing/s3.ts';
import { inTiers } from '../testing/soak.ts';
import type { Files } from './files.ts';
import { openFiles } from './open.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'piezario-files-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const store = await startS3();

/** Number of files. In the slow tier, it is more than one page of the list of an S3 store. */
const MANY = inTiers(100, 1100, 1100);

let counter = 0;
const newKey = () => `media/${String(++counter).padStart(2, '0')}/${crypto.randomUUID()}.jpg`;
const read = async (files: Files, key: string, range?: { start: number; end: number }) => {
  const found = await files.get(key, range);
  return found && { bytes: found.bytes, text: await text(found.content) };
};

describe.each([
  ['on disk', null],
  ['in an S3 store', store.settings],
])('files %s', async (_, s3) => {
  const files = await openFiles({ dataDir, s3 });

  test('are stored from bytes or from a file, and read back whole or in part', async () => {
    const [fromBytes, fromFile] = [newKey(), newKey()];
    const path = join(dataDir, 'given');
    await writeFile(path, 'Ñandú 0123456789');
    await files.put(fromBytes, Buffer.from('Ñandú 0123456789'));
    await files.put(fromFile, path);
    for (const key of [fromBytes, fromFile]) {
      expect(await read(files, key)).toEqual({ bytes: 18, text: 'Ñandú 0123456789' });
      expect(await read(files, key, { start: 8, end: 10 })).toEqual({ bytes: 18, text: '012' });
      expect(await read(files, key, { start: 17, end: 17 })).toEqual({ bytes: 18, text: '9' });
      const found = await files.stat(key);
      expect(found?.bytes).toBe(18);
      expect(Math.abs(Date.now() - (found?.modified.getTime() ?? 0))).toBeLessThan(60_000);
    }
  });

  test('are the same to the byte when they are large', async () => {
    const key = newKey();
    const path = join(dataDir, 'large');
    const bytes = Buffer.alloc(12_000_000, 'Piezario, el catálogo unificado. ');
    await writeFile(path, bytes);
    await files.put(key, path);
    const found = await files.get(key);
    if (!found) throw new Error('It is not there');
    expect(found.bytes).toBe(bytes.length);
    expect((await buffer(found.content)).equals(bytes)).toBe(true);
  });

  test('can be read after readers have aborted', async () => {
    const key = newKey();
    await files.put(key, Buffer.alloc(5_000_000));
    for (let reader = 0; reader < 20; reader++) (await files.get(key))?.content.destroy();
    expect((await read(files, key, { start: 0, end: 0 }))?.bytes).toBe(5_000_000);
  });

  test('are gone once removed, and may be removed again', async () => {
    const key = newKey();
    await files.put(key, Buffer.from('x'));
    await files.remove(key);
    await files.remove(key);
    expect(await files.get(key)).toBeNull();
    expect(await files.stat(key)).toBeNull();
  });

  test('are listed by their folder, however many', async () => {
    const keys = Array.from({ length: MANY }, (_, index) => `varios/${index % 7}/f${1000 + index}.webp`);
    for (let first = 0; first < keys.length; first += 50) {
      await Promise.all(keys.slice(first, first + 50).map((key) => files.put(key, Buffer.from('x'))));
    }
    expect(await keysUnder(files, 'varios/')).toEqual(keys.sort());
    expect(await keysUnder(files, 'varios/3/')).toEqual(keys.filter((key) => key.startsWith('varios/3/')));
    expect(await keysUnder(files, 'nada/')).toEqual([]);
    for await (const { modified } of files.list('varios/6/')) {
      expect(Math.abs(Date.now() - modified.getTime())).toBeLessThan(60_000);
    }
  });

  test.each([
    'media/../../etc/passwd.jpg',
    '../media/aa/x.jpg',
    '/etc/passwd',
    'media/aa/..',
    'media/aa/x.jpg/../y.jpg',
    'media//x.jpg',
    'media/a\\..\\x.jpg',
    'media/aa/x.jpg\0.png',
    'media/aa/x.jpg?versionId=1',
    'media/aa/%2e%2e.jpg',
    'media/aa/.jpg',
    'media/aa/x',
    'media/aa',
    'media/',
    '',
  ])('cannot have the key %j', async (key) => {
    expect(await files.get(key)).toBeNull();
    expect(await files.stat(key)).toBeNull();
    await files.remove(key);
    await expect(files.put(key, Buffer.from('x'))).rejects.toThrow('is no key');
  });
});

test('a file that cannot be written leaves nothing behind', async () => {
  const files = await openFiles({ dataDir, s3: null });
  await expect(files.put(newKey(), join(dataDir, 'missing'))).rejects.toThrow('ENOENT');
  await writeFile(join(dataDir, 'files', 'lleno'), '');
  await expect(files.put('lleno/x.jpg', Buffer.from('x'))).rejects.toThrow();
  expect(await readdir(join(dataDir, 'files', 'tmp'))).toEqual([]);
});

test('temporary files of a crash are swept a day later, and newer ones are kept', async () => {
  await openFiles({ dataDir, s3: null });
  const folder = join(dataDir, 'files', 'tmp');
  const write = async (name: string, hours: number) => {
    await writeFile(join(folder, name), 'x');
    await utimes(join(folder, name), new Date(), Date.now() / 1000 - hours * 60 * 60);
  };
  await write('left', 25);
  await write('under-way', 23);
  await sweepTemporaryFolders(dataDir);
  expect(await readdir(folder)).toEqual(['under-way']);
});

test('a store that does not answer, or refuses, is a 503 with the reason as its cause', async () => {
  const refused = await openFiles({ dataDir, s3: { ...store.settings, accessKeyId: 'otra' } });
  const elsewhere = await openFiles({ dataDir, s3: { ...store.settings, bucket: 'otro' } });
  const gone = await openFiles({ dataDir, s3: { ...store.settings, endpoint: 'http://127.0.0.1:9' } });
  const put = (files: Files) => files.put(newKey(), Buffer.from('x')).catch((error: Error) => error);
  const answered = 'Los archivos no están disponibles. Probá de nuevo en unos segundos.';
  expect(await put(refused)).toMatchObject({ code: 503, message: answered });
  expect(((await put(refused)) as Error).cause).toMatchObject({ cause: { message: expect.stringContaining('403') } });
  expect(await put(elsewhere)).toMatchObject({ code: 503, message: answered });
  expect(await put(gone)).toMatchObject({ code: 503, message: answered });
  await expect(keysUnder(elsewhere, 'media/')).rejects.toMatchObject({ code: 503 });
  await expect(gone.get(newKey())).rejects.toMatchObject({ code: 503 });
});
