import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startVersion } from './versions.ts';

/** A separate database server, which ends with the test. */
export async function startOwn() {
  const folder = await mkdtemp(join(tmpdir(), 'piezario-restart-'));
  let running = await startVersion(folder);
  onTestFinished(async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const restart = async () => {
    running = await startVersion(folder);
  };
  return { connection: { ...running.server, database: 'postgres' }, stop: () => running.stop(), restart };
}
