import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@piezario/contract/api';
import { MAX_PICTURES } from '@piezario/contract/pictures';
import { seededRandom } from '@piezario/server/testing/random';
import { soak } from '@piezario/server/testing/soak';
import { expect, test, vi } from 'vitest';
import { addPart, PIXEL } from './support/catalogue.ts';
import { copyPlain } from './support/installation.ts';
import { signIn, startProcess } from './support/process.ts';

const KILLS = soak(2, 50);
const DAY = 24 * 60 * 60;

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

test(`kill -9 while pictures arrive, ${KILLS} times: no picture without its files, and after the sweep no file without its picture`, async () => {
  const { settings } = await copyPlain();
  const parts: number[] = [];
  let acknowledged = 0;
  const random = seededRandom();

  for (let life = 0; life < KILLS; life++) {
    const server = startProcess(settings);
    const admin = await signIn(server);
    const uploading = async () => {
      for (;;) {
        const part_id = await addPart(admin);
        parts.push(part_id);
        for (let picture = 0; picture < MAX_PICTURES; picture++) {
          await admin.call(api.pictures.store, { body: { part_id, attachment: PIXEL } });
          acknowledged++;
        }
      }
    };
    const uploads = Promise.allSettled([uploading(), uploading(), uploading(), uploading()]);
    const some = acknowledged + 4;
    await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(some), { timeout: 200_000, interval: 5 });
    // Kills the server at a random moment of the next uploads.
    await delay(random.next() * 50);
    await server.end('SIGKILL');
    await uploads;
  }

  const server = startProcess(settings);
  const admin = await signIn(server);
  const named: string[] = [];
  for (const partId of parts) {
    const { pictures } = await admin.call(api.parts.show, { params: { partId } });
    named.push(...pictures.flatMap(({ imageUrl, thumbnailUrl }) => [imageUrl, thumbnailUrl]));
  }
  expect(named.length).toBeGreaterThanOrEqual(2 * acknowledged);
  for (const url of named) expect([url, (await admin.fetch('HEAD', url)).status]).toEqual([url, 200]);
  await server.end();

  // Files without a picture are removed once they are a day old.
  const media = join(settings.DATA_DIR, 'files', 'media');
  const twoDaysAgo = Date.now() / 1000 - 2 * DAY;
  for (const file of await filesIn(media)) await utimes(file, twoDaysAgo, twoDaysAgo);
  await startProcess(settings).url;
  const expected = named.map((url) => join(settings.DATA_DIR, 'files', url)).sort();
  await expect.poll(async () => (await filesIn(media)).sort()).toEqual(expected);
});
