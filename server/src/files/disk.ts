import { randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openTemporaryFolder } from '../http/temporary.ts';
import { checkKey, type Files, isKey } from './files.ts';

/** Files in a folder of the data directory, under their keys. */
export async function openDisk(dataDir: string): Promise<Files> {
  const folder = join(dataDir, 'files');
  const temporary = await openTemporaryFolder(dataDir, 'files');
  const pathOf = (key: string) => join(folder, key);

  return {
    put: async (key, source) => {
      checkKey(key);
      const path = pathOf(key);
      const unfinished = join(temporary, randomUUID());
      try {
        if (typeof source === 'string') await copyFile(source, unfinished, constants.COPYFILE_FICLONE);
        else await writeFile(unfinished, source);
        await sync(unfinished);
        const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(unfinished, path);
        await sync(dirname(path));
        // A new folder survives a power failure once the folder above it is synced.
        for (let above = dirname(path); made && above !== folder; above = dirname(above)) await sync(dirname(above));
      } finally {
        await rm(unfinished, { force: true });
      }
    },

    stat: async (key) => {
      const found = isKey(key) ? await stat(pathOf(key)).catch(nullIfMissing) : null;
      return found && { bytes: found.size, modified: found.mtime };
    },

    get: async (key, range) => {
      const file = isKey(key) ? await open(pathOf(key)).catch(nullIfMissing) : null;
      if (!file) return null;
      const { size, mtime } = await file.stat();
      return { bytes: size, modified: mtime, content: file.createReadStream(range) };
    },

    remove: async (key) => {
      if (isKey(key)) await rm(pathOf(key), { force: true });
    },

    list: (prefix) => walk(folder, prefix.replace(/\/$/, '')),
  };
}

async function* walk(folder: string, prefix: string): ReturnType<Files['list']> {
  const entries = await opendir(join(folder, prefix)).catch(nullIfMissing);
  if (!entries) return;
  for await (const entry of entries) {
    const key = `${prefix}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(folder, key);
    else {
      const found = await stat(join(folder, key)).catch(nullIfMissing);
      if (found) yield { key, modified: found.mtime };
    }
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
