import { api } from '@piezario/contract/api';
import { MAX_PICTURE_IMPORT_FILES } from '@piezario/contract/picture-imports';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { keysUnder } from '../testing/files.ts';
import { enrol } from '../testing/people.ts';
import { applyPictureImport, openPictureImport, outcomesOf, pixels, zipFile } from '../testing/picture-imports.ts';
import { startServer } from '../testing/server.ts';
import { zip } from '../testing/workbook.ts';

/** A zip with this number of files. */
const many = (count: number, extension: string) =>
  zipFile(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.${extension}`, Buffer.from('x')])));

// Made before the server starts: this blocks the process for seconds, and the server closes connections that are idle
// for as long.
const FULL = await many(MAX_PICTURE_IMPORT_FILES, 'jpg');
const TOO_MANY = await many(MAX_PICTURE_IMPORT_FILES + 1, 'txt');
const server = await startServer();
const { db, files } = server;
const product = await addProduct(db, (await addCategory(db)).id);
const admin = await enrol(server, 'admin');
let place: { brand: number; name: string };

beforeEach(async () => {
  const { id, name } = await addBrand(db);
  place = { brand: id, name };
  for (const code of ['A1', 'A2']) await addPart(db, place.brand, product.id, code);
});

const MiB = 1024 * 1024;
const CENTRAL = Buffer.from('PK\x01\x02');

/** Returns a zip with a change in the directory record of an entry. */
async function forge(contents: Record<string, Buffer>, name: string, change: (record: Buffer) => void) {
  const bytes = await zip(contents);
  for (let at = bytes.indexOf(CENTRAL); at !== -1; at = bytes.indexOf(CENTRAL, at + 4)) {
    if (bytes.subarray(at + 46).indexOf(name) === 0) change(bytes.subarray(at));
  }
  return new File([Uint8Array.from(bytes)], 'fotos.zip');
}

/** Adds a file to a new import, which is then cancelled. Returns the answer to the upload. */
async function send(attachment: File) {
  const { id } = await openPictureImport(admin, place, []);
  const answer = await admin.send(api.pictureImports.addFile, { body: { id, attachment } });
  await admin.call(api.pictureImports.cancel, { body: { id } });
  return answer;
}

const DAMAGED = 'El zip está dañado o incompleto, o tiene dos archivos con el mismo nombre: armalo de nuevo';

test.each<[string, (record: Buffer) => void]>([
  ['with an entry outside of the file', (record) => record.writeUInt32LE(0x7fffffff, 42)],
  ['with overlapping entries', (record) => record.writeUInt32LE(0, 42)],
  ['with a path traversal in a name', (record) => record.write('../', 46)],
])('a zip %s is refused when it is sent', async (_, change) => {
  const contents = { 'a1.jpg': await pixels(1), 'a2x.jpg': await pixels(2) };
  expect(await send(await forge(contents, 'a2x.jpg', change))).toMatchObject({ code: 422, message: DAMAGED });
});

test.each([
  [
    'that is cut off',
    async () => new File([Uint8Array.from((await zip({ 'a1.jpg': await pixels(1) })).subarray(0, -9))], 'x.zip'),
    DAMAGED,
  ],
  ['that is something else', async () => new File(['nada'], 'x.zip'), DAMAGED],
  ['with the same name twice', async () => zipFile({ 'a1.jpg': await pixels(1), 'A1.jpg': await pixels(2) }), DAMAGED],
  ['without pictures', async () => zipFile({ '__MACOSX/._a1.jpg': await pixels(1) }), 'El zip no tiene fotos adentro'],
])('a zip %s is refused when it is sent', async (_, make, message) => {
  expect(await send(await make())).toMatchObject({ code: 422, message });
});

test('a file that is no picture is refused when it is sent, and nothing of it is kept', async () => {
  const before = await keysUnder(files, 'uploads/');
  for (const name of ['a1.txt', 'a1.heic', 'a1.svg', 'a1'])
    expect(await send(new File(['x'], name)), name).toMatchObject({ code: 422 });
  expect(await send(new File([], 'a1.jpg'))).toMatchObject({ code: 422, message: 'El archivo está vacío' });
  expect(await keysUnder(files, 'uploads/')).toEqual(before);
});

test('more files than an import takes are refused, and earlier files stay', async () => {
  const names = Array.from({ length: MAX_PICTURE_IMPORT_FILES }, (_, index) => `${index}.jpg`);
  const attachment = await zipFile(Object.fromEntries(names.map((name) => [name, Buffer.from('x')])));
  const { id } = await openPictureImport(admin, place, [await zipFile({ 'a1.jpg': await pixels(1) })]);
  const refused = await admin.send(api.pictureImports.addFile, { body: { id, attachment } });
  expect(refused).toMatchObject({ code: 422, message: 'Una tanda tiene hasta 10.000 fotos: subí el resto en otra' });
  const show = await admin.call(api.pictureImports.show, { params: { pictureImportId: id } });
  expect(show).toMatchObject({ files: 1, found: 1 });
});

test('names as long as a zip allows are refused before they fill the memory', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`${index}${'x'.repeat(60_000)}.jpg`, Buffer.from('x')]),
  );
  expect(await send(await zipFile(many))).toMatchObject({
    code: 422,
    message: 'El archivo tiene demasiadas partes adentro',
  });
});

test('a name with characters that cannot be stored is listed with replacements, and the picture stored', async () => {
  const nul = (record: Buffer) => record.write('a1\0', 46);
  const opened = await openPictureImport(admin, place, [await forge({ 'a1x.jpg': await pixels(1) }, 'a1x.jpg', nul)]);
  expect(await outcomesOf(admin, opened)).toEqual([`a1\ufffd.jpg: found ${place.name} A1 1`]);
  expect(await applyPictureImport(server, admin, opened)).toMatchObject({ state: 'done', stored: 1 });
});

test('an upload that cannot be listed leaves nothing behind', async () => {
  const { id } = await openPictureImport(admin, place, []);
  const before = await keysUnder(files, 'uploads/');
  await sql`alter table picture_import_files add constraint broken check (name <> 'a1.jpg') not valid`.execute(db);
  const attachment = await zipFile({ 'a1.jpg': await pixels(1) });
  const answer = await admin.send(api.pictureImports.addFile, { body: { id, attachment } });
  await sql`alter table picture_import_files drop constraint broken`.execute(db);
  expect(answer.code).toBeGreaterThanOrEqual(400);
  expect(await keysUnder(files, 'uploads/')).toEqual(before);
});

test('a zip that fills an import is listed once when it is sent again, as after a lost answer', async () => {
  const { id } = await openPictureImport(admin, place, [FULL]);
  const again = await admin.call(api.pictureImports.addFile, { body: { id, attachment: FULL } });
  expect(again.files).toBe(MAX_PICTURE_IMPORT_FILES);
});

test('a zip of more files than an import takes is refused whatever is in it', async () => {
  expect(await send(TOO_MANY)).toMatchObject({
    code: 422,
    message: 'Una tanda tiene hasta 10.000 fotos: subí el resto en otra',
  });
});

test('a name longer than any code matches no part', async () => {
  const long = `${'-'.repeat(200)}a1`;
  const opened = await openPictureImport(admin, place, [await zipFile({ [`${long}.jpg`]: await pixels(1) })]);
  expect(await outcomesOf(admin, opened)).toEqual([
    `${long}.jpg: unknown, El nombre es más largo que cualquier código`,
  ]);
});

test('other files of a zip are refused one by one, or left out if they are hidden', async () => {
  const opened = await openPictureImport(admin, place, [
    await zipFile({
      './C/a1.jpg': await pixels(1),
      '__MACOSX/C/._a1.jpg': Buffer.from('x'),
      'C/.DS_Store': Buffer.from('x'),
      'C/Thumbs.db': Buffer.from('x'),
      'C/leeme.txt': Buffer.from('x'),
      'C/mas.zip': await zip({ 'a2.jpg': await pixels(2) }),
      'C/a2.jpg': Buffer.alloc(21 * MiB),
      'C/a1_2.png': Buffer.alloc(0),
    }),
  ]);
  expect(opened).toMatchObject({ files: 5, found: 1, refused: 4 });
  expect((await outcomesOf(admin, opened)).slice(1)).toEqual([
    'C/leeme.txt: refused, No es una imagen',
    'C/mas.zip: refused, Es un zip dentro de otro: subilo aparte',
    'C/a2.jpg: refused, Pesa más de 20 MB',
    'C/a1_2.png: refused, El archivo está vacío',
  ]);
});

test('an entry with a password is refused when it is listed', async () => {
  const lock = (record: Buffer) => record.writeUInt16LE(record.readUInt16LE(8) | 1, 8);
  const opened = await openPictureImport(admin, place, [await forge({ 'a1.jpg': await pixels(1) }, 'a1.jpg', lock)]);
  expect(await outcomesOf(admin, opened)).toEqual(['a1.jpg: refused, Tiene clave: armá el zip sin clave']);
});

test('an entry that contradicts the directory is refused alone, and the others are stored', async () => {
  const contents = {
    'a1.jpg': await pixels(1),
    'a1_2.jpg': await pixels(2),
    'a1_3.jpg': Buffer.alloc(15 * MiB),
    'a2.jpg': await pixels(3),
  };
  // The entry is larger than its record says.
  const file = await forge(contents, 'a1_2.jpg', (record) => record.writeUInt32LE(record.readUInt32LE(24) - 1, 24));
  const opened = await openPictureImport(admin, place, [file]);
  expect(opened).toMatchObject({ found: 4 });
  await applyPictureImport(server, admin, opened);
  const outcomes = await outcomesOf(admin, opened);
  expect(outcomes[1]).toMatch(/a1_2\.jpg: refused .*El zip está dañado/);
  expect(outcomes[2]).toMatch(/a1_3\.jpg: refused .*se expande demasiado/);
  expect(await admin.call(api.pictureImports.show, { params: { pictureImportId: opened.id } })).toMatchObject({
    state: 'done',
    stored: 2,
    refused: 2,
  });
});

test('pictures of missing uploads, as after a restored backup, are refused one by one', async () => {
  const opened = await openPictureImport(admin, place, [await zipFile({ 'a1.jpg': await pixels(1) })]);
  for (const key of await keysUnder(files, 'uploads/')) await files.remove(key);
  expect(await applyPictureImport(server, admin, opened)).toMatchObject({ state: 'done', refused: 1 });
  expect(await outcomesOf(admin, opened)).toEqual([
    expect.stringContaining('El archivo ya no está en el servidor: subilo de nuevo'),
  ]);
});

test('a store that stops in the middle of a file is a 503, and no picture is refused', async () => {
  const opened = await openPictureImport(admin, place, [await zipFile({ 'a1.jpg': await pixels(1) })]);
  const stopping: typeof files = {
    ...files,
    get: async (key, range) => {
      const stored = await files.get(key, range);
      stored?.content.once('data', () => stored.content.destroy(new TypeError('terminated')));
      return stored;
    },
  };
  await expect(applyPictureImport({ db, files: stopping }, admin, opened)).rejects.toMatchObject({ code: 503 });
  const cancelled = await admin.call(api.pictureImports.cancel, { body: { id: opened.id } });
  expect(cancelled).toMatchObject({ found: 1, refused: 0 });
});
