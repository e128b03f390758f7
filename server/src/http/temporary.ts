import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of the data directory for files that are being received or written. */
const FOLDERS = { uploads: 'uploads', jobs: 'jobs', files: 'files/tmp' } as const;

/** Older files were left by a crash; a very large job takes hours. */
const LEFT_AFTER = 24 * 60 * 60_000;

export async function openTemporaryFolder(dataDir: string, name: keyof typeof FOLDERS): Promise<string> {
  const folder = join(dataDir, FOLDERS[name]);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Deletes files that a crash left in these folders. */
export async function sweepTemporaryFolders(dataDir: string): Promise<void> {
  for (const folder of Object.values(FOLDERS).map((name) => join(dataDir, name))) {
    // A folder may not exist. Another process may share it, and remove files at the same time.
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => null);
      if (found && Date.now() - found.mtimeMs > LEFT_AFTER) await rm(path, { force: true, recursive: true });
    }
  }
}
