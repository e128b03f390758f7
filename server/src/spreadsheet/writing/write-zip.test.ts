import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { zip } from './write-zip.ts';

const FILES = { 'uno.txt': 'hola', 'dos/ñandú.txt': 'ñandú '.repeat(50_000), 'vacío.txt': '' };

async function* entries() {
  for (const [name, content] of Object.entries(FILES)) {
    yield {
      name,
      content: (async function* () {
        for (let at = 0; at < content.length; at += 1000) yield content.slice(at, at + 1000);
      })(),
    };
  }
}

/** The names and texts of an archive. The reader checks sizes and checksums. */
async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const file = await fromBufferPromise(bytes, { lazyEntries: true });
  const found: Record<string, string> = {};
  for await (const entry of file.eachEntry()) {
    found[entry.fileName] = await text(await file.openReadStreamPromise(entry));
  }
  return found;
}

test.each([
  ['plain', {}],
  ['zip64', { zip64From: 0 }],
  ['zip64 where it is needed', { zip64From: 1000 }],
])('an archive holds its files: %s', async (_, options) => {
  expect(await unzip(await buffer(zip(entries(), options)))).toEqual(FILES);
});
