import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Nothing is written or received for longer than this. */
const LEFT_AFTER = 60 * 60_000;

/** A folder for files that are on their way, without what a crash left there. */
export async function openTemporaryFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process may share the folder, and finish or clean at the same time.
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LEFT_AFTER) await rm(path, { force: true });
  }
}
