import { api } from '@piezario/contract/api';
import type { StoredMapping } from '@piezario/contract/workbook-mappings';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageOf } from '../../../testing/catalog.ts';
import { openApp } from '../../../testing/openApp.tsx';
import { makeImportFile, makeProposal } from '../../../testing/workbook.ts';

const { mapping } = makeProposal();
const STORED: StoredMapping = {
  ...{ id: 4, name: 'Lista Pampafil', brand: 'Pampafil', part_brand_id: 3, user: 'Paula Prueba', mapping },
  ...{ updated_at: '2026-11-12T15:00:00.000Z', used_at: null },
};

const button = (name: string) => page.getByRole('button', { name, exact: true });
const shown = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();

async function open() {
  let all = [STORED];
  const fake = openApp('/import', {
    fakes: {
      brands: { json: () => [{ id: 3, name: 'Pampafil' }] },
      importer: { list: ({ query }) => pageOf([makeImportFile({ name: 'precios.xlsx' })], query) },
      workbookMappings: {
        list: ({ query }) => pageOf(all, query),
        store: ({ body: { id = 5 + all.length, ...body } }) => {
          const stored = { ...STORED, ...body, id };
          all = [...all.filter((one) => one.id !== id), stored];
          return stored;
        },
        remove: ({ body }) => {
          all = all.filter(({ id }) => id !== body.id);
          return null;
        },
      },
    },
  });
  await button('Opciones de la subida').click();
  await button('Mapeos guardados').click();
  await shown('Lista Pampafil');
  return () => fake.calls(api.workbookMappings.store).map(({ body }) => body);
}

test('a stored mapping is renamed by opening it', async () => {
  const stored = await open();
  await page.getByText('Lista Pampafil', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Lista nueva');
  await userEvent.keyboard('{Enter}');
  await shown('Lista nueva');
  expect(stored()).toMatchObject([{ id: 4, part_brand_id: 3, name: 'Lista nueva', mapping }]);
});

test('a stored mapping is duplicated', async () => {
  const stored = await open();
  await button('Duplicar Lista Pampafil').click();
  await shown('Lista Pampafil (copia)');
  expect(stored()[0]).not.toHaveProperty('id');
});

test('«Deshacer» stores a forgotten mapping again', async () => {
  const stored = await open();
  await button('Olvidar Lista Pampafil').click();
  await shown('No hay mapeos guardados');
  await button('Deshacer').click();
  await shown('Lista Pampafil');
  expect(stored()).toMatchObject([{ part_brand_id: 3, name: 'Lista Pampafil', mapping }]);
});

test('a downloaded mapping can be uploaded', async () => {
  const stored = await open();
  const made = vi.spyOn(URL, 'createObjectURL');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementationOnce(() => {});
  await button('Descargar Lista Pampafil').click();
  const [blob] = made.mock.calls[0] ?? [];
  vi.restoreAllMocks();
  const text = await (blob as Blob).text();
  const input = document.querySelector<HTMLInputElement>('input[type="file"][accept*="json"]');
  await userEvent.upload(input as HTMLInputElement, new File([text], 'Lista.json', { type: 'application/json' }));
  const dialog = page.getByRole('dialog', { name: 'Subir un mapeo' });
  await expect.element(dialog.getByRole('combobox', { name: 'Marca' })).toHaveValue('Pampafil');
  await button('Guardar').click();
  await expect.poll(stored).toMatchObject([{ part_brand_id: 3, name: 'Lista Pampafil', mapping }]);
});

test('a file that is not a mapping is refused', async () => {
  await open();
  const input = document.querySelector<HTMLInputElement>('input[type="file"][accept*="json"]');
  await userEvent.upload(input as HTMLInputElement, new File(['{}'], 'otro.json', { type: 'application/json' }));
  await shown('otro.json no es un mapeo descargado de Piezario');
});
