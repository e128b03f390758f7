import { z } from 'zod';
import type { Snapshot } from '../db/copy.ts';
import { readMigrations } from '../db/migrate.ts';
import { DamagedBackup, parseJson, readArchive } from './archive.ts';

export const MANIFEST = 'manifest.json';
/** Grows with each change of the format that older versions of Piezario cannot read. */
const VERSION = 1;

const Head = z.object({ format: z.literal('piezario-backup'), version: z.int() });
const Manifest = Head.extend({
  /** When it was begun. */
  moment: z.iso.datetime(),
  migrations: z.array(z.object({ version: z.int(), name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      counters: z.record(z.string(), z.int()),
    }),
  ),
});
export type Manifest = z.output<typeof Manifest>;

export const makeManifest = (contents: Pick<Snapshot, 'migrations' | 'tables'>) => ({
  format: 'piezario-backup',
  version: VERSION,
  moment: new Date().toISOString(),
  ...contents,
});

/** Returns the manifest of a backup. Throws when this version of Piezario cannot restore it. */
export async function readManifest(path: string): Promise<Manifest> {
  const content = await readFirst(path);
  const head = Head.safeParse(content);
  if (head.success && head.data.version > VERSION) throw newer(`format ${head.data.version}`, VERSION);
  const manifest = Manifest.safeParse(content);
  if (!manifest.success) throw new Error(`${path} is not a backup of Piezario, or its beginning is damaged.`);
  const known = await readMigrations();
  const { migrations } = manifest.data;
  if (migrations.length > known.length) throw newer(`schema ${migrations.length}`, known.length);
  const other = migrations.find(({ checksum }, index) => known[index]?.checksum !== checksum);
  if (other) throw new Error(`Migration ${other.name} is not the one that this backup was made with.`);
  return manifest.data;
}

const newer = (its: string, ours: number) =>
  new Error(`The backup is of a newer version of Piezario (${its}; this one knows ${ours}). Restore it with that one.`);

async function readFirst(path: string): Promise<unknown> {
  try {
    for await (const { name, bytes } of readArchive(path)) return name === MANIFEST ? parseJson(bytes) : undefined;
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error;
  }
  return undefined;
}
