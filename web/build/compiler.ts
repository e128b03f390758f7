import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PluginItem } from '@babel/core';
import type { Plugin } from 'vite';

type Compiled = { readonly code: string; readonly map: string | null };

/** Compiled modules of earlier builds and test runs. `npm ci` empties it. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/react-compiler');
const PLUGINS = [['babel-plugin-react-compiler', { panicThreshold: 'critical_errors' }]] satisfies PluginItem[];
const require = createRequire(import.meta.url);
const VERSIONS = ['@babel/core', 'babel-plugin-react-compiler'].map(
  (name) => `${name} ${(require(`${name}/package.json`) as { version: string }).version}`,
);

/** What the result depends on beside the source. In development the compiler adds code for hot reloads. */
const SETTINGS = [...VERSIONS, JSON.stringify(PLUGINS), String(process.env.NODE_ENV === 'development')];

/**
 * Runs the React Compiler, which memoises components and hooks, over our own sources. Types and JSX stay for Vite to
 * transform. Compiling takes longer than the rest of the build, so each result is kept by a hash of its source.
 */
export function compiler(): Plugin {
  return {
    name: 'react-compiler',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/ },
      async handler(source, id) {
        const key = createHash('sha256')
          .update([...SETTINGS, id, source].join('\n'))
          .digest('hex');
        const path = join(CACHE, `${key}.json`);
        const cached = await readCached(path);
        if (cached) return cached;
        const compiled = await compile(source, id);
        // A folder that cannot be written costs time alone.
        await keep(path, compiled).catch(() => undefined);
        return compiled;
      },
    },
  };
}

async function compile(source: string, filename: string): Promise<Compiled> {
  // Loading Babel takes longer than a run that finds everything compiled.
  const { transformAsync } = await import('@babel/core');
  const compiled = await transformAsync(source, {
    filename,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: PLUGINS,
  });
  return { code: compiled?.code ?? source, map: compiled?.map ? JSON.stringify(compiled.map) : null };
}

async function readCached(path: string): Promise<Compiled | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Compiled;
  } catch {
    return null;
  }
}

/** Writes under another name first, so that a run that is killed or parallel never leaves half a file. */
async function keep(path: string, compiled: Compiled): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(compiled));
  await rename(draft, path);
}
