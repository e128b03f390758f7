import type { Files } from './files.ts';

export const HOUR = 60 * 60_000;
const AT_ONCE = 500;

/**
 * Deletes the files of a folder that nothing needs. `needed` returns which of the given keys are needed. A file is stored
 * before its row, so only files older than `before` are checked.
 */
export async function sweepFolder(
  files: Files,
  folder: string,
  before: Date,
  needed: (keys: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  let keys: string[] = [];
  const sweep = async () => {
    if (keys.length === 0) return;
    const kept = new Set(await needed(keys));
    for (const key of keys) if (!kept.has(key)) await files.remove(key);
    keys = [];
  };
  for await (const { key, modified } of files.list(folder)) {
    if (modified < before) keys.push(key);
    if (keys.length === AT_ONCE) await sweep();
  }
  await sweep();
}
