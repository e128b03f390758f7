import { api } from '@piezario/contract/api';
import { MAX_IMPORT_BYTES } from '@piezario/contract/importer';
import { expect, test } from 'vitest';
import { asFile } from '../testing/imports.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const waiting = await enrol(server, 'manufacturer');

const bytes = (text: string) => Buffer.from(text, 'latin1');

test('an .xls may have half the size of an .xlsx, and larger files are refused', async () => {
  const large = (magic: string, size: number, name: string) =>
    asFile(Buffer.concat([bytes(magic), Buffer.alloc(size)]), name);
  const MiB = 1024 * 1024;
  const send = (file: File) => waiting.send(api.importer.store, { body: { attachment: file } });
  expect(await send(large('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 33 * MiB, 'a.xls'))).toMatchObject({
    code: 422,
    message: 'El archivo pesa más de 32 MB: abrilo en Excel y guardalo como .xlsx, o dividilo en varios',
  });
  expect(await send(large('PK\x03\x04', 33 * MiB, 'a.xlsx'))).toMatchObject({ code: 200 });
  // One byte too many. With more, the server would close the connection while the client is still sending.
  expect(await send(large('P', MAX_IMPORT_BYTES, 'a.xlsx'))).toMatchObject({ code: 413 });
});
