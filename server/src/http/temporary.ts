import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Nothing is on its way for longer than this; a very large import takes hours. */
const LEFT_AFTER = 24 * 60 * 60_000;

const opened = new Set<string>();

/** A folder for files that are on their way. */
export async function openTemporaryFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  opened.add(folder);
}

/** Removes from those folders what a crash left there. */
export async function sweepTemporaryFolders(): Promise<void> {
  for (const folder of opened) {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      // Another process may share the folder, and finish or clean at the same time.
      const found = await stat(path).catch(() => null);
      if (found && Date.now() - found.mtimeMs > LEFT_AFTER) await rm(path, { force: true });
    }
  }
}
