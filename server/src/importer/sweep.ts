import type { Db } from '../db/connect.ts';
import type { Files } from '../files/files.ts';

/** A file is stored before its row, so a new file may have no row yet. */
const LEFT_AFTER = 60 * 60_000;
const AT_ONCE = 500;

/** Removes files without an import: those of removed imports, and uploads that a crash interrupted. */
export async function sweepImports(db: Db, files: Files): Promise<void> {
  let keys: string[] = [];
  for await (const { key, modified } of files.list('imports/')) {
    if (Date.now() - modified.getTime() > LEFT_AFTER) keys.push(key);
    if (keys.length === AT_ONCE) {
      await removeOrphans(db, files, keys);
      keys = [];
    }
  }
  await removeOrphans(db, files, keys);
}

async function removeOrphans(db: Db, files: Files, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const kept = await db.selectFrom('imports').where('file_key', 'in', keys).select('file_key').execute();
  const owned = new Set(kept.map(({ file_key }) => file_key));
  for (const key of keys) if (!owned.has(key)) await files.remove(key);
}
