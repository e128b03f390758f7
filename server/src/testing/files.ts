import { buffer } from 'node:stream/consumers';
import type { Files } from '../files/files.ts';

export async function keysUnder(files: Files, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list(prefix)) keys.push(key);
  return keys.sort();
}

/** Every file under media/ and imports/ with its content. */
export async function contentsOf(files: Files): Promise<Record<string, Buffer | null>> {
  const keys = [...(await keysUnder(files, 'media/')), ...(await keysUnder(files, 'imports/'))];
  const read = async (key: string) => {
    const found = await files.get(key);
    return found && buffer(found.content);
  };
  return Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await read(key)])));
}
