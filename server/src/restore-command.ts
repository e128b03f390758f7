import { resolve } from 'node:path';
import { checkBackup, restoreBackup } from './backup/restore.ts';
import { runCommand, say } from './command.ts';
import { readConfig } from './config.ts';
import { locateDatabase } from './db/open.ts';
import { openFiles } from './files/open.ts';

/** `npm run restore -- <file>`: restores a backup into the empty database and the store of files of the settings. */
async function restore(file: string | undefined) {
  if (!file) throw new Error('Usage: npm run restore -- <file>');
  const config = readConfig(process.env);
  // Before the database and the store are opened, because that creates missing ones.
  const backup = await checkBackup(resolve(file), say);
  const { connection, close } = await locateDatabase({ ...config, log: () => {} });
  try {
    await restoreBackup(backup, { connection, files: await openFiles(config) }, say);
    say('The backup is restored.');
  } finally {
    await close();
  }
}

runCommand(() => restore(process.argv[2]));
