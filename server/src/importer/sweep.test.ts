import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import { expect, test, vi } from 'vitest';
import { addBrand, addCategory, addImport, addProduct } from '../testing/catalogue.ts';
import { finished, importFile, makeWorkbook, reviewFile } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { readWorkbook } from '../testing/written-workbook.ts';
import { sweepImports } from './sweep.ts';

/* How long the files of imports are kept. */

vi.setConfig({ testTimeout: 240_000 });

const DAY = 24 * 60 * 60_000;
const server = await startServer();
const { db } = server;
startJobs(server);
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

test('an import whose file is missing fails with an explanation', async () => {
  const { udid } = await addImport(db, maker.id);
  expect((await finished(maker, { udid })).status_message).toBe(
    'Fallido: el archivo ya no está en el servidor, subilo de nuevo',
  );
});

test('the file of an import is kept for 90 days after its end, and its rows with errors forever', async () => {
  const { id, udid } = await importFile(maker, await makeWorkbook({ Piezas: [['Ñandú', '', 'Nada', 'V1']] }));
  const { file_key } = await db
    .selectFrom('imports')
    .where('udid', '=', udid)
    .select('file_key')
    .executeTakeFirstOrThrow();
  const path = join(server.dataDir, 'files', file_key);
  const yesterday = new Date(Date.now() - DAY);
  await utimes(path, yesterday, yesterday);
  const endedDaysAgo = (days: number) =>
    db
      .updateTable('jobs')
      .set({ finished_at: new Date(Date.now() - days * DAY) })
      .where('id', '=', id)
      .execute();
  for (const [days, isKept] of [
    [89, true],
    [91, false],
  ] as const) {
    await endedDaysAgo(days);
    await sweepImports(db, server.files, 90);
    expect((await server.files.stat(file_key)) !== null).toBe(isKept);
  }
  const errors = await maker.fetch('GET', `/api/backend/importer/files/${udid}/errors.xlsx`);
  expect(JSON.stringify(readWorkbook(Buffer.from(await errors.arrayBuffer())))).toContain('V1');
});

test('files without an import are swept, and those of imports that were taken off the list', async () => {
  await importFile(maker, await makeWorkbook({ Piezas: [['Ñandú', '', 'Nada', 'V2']] }));
  const before = await readdir(join(server.dataDir, 'files', 'imports'));
  const removed = await importFile(maker, await makeWorkbook({ Piezas: [['Ñandú', '', 'Nada', 'V3']] }));
  const [left = ''] = (await readdir(join(server.dataDir, 'files', 'imports'))).filter(
    (name) => !before.includes(name),
  );
  await maker.call(api.importer.remove, { body: { udid: removed.udid } });
  // Puts the file back, as if its removal had failed.
  await server.files.put(`imports/${left}`, Buffer.from('x'));
  for (const name of ['new', 'old']) await server.files.put(`imports/${name}.xlsx`, Buffer.from('x'));
  const yesterday = new Date(Date.now() - DAY);
  for (const name of ['old.xlsx', left, ...before]) {
    await utimes(join(server.dataDir, 'files', 'imports', name), yesterday, yesterday);
  }
  await sweepImports(db, server.files, 90);
  expect((await readdir(join(server.dataDir, 'files', 'imports'))).sort()).toEqual([...before, 'new.xlsx'].sort());
});

test('a review expires after seven days and changes nothing', async () => {
  await addProduct(db, (await addCategory(db)).id, 'Pastillas');
  const file = await reviewFile(maker, await makeWorkbook({ Piezas: [['Ñandú', '', 'Pastillas', 'V1']] }));
  const endedDaysAgo = (days: number) =>
    db
      .updateTable('jobs')
      .set({ finished_at: new Date(Date.now() - days * DAY) })
      .where('id', '=', file.id)
      .execute();
  await endedDaysAgo(6);
  await sweepImports(db, server.files, 1);
  expect(await maker.call(api.importer.show, { params: { udid: file.udid } })).toMatchObject({ state: 'review' });
  await endedDaysAgo(8);
  await sweepImports(db, server.files, 1);
  expect(await maker.call(api.importer.show, { params: { udid: file.udid } })).toMatchObject({
    ...{ state: 'cancelled', status_message: 'Cancelado: venció la revisión y no se aplicó' },
  });
  expect(await db.selectFrom('import_changes').select('id').execute()).toEqual([]);
});
