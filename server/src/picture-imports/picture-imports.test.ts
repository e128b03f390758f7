import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import { MAX_PICTURES } from '@piezario/contract/pictures';
import { describe, expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { removalOf, undo } from '../testing/history.ts';
import { asFile, paint } from '../testing/images.ts';
import { enrol } from '../testing/people.ts';
import {
  applyPictureImport,
  openPictureImport,
  outcomesOf,
  pictureFiles,
  pixels,
  zipFile,
} from '../testing/picture-imports.ts';
import { startServer } from '../testing/server.ts';
import { sweepPictureImports } from './sweep.ts';

const DAY = 24 * 60 * 60_000;

const server = await startServer();
const { db } = server;
const category = await addCategory(db, 'Frenos');
const [discs, pads] = [await addProduct(db, category.id, 'Discos'), await addProduct(db, category.id, 'Pastillas')];
const admin = await enrol(server, 'admin');

/** A brand with parts of these codes. */
async function fillBrand(name: string, ...codes: string[]) {
  const { id } = await addBrand(db, name);
  const parts: number[] = [];
  for (const code of codes) parts.push((await addPart(db, id, discs.id, code)).id);
  return { brand: id, parts, part: parts[0] ?? 0 };
}

/** The pictures of a part, in their order: name, and whether it is a blueprint. */
async function picturesOf(part: number): Promise<string[]> {
  const { pictures } = await admin.call(api.parts.show, { params: { partId: part } });
  return pictures.map(({ name, order, is_blueprint }) => `${order} ${name}${is_blueprint ? ' plano' : ''}`);
}

const addStored = async (part_id: number, name: string, content: Buffer) =>
  admin.call(api.pictures.store, { body: { part_id, attachment: asFile(content, name) } });

test('pictures are added to the parts of their names, in the order of their numbers, and blueprints last', async () => {
  const { brand, part, parts } = await fillBrand('Uno', 'AB-1/C', 'Ñ 5');
  const opened = await openPictureImport(admin, { brand }, [
    ...pictureFiles({
      'ab1c plano.png': await pixels(1),
      'AB-1-C_2.jpg': await pixels(2),
      'AB1C.JPG': await pixels(3),
    }),
    await zipFile({ 'fotos/ñ5 (2).jpg': await pixels(4), 'ñ-5.jpg': await pixels(5), 'otra.jpg': await pixels(6) }),
  ]);
  expect(opened).toMatchObject({ state: 'review', brand: 'Uno', files: 6, found: 5, unknown: 1, parts: 2 });
  expect(await outcomesOf(admin, opened)).toEqual([
    'ab1c plano.png: found Uno AB-1/C 1 plano',
    'AB-1-C_2.jpg: found Uno AB-1/C 2',
    'AB1C.JPG: found Uno AB-1/C 1',
    'fotos/ñ5 (2).jpg: found Uno Ñ 5 2',
    'ñ-5.jpg: found Uno Ñ 5 1',
    'otra.jpg: unknown, Ninguna pieza tiene el código «otra»',
  ]);
  // Nothing is written before it is confirmed.
  expect(await picturesOf(part)).toEqual([]);
  const done = await applyPictureImport(server, admin, opened);
  expect(done).toMatchObject({
    state: 'done',
    status_message: 'Completado: 5 guardadas, 0 que ya estaban, 1 sin guardar',
    total: 5,
    done: 5,
    stored: 5,
  });
  expect(await picturesOf(part)).toEqual(['1 AB1C.JPG', '2 AB-1-C_2.jpg', '3 ab1c plano.png plano']);
  expect(await picturesOf(parts[1] ?? 0)).toEqual(['1 ñ-5.jpg', '2 ñ5 (2).jpg']);
});

describe('nothing is guessed', () => {
  test('a code that is exactly the name wins over a code with a number after it', async () => {
    const { brand } = await fillBrand('Dos', 'ABC', 'ABC-2', 'A-1', 'A-12', 'B-12', 'C-1', 'CPLANO');
    const names = {
      'abc_2.jpg': await pixels(1),
      'A-1 (2).jpg': await pixels(2),
      'a12.jpg': await pixels(3),
      'B-1 (2).jpg': await pixels(4),
      'c-plano.jpg': await pixels(5),
    };
    const opened = await openPictureImport(admin, { brand }, pictureFiles(names));
    expect(await outcomesOf(admin, opened)).toEqual([
      'abc_2.jpg: found Dos ABC-2 1',
      // Has the letters and digits of A-12, and is also picture 2 of A-1.
      'A-1 (2).jpg: ambiguous, ¿Es de «A12», o la foto 2 de «A-1»? Cambiale el nombre',
      'a12.jpg: found Dos A-12 1',
      // B-1 does not exist, and the name is not exactly B-12.
      'B-1 (2).jpg: ambiguous, ¿Es de «B12», o la foto 2 de «B-1»? Cambiale el nombre',
      'c-plano.jpg: ambiguous, ¿Es de «cplano», o el plano de «c»? Cambiale el nombre',
    ]);
  });

  test('a name with two readings, or with parts of two products, is ambiguous, with the reason', async () => {
    const { brand } = await fillBrand('Tres', 'ABC', 'ABC-2', 'X1');
    await addPart(db, brand, pads.id, 'X-1');
    const names = { 'ABC-2-plano.jpg': await pixels(1), 'x1.jpg': await pixels(2), '...jpg': await pixels(3) };
    const opened = await openPictureImport(admin, { brand }, pictureFiles(names));
    expect(opened).toMatchObject({ found: 0, ambiguous: 2, unknown: 1 });
    expect(await outcomesOf(admin, opened)).toEqual([
      'ABC-2-plano.jpg: ambiguous, ¿Es el plano de «ABC-2», o el plano 2 de «ABC»? Cambiale el nombre',
      'x1.jpg: ambiguous, Más de una pieza tiene el código «x1»: abrí otra tanda con el producto elegido',
      '...jpg: unknown, Ninguna pieza tiene el código «..»',
    ]);
    const refused = await admin.send(api.pictureImports.apply, { body: { id: opened.id, mode: 'append' } });
    expect(refused).toMatchObject({ code: 409, message: 'Ninguna foto encontró su pieza' });
  });

  test('the selected product distinguishes parts with the same code', async () => {
    const { brand } = await fillBrand('Cuatro', 'X1');
    const other = await addPart(db, brand, pads.id, 'X-1');
    const files = pictureFiles({ 'x1.jpg': await pixels(1) });
    await applyPictureImport(server, admin, await openPictureImport(admin, { brand, product: pads.id }, files));
    expect(await picturesOf(other.id)).toEqual(['1 x1.jpg']);
  });
});

test('a picture without a part, or with a wrong one, is assigned by hand', async () => {
  const { brand, part, parts } = await fillBrand('Mano', 'M-1', 'M-2');
  const other = parts[1] ?? 0;
  const hidden = await fillBrand('Mano ajena', 'M-3');
  const maker = await enrol(server, 'manufacturer', { part_brand_id: brand });
  const opened = await openPictureImport(maker, { brand }, [
    ...pictureFiles({ 'm1.jpg': await pixels(1), 'DSC_0042.jpg': await pixels(2) }),
    await zipFile({ 'DSC_0043.jpg': await pixels(3), 'nota.txt': Buffer.from('x') }),
  ]);
  const params = { pictureImportId: opened.id };
  const query = { page: 1, size: 50, filters: [], sort: [{ column: 'id', descending: false }] };
  const { data: files } = await maker.call(api.pictureImports.files, { params, query });
  const [found = 0, lost = 0, zipped = 0, refused = 0] = files.map(({ id }) => id);
  const thumbnailOf = async (fileId: number) =>
    (await maker.call(api.pictureImports.thumbnail, { params: { ...params, fileId } })).thumbnailUrl;
  expect(await thumbnailOf(lost)).toMatch(/^data:image\/webp;base64,/);
  expect(await thumbnailOf(zipped)).toBeNull();
  const assign = (file_id: number, part_id = part) =>
    maker.send(api.pictureImports.assign, { body: { id: opened.id, file_id, part_id } });
  expect(await assign(lost, hidden.part)).toMatchObject({ code: 404 });
  expect(await assign(refused)).toMatchObject({ code: 404 });
  expect(await assign(lost)).toMatchObject({ code: 200, result: { found: 2, unknown: 1, parts: 1 } });
  expect(await assign(zipped)).toMatchObject({ code: 200, result: { found: 3, unknown: 0, parts: 1 } });
  expect((await outcomesOf(maker, opened)).slice(0, 3)).toEqual([
    'm1.jpg: found Mano M-1 1',
    'DSC_0042.jpg: found Mano M-1 2',
    'DSC_0043.jpg: found Mano M-1 3',
  ]);
  expect(await assign(found, other)).toMatchObject({ code: 200, result: { found: 3, parts: 2 } });
  await applyPictureImport(server, maker, opened);
  expect(await picturesOf(part)).toEqual(['1 DSC_0042.jpg', '2 DSC_0043.jpg']);
  expect(await picturesOf(other)).toEqual(['1 m1.jpg']);
  // A stored file cannot be assigned again.
  expect(await assign(lost)).toMatchObject({ code: 404 });
});

test('a folder of a zip with the name of a brand selects the brand, if it is in scope', async () => {
  const [own, hidden] = [await fillBrand('Órbita', 'Z1'), await fillBrand('Ajena', 'Z1')];
  const { brand } = await fillBrand('Cinco', 'Z1');
  const maker = await enrol(server, 'manufacturer', { part_brand_id: own.brand }, { part_brand_id: brand });
  const opened = await openPictureImport(maker, { brand }, [
    await zipFile({
      'ORBITA/frente/z1.jpg': await pixels(1),
      'Ajena/z1_2.jpg': await pixels(2),
      'z1_3.jpg': await pixels(3),
    }),
  ]);
  expect(await outcomesOf(maker, opened)).toEqual([
    'ORBITA/frente/z1.jpg: found Órbita Z1 1',
    'Ajena/z1_2.jpg: found Cinco Z1 2',
    'z1_3.jpg: found Cinco Z1 3',
  ]);
  await applyPictureImport(server, maker, opened);
  expect(await picturesOf(own.part)).toEqual(['1 z1.jpg']);
  expect(await picturesOf(hidden.part)).toEqual([]);
});

describe('a picture that a part has already', () => {
  test('is not added again, whatever its name and format', async () => {
    const { brand, part } = await fillBrand('Seis', 'R1');
    await addStored(part, 'vieja.jpg', await paint(30, 20).png().toBuffer());
    const same = await paint(30, 20).png({ compressionLevel: 0 }).toBuffer();
    const opened = await openPictureImport(
      admin,
      { brand },
      pictureFiles({ 'r1.png': same, 'r1_2.jpg': await pixels(9), 'r1_3.jpg': await pixels(9) }),
    );
    const done = await applyPictureImport(server, admin, opened);
    expect(done).toMatchObject({ stored: 1, repeated: 2 });
    expect(await outcomesOf(admin, opened)).toEqual([
      'r1.png: repeated Seis R1 1, La pieza ya tenía esta foto',
      'r1_2.jpg: stored Seis R1 2',
      'r1_3.jpg: repeated Seis R1 3, La pieza ya tenía esta foto',
    ]);
    expect(await picturesOf(part)).toEqual(['1 vieja.jpg', '2 r1_2.jpg']);
  });

  test('keeps its row when pictures are replaced, and takes its new place', async () => {
    const { brand, part } = await fillBrand('Siete', 'R1');
    const [gone, kept] = [
      await addStored(part, 'a.jpg', await pixels(1)),
      await addStored(part, 'b.jpg', await pixels(2)),
    ];
    const files = pictureFiles({ 'r1.jpg': await pixels(3), 'r1_plano.jpg': await pixels(2) });
    const opened = await openPictureImport(admin, { brand }, files);
    expect(opened.replaced).toBe(2);
    const done = await applyPictureImport(server, admin, opened, 'replace');
    expect(done).toMatchObject({ stored: 1, repeated: 1 });
    expect(await picturesOf(part)).toEqual(['1 r1.jpg', '2 b.jpg plano']);
    const { pictures } = await admin.call(api.parts.show, { params: { partId: part } });
    expect(pictures[1]?.id).toBe(kept.id);
    await admin.call(api.history.restore, {
      body: { part_id: part, ...(await removalOf(server.db, 'picture', gone.id)) },
    });
    expect(await picturesOf(part)).toContain('1 a.jpg');
  });
});

test.each(['append', 'replace'] as const)('an import that was applied with %s is undone as a whole', async (mode) => {
  const { brand, parts, part } = await fillBrand(`Deshacer ${mode}`, 'U1', 'U2');
  for (const n of [1, 2, 3]) await addStored(part, `${n}.jpg`, await pixels(n));
  const before = await picturesOf(part);
  const files = pictureFiles({ 'u1.jpg': await pixels(3), 'u1_2.jpg': await pixels(4), 'u2.jpg': await pixels(5) });
  const done = await applyPictureImport(server, admin, await openPictureImport(admin, { brand }, files), mode);
  expect(await picturesOf(part)).toHaveLength(mode === 'append' ? 4 : 2);
  const { data } = await admin.call(api.activity.list, {
    query: { page: 1, size: 1, filters: [], sort: [{ column: 'at', descending: true }] },
  });
  expect(data[0]).toMatchObject({ id: done.operation_id, kind: 'pictures' });
  expect(await undo(server, admin, done.operation_id ?? 0)).toMatchObject({ undone: 2, kept: 0, impossible: 0 });
  expect(await picturesOf(part)).toEqual(before);
  expect(await picturesOf(parts[1] ?? 0)).toEqual([]);
});

describe('a file that is not stored has a reason', () => {
  test('above the limit of a part, and the other files are stored', async () => {
    const { brand, part } = await fillBrand('Ocho', 'L1');
    await addStored(part, 'vieja.jpg', await pixels(99));
    const contents: Record<string, Buffer> = {};
    for (let n = 1; n <= MAX_PICTURES; n++) contents[`l1_${n}.jpg`] = await pixels(n);
    contents['otra/L1 (30).jpg'] = await pixels(98);
    const opened = await openPictureImport(admin, { brand }, [await zipFile(contents)]);
    expect(opened.beyond).toEqual({ append: 2, replace: 1 });
    const done = await applyPictureImport(server, admin, opened);
    expect(done).toMatchObject({ found: 0, stored: MAX_PICTURES - 1, refused: 2 });
    const outcomes = await outcomesOf(admin, opened);
    expect(outcomes.filter((outcome) => outcome.includes('refused'))).toEqual([
      'l1_30.jpg: refused Ocho L1 30, Una pieza puede tener hasta 30 fotos',
      'otra/L1 (30).jpg: refused Ocho L1 30, Una pieza puede tener hasta 30 fotos',
    ]);
    expect(await picturesOf(part)).toHaveLength(MAX_PICTURES);
  });

  test('when it is no image, and a part without a new picture keeps its pictures', async () => {
    const { brand, part } = await fillBrand('Nueve', 'M1');
    await addStored(part, 'vieja.jpg', await pixels(1));
    const opened = await openPictureImport(admin, { brand }, pictureFiles({ 'm1.jpg': Buffer.from('nada') }));
    expect(await applyPictureImport(server, admin, opened, 'replace')).toMatchObject({ stored: 0, refused: 1 });
    expect(await outcomesOf(admin, opened)).toEqual(['m1.jpg: refused Nueve M1 1, El archivo no es una imagen']);
    expect(await picturesOf(part)).toEqual(['1 vieja.jpg']);
  });

  test('when its part was removed or the grant was withdrawn since', async () => {
    const { brand, parts } = await fillBrand('Diez', 'G1', 'G2');
    const maker = await enrol(server, 'manufacturer', { part_brand_id: brand });
    const files = pictureFiles({ 'g1.jpg': await pixels(1), 'g2.jpg': await pixels(2) });
    const opened = await openPictureImport(maker, { brand }, files);
    const done = await applyPictureImport(server, maker, opened, 'append', async () => {
      await admin.call(api.parts.remove, { body: { id: parts[0] ?? 0 } });
      await db.deleteFrom('grants').where('user_id', '=', maker.id).execute();
      await db
        .insertInto('grants')
        .values({ user_id: maker.id, part_brand_id: brand, part_product_id: pads.id })
        .execute();
    });
    expect(done).toMatchObject({ stored: 0, refused: 2 });
    // The owner does not see files of parts that are out of scope by now.
    expect(await outcomesOf(maker, opened)).toEqual([]);
    const gone = 'La pieza ya no existe o está fuera de tu alcance';
    expect(await outcomesOf(admin, opened)).toEqual([
      `g1.jpg: refused Diez G1 1, ${gone}`,
      `g2.jpg: refused Diez G2 1, ${gone}`,
    ]);
  });
});

test('two manufacturers do not see the imports of each other, nor parts of the other by their codes', async () => {
  const [one, other] = [await fillBrand('Once', 'T1'), await fillBrand('Doce', 'T1', 'T2')];
  const maker = await enrol(server, 'manufacturer', { part_brand_id: one.brand });
  const stranger = await enrol(server, 'manufacturer', { part_brand_id: other.brand });
  const opened = await openPictureImport(maker, one, pictureFiles({ 't1.jpg': await pixels(1) }));
  const { id } = opened;
  const attachment = asFile(await pixels(1), 't2.jpg');
  for (const refused of [
    await stranger.send(api.pictureImports.show, { params: { pictureImportId: id } }),
    await stranger.send(api.pictureImports.addFile, { body: { id, attachment } }),
    await stranger.send(api.pictureImports.apply, { body: { id, mode: 'append' } }),
    await stranger.send(api.pictureImports.cancel, { body: { id } }),
    await stranger.send(api.pictureImports.store, { body: { part_brand_id: one.brand, part_product_id: 'all' } }),
  ])
    expect(refused.code).toBe(404);
  const unfinishedOf = async (client: typeof maker) =>
    (await client.call(api.pictureImports.unfinished, {})).map((one) => one.id);
  expect([await unfinishedOf(maker), await unfinishedOf(stranger)]).toEqual([[id], []]);
  // A file that an admin adds is matched in the owner's scope.
  const zip = await zipFile({ 'Doce/t2.jpg': await pixels(2) });
  await admin.call(api.pictureImports.addFile, { body: { id, attachment: zip } });
  expect(await outcomesOf(maker, opened)).toEqual([
    't1.jpg: found Once T1 1',
    'Doce/t2.jpg: unknown, Ninguna pieza tiene el código «t2»',
  ]);
});

test('pictures of parts are not counted once the parts are out of scope', async () => {
  const [{ brand, part }, other] = [await fillBrand('Diecisiete', 'W1'), await fillBrand('Dieciocho')];
  await addStored(part, 'vieja.jpg', await pixels(9));
  const maker = await enrol(server, 'manufacturer', { part_brand_id: brand });
  const opened = await openPictureImport(maker, { brand }, pictureFiles({ 'w1.jpg': await pixels(1) }));
  expect(opened.replaced).toBe(1);
  await db.updateTable('parts').set({ part_brand_id: other.brand }).where('id', '=', part).execute();
  const params = { pictureImportId: opened.id };
  expect(await maker.call(api.pictureImports.show, { params })).toMatchObject({ replaced: 0 });
  expect(await maker.call(api.pictureImports.unfinished, {})).toMatchObject([{ replaced: 0 }]);
  expect(await admin.call(api.pictureImports.show, { params })).toMatchObject({ replaced: 1 });
});

test('a person may have up to ten unfinished imports', async () => {
  const { brand } = await fillBrand('Diecinueve');
  const maker = await enrol(server, 'manufacturer', { part_brand_id: brand });
  for (let n = 1; n <= 10; n++) await openPictureImport(maker, { brand }, []);
  const open = () => maker.send(api.pictureImports.store, { body: { part_brand_id: brand, part_product_id: 'all' } });
  const message = 'Tenés 10 tandas de fotos sin terminar: guardá o descartá alguna antes de abrir otra';
  expect(await open()).toMatchObject({ code: 409, message });
  // All of them are listed.
  const [first, ...others] = await maker.call(api.pictureImports.unfinished, {});
  expect(others).toHaveLength(9);
  await maker.call(api.pictureImports.cancel, { body: { id: first?.id ?? 0 } });
  expect(await open()).toMatchObject({ code: 200 });
});

test('the same file sent twice, as after a lost connection, is listed once', async () => {
  const { brand } = await fillBrand('Trece', 'D1');
  const file = pictureFiles({ 'd1.jpg': await pixels(1) });
  expect(await openPictureImport(admin, { brand }, [...file, ...file])).toMatchObject({ files: 1 });
});

test('a waiting import that is cancelled takes no more files and cannot be applied', async () => {
  const { brand, part } = await fillBrand('Catorce', 'E1');
  const file = pictureFiles({ 'e1.jpg': await pixels(1) });
  const { id } = await openPictureImport(admin, { brand }, file);
  const cancelled = await admin.call(api.pictureImports.cancel, { body: { id } });
  expect(cancelled).toMatchObject({ state: 'cancelled', status_message: 'Cancelado: no cambió nada' });
  const [attachment = asFile(await pixels(1))] = file;
  for (const refused of [
    await admin.send(api.pictureImports.addFile, { body: { id, attachment } }),
    await admin.send(api.pictureImports.apply, { body: { id, mode: 'append' } }),
    await admin.send(api.pictureImports.cancel, { body: { id } }),
  ])
    expect(refused.code).toBe(409);
  expect(await picturesOf(part)).toEqual([]);
});

test('an import that is applied twice, as after a lost answer, is stored once', async () => {
  const { brand, part } = await fillBrand('Dieciséis', 'V1');
  const opened = await openPictureImport(admin, { brand }, pictureFiles({ 'v1.jpg': await pixels(1) }));
  const body = { id: opened.id, mode: 'append' } as const;
  await applyPictureImport(server, admin, opened, 'append', () => admin.call(api.pictureImports.apply, { body }));
  expect(await admin.call(api.pictureImports.apply, { body })).toMatchObject({ state: 'done', stored: 1 });
  const other = await admin.send(api.pictureImports.apply, { body: { ...body, mode: 'replace' } });
  expect(other).toMatchObject({ code: 409, message: 'Esta tanda ya se guardó o se descartó: abrí otra' });
  expect(await picturesOf(part)).toEqual(['1 v1.jpg']);
});

test('unused uploads are deleted, and an import that is not applied in a week is cancelled', async () => {
  const { brand } = await fillBrand('Quince', 'S1');
  const [file = asFile(await pixels(1))] = pictureFiles({ 's1.jpg': await pixels(1) });
  const uploads = () => readdir(join(server.dataDir, 'files', 'uploads'));
  const age = async () => {
    const yesterday = new Date(Date.now() - DAY);
    for (const name of await uploads())
      await utimes(join(server.dataDir, 'files', 'uploads', name), yesterday, yesterday);
  };
  await age();
  await sweepPictureImports(db, server.files);
  const others = await uploads();
  const { id } = await openPictureImport(admin, { brand }, [file]);
  await server.files.put('uploads/left.image', Buffer.from('x'));
  await age();
  await server.files.put('uploads/new.image', Buffer.from('x'));
  await sweepPictureImports(db, server.files);
  const [own = ''] = (await uploads()).filter((name) => !others.includes(name) && name !== 'new.image');
  expect((await uploads()).sort()).toEqual([...others, own, 'new.image'].sort());

  await db
    .updateTable('jobs')
    .set({ finished_at: new Date(Date.now() - 8 * DAY) })
    .where('id', '=', id)
    .execute();
  await sweepPictureImports(db, server.files);
  expect(await admin.call(api.pictureImports.show, { params: { pictureImportId: id } })).toMatchObject({
    state: 'cancelled',
    status_message: 'Cancelado: nadie la confirmó a tiempo',
  });
  expect(await uploads()).not.toContain(own);

  // The list of its files stays as long as an import can be undone.
  expect(await outcomesOf(admin, { id })).toHaveLength(1);
  await db
    .updateTable('jobs')
    .set({ finished_at: new Date(Date.now() - 31 * DAY) })
    .where('id', '=', id)
    .execute();
  await sweepPictureImports(db, server.files);
  expect(await outcomesOf(admin, { id })).toEqual([]);
});
