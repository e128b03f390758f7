import { api } from '@piezario/contract/api';
import type { Correction } from '@piezario/contract/import-corrections';
import type { ImportFile } from '@piezario/contract/importer';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageOf } from '../../testing/catalog.ts';
import { Refusal } from '../../testing/fakeApi.ts';
import { openApp } from '../../testing/openApp.tsx';
import { makeImportFile, UDID } from '../../testing/workbook.ts';

const ERROR = {
  id: 7,
  sheet: 'Piezas',
  row: 3,
  column: 'Habilitada',
  value: 'quizás',
  reason: 'Tiene que ser SI o NO',
};
const cell = (column: string, value: string, reason: string | null = null) => ({ column, title: null, value, reason });

function open(given: Partial<ImportFile> = {}, corrections: Correction[] = []) {
  const review = { state: 'review', status_message: 'Para revisar: 1 nueva', errors_count: 1 } as const;
  const file = makeImportFile({ ...review, ...given });
  const fake = openApp(`/import?file=${UDID}`, {
    fakes: {
      importer: {
        list: ({ query }) => pageOf([file], query),
        show: () => file,
        errors: ({ query }) => pageOf(file.errors_count > 0 ? [ERROR] : [], query),
      },
      activity: {
        show: () => {
          throw new Refusal(404, 'No existe');
        },
      },
      importMappings: { groups: () => [] },
      importReview: { kinds: () => [], changes: ({ query }) => pageOf([], query) },
      importCorrections: {
        list: () => corrections,
        row: () => ({
          ...ERROR,
          cells: [cell('Código', 'R-2'), cell('Descripción', ''), cell('Habilitada', 'quizás', ERROR.reason)],
        }),
        store: ({ body }) => {
          corrections.push({ ...ERROR, before: 'quizás', after: body.cells[0]?.value ?? '', is_removable: true });
          return Object.assign(file, { errors_count: 0 });
        },
        remove: () => {
          corrections.pop();
          return Object.assign(file, { errors_count: 1 });
        },
      },
    },
  });
  return fake;
}

test('a faulty cell is corrected by keyboard, listed, and its correction removed', async () => {
  const fake = open();
  await page.getByText('Errores: 1').click();
  await page.getByRole('button', { name: 'Corregir Piezas, fila 3, Habilitada' }).click();
  const field = page.getByRole('textbox', { name: 'Habilitada' });
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription('Tiene que ser SI o NO');
  await expect.element(page.getByRole('button', { name: 'Corregir', exact: true })).toBeDisabled();
  await userEvent.fill(field, 'NO');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('1 celda corregida')).toBeVisible();
  expect(fake.calls(api.importCorrections.store)).toEqual([
    { body: { udid: UDID, id: 7, cells: [{ column: 'Habilitada', value: 'NO' }] } },
  ]);

  await page.getByText('1 celda corregida').click();
  await expect.element(page.getByText('Piezas, fila 3, Habilitada: «quizás» → «NO»')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar la corrección de Piezas, fila 3, Habilitada' }).click();
  await page.getByRole('button', { name: 'Quitar', exact: true }).click();
  await expect.element(page.getByText('1 celda corregida')).not.toBeInTheDocument();
  expect(fake.calls(api.importCorrections.remove)).toEqual([{ body: { udid: UDID, id: 7 } }]);
});

test('an import that was undone links to the operation that undid it', async () => {
  open({
    ...{ state: 'done', status_message: 'Deshecho: 1 nueva, 0 modificadas, 0 sin cambios', errors_count: 0 },
    ...{ operation_id: 8, undone_by: 9, finished_at: new Date().toISOString() },
  });
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/^Deshecho: 1 nueva/)).toBeVisible();
  await expect.element(dialog.getByRole('link', { name: 'Operación 9' })).toHaveAttribute('href', '/activity/9');
  expect(dialog.getByRole('button', { name: 'Deshacer importación' }).length).toBe(0);
});

test('a blank cell of the row can be filled', async () => {
  const fake = open();
  await page.getByText('Errores: 1').click();
  await page.getByRole('button', { name: 'Corregir Piezas, fila 3, Habilitada' }).click();
  await page.getByText('Los demás datos de la fila').click();
  await userEvent.fill(page.getByRole('textbox', { name: 'Descripción' }), 'Sellado');
  await page.getByRole('button', { name: 'Corregir', exact: true }).click();
  await expect
    .poll(() => fake.calls(api.importCorrections.store))
    .toEqual([{ body: { udid: UDID, id: 7, cells: [{ column: 'Descripción', value: 'Sellado' }] } }]);
});

const WITH_ERROR: Correction = { ...ERROR, id: 1, before: 'quizás', after: 'no sé', is_removable: true };

test('a correction that can no longer be removed has no button', async () => {
  const applied = { ...WITH_ERROR, id: 2, row: 4, after: 'NO', is_removable: false };
  open({ state: 'done', operation_id: 5 }, [WITH_ERROR, applied]);
  await page.getByText('2 celdas corregidas').click();
  await expect.element(page.getByRole('button', { name: /^Quitar la corrección de Piezas, fila 3/ })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: /^Quitar la corrección de Piezas, fila 4/ }))
    .not.toBeInTheDocument();
});

test('the corrections of a cancelled file cannot be removed', async () => {
  open({ state: 'cancelled', status_message: 'Cancelado: no cambió nada' }, [WITH_ERROR]);
  await page.getByText('1 celda corregida').click();
  await expect.element(page.getByText('Piezas, fila 3, Habilitada: «quizás» → «no sé»')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Quitar la corrección/ })).not.toBeInTheDocument();
});
