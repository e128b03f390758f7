import { resolve } from 'node:path';
import { createBackup } from './backup/backup.ts';
import { runCommand, say } from './command.ts';
import { readConfig } from './config.ts';
import { reachEmbedded } from './db/embedded/embedded.ts';
import { locateDatabase } from './db/open.ts';
import { openFiles } from './files/open.ts';

/** `npm run backup -- <file>`: writes the whole installation to one file, also while its server runs. */
async function backUp(file: string | undefined) {
  if (!file) throw new Error('Usage: npm run backup -- <file>');
  // A partial file is removed when the process exits, but not when a signal ends it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const path = resolve(file);
  const config = readConfig(process.env);
  const { connection, close } = await locateDatabase({ ...config, log: () => {} }, reachEmbedded);
  try {
    say(`Writing ${path}…`);
    await createBackup({ connection, files: await openFiles(config) }, path, say);
    say('The backup is complete.');
  } finally {
    await close();
  }
}

runCommand(() => backUp(process.argv[2]));
