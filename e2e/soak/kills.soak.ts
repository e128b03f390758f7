import { test } from 'vitest';
import {
  killDatabaseUnderLoad,
  killServerWhileImporting,
  killServerWhilePicturesArrive,
  killServerWhileWriting,
  shareImports,
} from '../support/crashes.ts';

/** How many times: `KILLS=50 npm run soak -- kills`. */
const KILLS = Number(process.env.KILLS ?? 20);

test(`kill -9 ${KILLS} times while writing loses no write that was acknowledged`, () => killServerWhileWriting(KILLS));

test(`kill -9 of the database under load, ${KILLS} times`, () => killDatabaseUnderLoad(KILLS));

test(`kill -9 ${KILLS} times while pictures arrive`, () => killServerWhilePicturesArrive(KILLS));

test(`kill -9 ${KILLS} times while a large file is imported`, () => killServerWhileImporting(KILLS, 50_000));

test('two servers share five large files', () => shareImports(50_000));
