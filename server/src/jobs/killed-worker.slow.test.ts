import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { finished, makeWorkbook, upload } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { startServer } from '../testing/server.ts';
import { furnish, killWorker, lockPart, onLinux, rows } from '../testing/workers.ts';

onLinux('a worker that is killed is followed by another, which continues after the last saved group', async () => {
  const GROUP = 100;
  const server = await furnish(await startServer({ jobLimits: { groupRows: GROUP } }));
  const { maker } = server;
  startJobs(server);
  const [second, third] = [await lockPart(server, `K${GROUP}`), await lockPart(server, `K${2 * GROUP}`)];
  const { udid } = await upload(maker, await makeWorkbook({ Piezas: rows('K', 4 * GROUP) }));
  const hasSaved = (count: number) => async () => {
    const { rows_done } = await maker.call(api.importer.show, { params: { udid } });
    return rows_done === count;
  };
  const atStart = await killWorker([]);
  const inSecond = await killWorker(atStart, hasSaved(GROUP));
  await second.unlock();
  await killWorker(inSecond, hasSaved(2 * GROUP));
  await third.unlock();
  expect(await finished(maker, { udid })).toMatchObject({
    ...{ state: 'done', rows_created: 4 * GROUP - 2, rows_updated: 2, errors_count: 0 },
  });
  const parts = await server.db.selectFrom('parts').select('id').execute();
  expect(parts).toHaveLength(4 * GROUP);
});
