import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import { expect, test, vi } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { openPictureImport, pictureFiles, pixels, zipFile } from '../testing/picture-imports.ts';
import { startS3 } from '../testing/s3.ts';
import { startServer } from '../testing/server.ts';

test('a worker reads uploads from S3, stores the pictures there and leaves no temporary files', async () => {
  const { settings } = await startS3();
  const elsewhere = await startServer({ s3: settings });
  const { id: brand } = await addBrand(elsewhere.db);
  const product = await addProduct(elsewhere.db, (await addCategory(elsewhere.db)).id);
  const part = await addPart(elsewhere.db, brand, product.id, 'S3');
  const client = await enrol(elsewhere, 'admin');
  const { id } = await openPictureImport(client, { brand }, [
    await zipFile({ 's3.jpg': await pixels(1) }),
    ...pictureFiles({ 's3_2.jpg': await pixels(2) }),
  ]);
  await client.call(api.pictureImports.apply, { body: { id, mode: 'append' } });
  startJobs(elsewhere);
  await vi.waitFor(
    async () =>
      expect(await client.call(api.pictureImports.show, { params: { pictureImportId: id } })).toMatchObject({
        state: 'done',
        stored: 2,
      }),
    100_000,
  );
  const { pictures } = await client.call(api.parts.show, { params: { partId: part.id } });
  for (const { imageUrl } of pictures) expect((await client.fetch('GET', imageUrl)).status).toBe(200);
  await vi.waitFor(async () => expect(await readdir(join(elsewhere.dataDir, 'jobs'))).toEqual([]), 200_000);
});
