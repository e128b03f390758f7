import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDisk } from './disk.ts';
import type { Files } from './files.ts';

export const openFiles = ({ dataDir }: Pick<Config, 'dataDir'>): Promise<Files> => openDisk(join(dataDir, 'files'));
