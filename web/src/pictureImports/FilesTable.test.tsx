import type { PictureImport, PictureImportFile } from '@piezario/contract/picture-imports';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pageOf } from '../testing/catalog.ts';
import { openApp } from '../testing/openApp.tsx';
import { deferred } from '../testing/page.ts';
import { dropFile, holdUploads } from '../testing/uploads.ts';

const fileOf = (id: number, name: string): PictureImportFile => ({
  id,
  name,
  brand: 'Marca',
  product: '',
  code: '',
  part_id: null,
  is_blueprint: 0,
  rank: 1,
  outcome: 'unknown',
  reason: 'Ninguna pieza tiene ese código',
});

const JOB: PictureImport = {
  id: 5,
  operation_id: null,
  user: 'Paula Prueba',
  created_at: '2026-11-19T12:00:00.000Z',
  finished_at: null,
  state: 'review',
  status_message: '',
  total: null,
  done: 0,
  brand: 'Marca',
  product: '',
  mode: 'append',
  files: 1,
  found: 0,
  unknown: 1,
  ambiguous: 0,
  refused: 0,
  stored: 0,
  repeated: 0,
  parts: 0,
  replaced: 0,
  beyond: { append: 0, replace: 0 },
};

test('a file stored while the first list of files loads is shown', async () => {
  const first = deferred();
  const uploads = holdUploads();
  const stored = [fileOf(1, 'antes.jpg')];
  const jobNow = () => ({ ...JOB, files: stored.length, unknown: stored.length });
  openApp('/parts/pictures/5', {
    fakes: {
      pictureImports: {
        show: jobNow,
        files: async ({ query }) => {
          const now = [...stored];
          if (now.length === 1) await first.promise;
          return pageOf(now, query);
        },
        thumbnail: () => ({ thumbnailUrl: null }),
      },
    },
  });
  await dropFile('despues.jpg', 'Soltá las fotos para agregarlas');
  await expect.poll(() => uploads.length).toBe(1);
  stored.push(fileOf(2, 'despues.jpg'));
  uploads[0]?.end(jobNow());
  await expect.element(page.getByText('Con problemas (2)')).toBeVisible();
  first.resolve();
  await expect.element(page.getByText('despues.jpg')).toBeVisible();
});
