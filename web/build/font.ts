import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const WHOLE = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const NAME = 'inter-subset.woff2';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
/** Latin 1, which covers Spanish and similar languages, and the other characters of the interface. */
const CHARACTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”•…€→←↑↓−`;
/** Features that browsers apply by default, and those that the style sheets turn on (tnum, cv05, ss03). */
const FEATURES = ['kern', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'cv05', 'ss03'];

/** Makes `inter-subset.woff2` from the complete Inter font. */
export function font(): Plugin {
  const folder = join(import.meta.dirname, '..', 'node_modules', '.vite');
  return {
    name: 'font',
    async config() {
      const subset = await subsetFont(await readFile(WHOLE), CHARACTERS, {
        targetFormat: 'woff2',
        variationAxes: { wght: { min: 400, max: 700 } },
        keepFeatures: FEATURES,
      });
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, NAME), subset);
      return { resolve: { alias: { [NAME]: join(folder, NAME) } } };
    },
  };
}
