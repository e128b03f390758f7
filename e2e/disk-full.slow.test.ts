import { execFileSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import { makeWorkbook } from '@piezario/server/testing/imports';
import { expect, onTestFinished, test } from 'vitest';
import { makeDataDir, PLAIN, signIn, startProcess } from './support/process.ts';

/** A volume of its own for the data directory; null where this account may not mount one. */
async function mountVolume(): Promise<string | null> {
  const folder = await makeDataDir();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=420m,mode=0700', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
  });
  return folder;
}

/** Fills the volume with one file. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  const block = Buffer.alloc(1024 * 1024);
  try {
    for (let size = block.length; size > 512; size = Math.floor(size / 2)) {
      while (
        await file.write(block, 0, size).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  } finally {
    await file.close();
  }
}

test('on a full disk reads work, uploads are refused with a message, and all works again once there is room', async ({
  skip,
}) => {
  const DATA_DIR = await mountVolume();
  if (!DATA_DIR) return skip('without a volume, which only root mounts');
  const server = startProcess({ ...PLAIN, DATA_DIR });
  const admin = await signIn(server);
  const url = await server.url;
  const health = async (path: string) => (await fetch(url + path)).status;
  await admin.call(api.brands.add, { body: { name: 'Antes' } });
  const upload = async () => admin.send(api.importer.store, { body: { attachment: await makeWorkbook({}) } });

  const filler = join(DATA_DIR, 'filler');
  await fill(filler);
  expect(await upload()).toMatchObject({ code: 507, message: 'No queda espacio en el servidor. Avisale a soporte.' });
  const names = ['A', 'B', 'C'];
  const written: string[] = [];
  for (const name of names) {
    const { code } = await admin.send(api.brands.add, { body: { name } });
    expect([200, 507]).toContain(code);
    if (code === 200) written.push(name);
  }
  expect((await admin.call(api.brands.json, {})).map(({ name }) => name)).toEqual([...written, 'Antes'].sort());
  expect([await health('/healthz'), await health('/readyz')]).toEqual([200, 503]);

  await rm(filler);
  expect(await health('/readyz')).toBe(200);
  expect(await upload()).toMatchObject({ code: 200 });
  await admin.call(api.brands.add, { body: { name: 'Después' } });
});

test('a start on a full disk says so', async ({ skip }) => {
  const DATA_DIR = await mountVolume();
  if (!DATA_DIR) return skip('without a volume, which only root mounts');
  const before = startProcess({ ...PLAIN, DATA_DIR });
  await before.url;
  await before.end();
  await fill(join(DATA_DIR, 'filler'));
  await expect(startProcess({ ...PLAIN, DATA_DIR }).url).rejects.toThrow(`No space left in ${DATA_DIR}`);
});
