import { existsSync } from 'node:fs';
import { createBackup } from '../backup/backup.ts';
import { checkBackup, restoreBackup } from '../backup/restore.ts';
import { openFiles } from '../files/open.ts';
import { type Connection, direct } from './database.ts';

type Installation = { readonly connection: Connection; readonly dataDir: string };

const reach = async ({ connection, dataDir }: Installation) => ({
  connection: direct(connection),
  files: await openFiles({ dataDir, s3: null }),
});

const quietly = () => {};

export const writeBackup = async (installation: Installation, path: string) =>
  createBackup(await reach(installation), path, quietly);

/** Restores a backup into an empty database and returns true, or false when there is no such file. */
export async function readBackup(installation: Installation, path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  await restoreBackup(await checkBackup(path, quietly), await reach(installation), quietly);
  return true;
}
