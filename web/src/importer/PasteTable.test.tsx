import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { pageOf } from '../testing/catalog.ts';
import { openApp } from '../testing/openApp.tsx';
import { makeImportFile } from '../testing/workbook.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const table = () => page.getByRole('textbox', { name: 'Tabla' });

async function open() {
  openApp('/import', { fakes: { importer: { list: ({ query }) => pageOf([makeImportFile()], query) } } });
  await button('Pegar una tabla').click();
  await expect.element(table()).toHaveFocus();
}

/** Uploads are sent with XMLHttpRequest, which the fake API does not answer. Returns what is sent. */
function catchUpload() {
  const sent: FormData[] = [];
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    sent.push(body as FormData);
    const envelope = { code: 200, message: 'Archivo recibido', result: { ...makeImportFile(), is_queued: 0 } };
    Object.defineProperty(this, 'responseText', { value: JSON.stringify(envelope) });
    this.dispatchEvent(new ProgressEvent('load'));
  });
  return sent;
}

test('a pasted table is uploaded as a text file', async () => {
  const sent = catchUpload();
  await open();
  await table().fill('Código\tAño\nA 1\t2008');
  await button('Subir la tabla').click();
  await expect.element(page.getByText('Archivo recibido')).toBeVisible();
  vi.restoreAllMocks();
  const file = sent[0]?.get('attachment') as File;
  expect(file.name).toMatch(/^Tabla pegada .*\.tsv$/);
  expect(await file.text()).toBe('Código\tAño\nA 1\t2008');
});

test('a text that is not a table shows an error', async () => {
  await open();
  await table().fill('Hola');
  await button('Subir la tabla').click();
  await expect.element(page.getByText(/^No es una tabla/)).toBeVisible();
});
