import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { startEmbedded } from '../../server/dist/db/embedded/embedded.js';
import { loadReference } from '../../server/dist/reference/reference.js';
import { fill, type Richness } from './data.ts';
import type { Size } from './options.ts';
import { openApp } from './servers.ts';

export type Catalogue = { readonly connection: pg.ClientConfig; readonly dataDir: string; readonly size: Size };

type Options = {
  readonly size: Size;
  /** Folder that keeps the catalog for another run. */
  readonly dir: string | undefined;
  readonly richness?: Richness;
  readonly say: (line: string) => void;
};

/** Runs `use` with a catalog of this size. */
export async function withCatalogue<T>(
  { size, dir, richness, say }: Options,
  use: (catalogue: Catalogue) => Promise<T>,
): Promise<T> {
  const dataDir = dir ? join(dir, size.name) : await mkdtemp(join(tmpdir(), 'piezario-bench-'));
  await mkdir(dataDir, { recursive: true });
  const { connection, stop } = await startEmbedded({ dataDir, log: () => {} });
  try {
    const { app, db } = await openApp({ connection, dataDir });
    await loadReference(db, () => {}).finally(() => app.close());
    await fill(connection, size.parts, say, richness);
    return await use({ connection, dataDir, size });
  } finally {
    await stop();
    if (!dir) await rm(dataDir, { recursive: true, force: true });
  }
}
