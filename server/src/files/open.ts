import type { Config } from '../config.ts';
import { openDisk } from './disk.ts';
import type { Files } from './files.ts';
import { openS3 } from './s3.ts';

/** The store that the settings name, or else a folder of the data directory. */
export const openFiles = async ({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<Files> =>
  s3 ? openS3(s3) : openDisk(dataDir);
