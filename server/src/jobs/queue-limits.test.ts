import { api } from '@piezario/contract/api';
import { MAX_PICTURE_IMPORT_BYTES } from '@piezario/contract/picture-imports';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addImport, addPart, addPictureImport, addProduct } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { photo } from '../testing/images.ts';
import { makeWorkbook, upload } from '../testing/imports.ts';
import { openSession } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { MAX_QUEUED } from './job.ts';

/* Limits of the waiting jobs of one person. No job runs here. */

const MAX_WAITING_PARTS = 25;
const server = await startServer({ maxWaitingParts: MAX_WAITING_PARTS });
const { db } = server;
const brand = await addBrand(db);
const product = await addProduct(db, (await addCategory(db)).id);
const part = await addPart(db, brand.id, product.id);
const MB = 1024 * 1024;

async function addPerson() {
  const { id } = await server.addUser('admin');
  return { id, client: await openSession(server, id) };
}

const change = (client: Client, observation: string) =>
  client.send(api.bulk.store, { body: { ids: [part.id], action: { do: 'replace_observation', observation } } });

test('a person has up to 20 jobs of any kind in the queue', async () => {
  const [{ client }, { client: other }] = [await addPerson(), await addPerson()];
  const queued: number[] = [];
  for (let job = 0; job < MAX_QUEUED; job++) queued.push((await change(client, `Texto ${job}`)).result.id);
  const refusal = { code: 409, message: 'Tenés 20 trabajos en cola: esperá a que empiece alguno, o cancelalo' };
  expect(await change(client, 'Otro')).toMatchObject(refusal);
  const file = await makeWorkbook({ Piezas: [[brand.name, '', product.name, 'N1']] });
  expect(await client.send(api.importer.store, { body: { attachment: file } })).toMatchObject(refusal);
  for await (const { key } of server.files.list('imports/')) expect.fail(`${key} was kept`);
  // The same action again is refused as a duplicate.
  expect(await change(client, 'Texto 0')).toMatchObject({ code: 409, message: 'Ya está en marcha' });
  expect(await change(other, 'Otro')).toMatchObject({ code: 200 });
  await client.call(api.bulk.cancel, { body: { id: queued[0] ?? 0 } });
  expect(await change(client, 'Otro')).toMatchObject({ code: 200 });
});

test('waiting bulk actions of a person share a limit of parts, which a single action may exceed', async () => {
  const { client } = await addPerson();
  const { rows } = await sql<{ id: number }>`
    insert into parts (part_brand_id, part_product_id, code)
    select ${brand.id}, ${product.id}, 'M' || n from generate_series(0, ${MAX_WAITING_PARTS}::int) n returning id`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const { id } = await client.call(api.bulk.store, { body: { ids, action: { do: 'enable', enabled: 0 } } });
  expect(await change(client, 'Una más')).toMatchObject({
    ...{ code: 409, message: 'Tus cambios en cola pueden sumar hasta 25 piezas: esperá a que termine alguno' },
  });
  await client.call(api.bulk.cancel, { body: { id } });
  expect(await change(client, 'Una más')).toMatchObject({ code: 200 });
});

test('waiting spreadsheets of a person have up to 500 MB in all', async () => {
  const { id: user_id, client } = await addPerson();
  const { id } = await addImport(db, user_id);
  await db
    .updateTable('imports')
    .set({ bytes: 500 * MB - 100 })
    .where('id', '=', id)
    .execute();
  const file = await makeWorkbook({ Piezas: [[brand.name, '', product.name, 'N2']] });
  expect(await client.send(api.importer.store, { body: { attachment: file } })).toMatchObject({
    code: 409,
    message: 'Tus planillas sin terminar pueden pesar hasta 500 MB: esperá, o descartá una revisión',
  });
  await db.updateTable('jobs').set({ state: 'done', finished_at: new Date() }).where('id', '=', id).execute();
  expect(await upload(client, file)).toMatchObject({ state: 'queued' });
});

test('waiting pictures of a person have up to 4 GB in all', async () => {
  const { id: user_id, client } = await addPerson();
  const { pictureImport: full } = await addPictureImport(db, user_id, part.id);
  const { pictureImport: id } = await addPictureImport(db, user_id, part.id);
  const bytes = MAX_PICTURE_IMPORT_BYTES - 1;
  await sql`insert into picture_import_uploads (picture_import_id, name, bytes, sha256, file_key)
    select ${full}::int, n::text, ${bytes}::int, n::text, 'uploads/' || n from generate_series(1, 2) n`.execute(db);
  const attachment = await photo(600, 400, `${part.code}.jpg`);
  expect(await client.send(api.pictureImports.addFile, { body: { id, attachment } })).toMatchObject({
    code: 409,
    message: 'Tus fotos sin guardar pueden pesar hasta 4 GB: guardá o descartá alguna tanda',
  });
});
