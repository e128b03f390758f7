import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import { keysUnder } from '../testing/files.ts';
import { photo } from '../testing/images.ts';
import { enrol } from '../testing/people.ts';
import { startS3 } from '../testing/s3.ts';
import { startServer } from '../testing/server.ts';
import { IS_SLOW } from '../testing/soak.ts';
import { sweepPictures } from './sweep.ts';

const HOUR = 60 * 60_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);
const store = IS_SLOW ? await startS3() : null;

describe.each([['on disk', null] as const, ...(store ? [['in an S3 store', store.settings] as const] : [])])(
  'the sweep of files %s',
  async (_, s3) => {
    const server = await startServer({ s3 });
    const { db, files } = server;
    const admin = await enrol(server, 'admin');
    const brand = await addBrand(db);
    const product = await addProduct(db, (await addCategory(db)).id);
    const upload = async () => {
      const { id: part_id } = await addPart(db, brand.id, product.id);
      const { id: picture_id } = await admin.call(api.pictures.store, {
        body: { part_id, attachment: await photo(9, 9) },
      });
      return { part_id, picture_id };
    };
    const named = async () => {
      const { rows } = await sql<{ key: string }>`
      select image_key as key from part_pictures union select thumbnail_key from part_pictures
      union select key from released_files
      union select image_key from vehicle_images order by key`.execute(db);
      return rows.map(({ key }) => key).sort();
    };

    test('keeps files of parts, removed pictures and vehicles, and new files that have no row yet', async () => {
      const [, removed] = [await upload(), await upload()];
      const removal = await admin.call(api.pictures.remove, { body: removed });
      const attachment = await photo(9, 9);
      const { id: vehicle_id } = await addVehicle(db);
      await admin.call(api.vehicles.storeImage, { body: { vehicle_id, attachment } });
      await files.put('media/aa/on-its-way.jpg', Buffer.from('x'));
      await files.put('otros/aa/de-otros.jpg', Buffer.from('x'));
      const before = await keysUnder(files, 'media/');
      expect(before).toEqual([...(await named()), 'media/aa/on-its-way.jpg'].sort());

      await sweepPictures(db, files, inHours(23));
      expect(await keysUnder(files, 'media/')).toEqual(before);
      await sweepPictures(db, files, inHours(25));
      expect(await keysUnder(files, 'media/')).toEqual(await named());
      expect(await keysUnder(files, 'otros/')).toEqual(['otros/aa/de-otros.jpg']);
      const body = { part_id: removed.part_id, ...removal };
      expect(await admin.send(api.history.restore, { body })).toMatchObject({ code: 200 });
    });

    test('keeps files for 30 days after their last row is deleted, however old they are', async () => {
      const [ofPart, ofVehicle] = [await upload(), await addVehicle(db)];
      const replaced = { vehicle_id: ofVehicle.id, attachment: await photo(9, 9) };
      const removed = { vehicle_id: (await addVehicle(db)).id, attachment: await photo(9, 9) };
      for (const body of [replaced, removed]) await admin.call(api.vehicles.storeImage, { body });
      const before = await keysUnder(files, 'media/');
      await admin.call(api.parts.remove, { body: { id: ofPart.part_id } });
      await admin.call(api.vehicles.storeImage, { body: { ...replaced, attachment: await photo(9, 9) } });
      await admin.call(api.vehicles.removeImage, { body: { vehicle_id: removed.vehicle_id } });
      await sql`update released_files set released_at = now() + interval '30 hours'`.execute(db);

      await sweepPictures(db, files, inHours(30 * 24 + 29));
      expect(await keysUnder(files, 'media/')).toEqual(expect.arrayContaining(before));
      await sweepPictures(db, files, inHours(30 * 24 + 31));
      expect(await keysUnder(files, 'media/')).toEqual(await named());
      expect(await db.selectFrom('released_files').selectAll().execute()).toEqual([]);
    });

    test('deletes removed, replaced and orphaned files after 30 days, also with concurrent sweeps', async () => {
      const [, removed, ofRemovedPart] = [await upload(), await upload(), await upload()];
      const { id: vehicle_id } = await addVehicle(db);
      for (let turn = 0; turn < 2; turn++) {
        await admin.call(api.vehicles.storeImage, { body: { vehicle_id, attachment: await photo(9, 9) } });
      }
      await admin.call(api.pictures.remove, { body: removed });
      await admin.call(api.parts.remove, { body: { id: ofRemovedPart.part_id } });
      for (let orphan = 0; orphan < 520; orphan += 20) {
        await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            files.put(`media/zz/huerfana-${orphan + index}.jpg`, Buffer.from('x')),
          ),
        );
      }
      // The store of the tests may fail when two sweeps remove the same file; the next sweep does the rest.
      await Promise.allSettled([1, 2, 3].map(() => sweepPictures(db, files, inHours(30 * 24 + 1))));
      await sweepPictures(db, files, inHours(30 * 24 + 1));
      const left = await named();
      expect(await keysUnder(files, 'media/')).toEqual(left);
      expect(left.length).toBeGreaterThan(0);
      const { pictures } = await admin.call(api.parts.show, { params: { partId: removed.part_id } });
      expect(pictures).toEqual([]);
    });
  },
);
