import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { readArchive, writeArchive } from './archive.ts';
import type { Entry } from './tar.ts';

const folder = await mkdtemp(join(tmpdir(), 'piezario-archive-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const all = async <T>(items: AsyncIterable<T>) => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};

async function* given(entries: readonly Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}

test('many entries of any size are read back unchanged, and tar can read them', async () => {
  const path = join(folder, 'many.tar');
  const entries = Array.from({ length: 1_200 }, (_, n) => ({
    name: `media/${n}.jpg`,
    bytes: Buffer.alloc(n % 1100, n),
  }));
  entries.push({ name: `media/${'x'.repeat(90)}.jpg`, bytes: Buffer.alloc(3_000_000, 'ñ') });
  await writeArchive(path, given(entries));
  const found = await all(readArchive(path));
  expect(found.map(({ name }) => name)).toEqual(entries.map(({ name }) => name));
  expect(found.every(({ bytes }, n) => entries[n]?.bytes.equals(bytes))).toBe(true);
  const { stdout } = await promisify(execFile)('tar', ['-tf', path]);
  const listed = stdout.trimEnd().split('\n');
  expect(listed.filter((name) => name.startsWith('media/'))).toEqual(entries.map(({ name }) => name));
  expect(listed.filter((name) => !name.startsWith('media/'))).toEqual([
    'sums/000001.sha256',
    'sums/000002.sha256',
    'end.json',
  ]);
});

test('a name that is too long is refused, and leaves no file', async () => {
  const path = join(folder, 'long.tar');
  const entry = { name: `media/${'x'.repeat(100)}.jpg`, bytes: Buffer.alloc(0) };
  await expect(writeArchive(path, given([entry]))).rejects.toThrow('is too long for a backup');
  await expect(all(readArchive(path))).rejects.toThrow('There is no file');
});
