import { api } from '@piezario/contract/api';
import type { WorkbookMapping } from '@piezario/contract/workbook-mappings';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageOf } from '../../testing/catalog.ts';
import type { Fakes } from '../../testing/fakeApi.ts';
import { openApp, reopenApp } from '../../testing/openApp.tsx';
import { deferred } from '../../testing/page.ts';
import {
  makeImportFile,
  makePreview,
  makeProposal,
  type Proposal,
  UDID,
  UNKNOWN_PRODUCT,
} from '../../testing/workbook.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const shown = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible();
const step = (name: string) => page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name }).click();
const brand = () => page.getByRole('combobox', { name: 'Marca de todas las filas' });
const parts = () => page.getByRole('region', { name: 'Primeras piezas' });

async function open(given: Partial<Proposal> = {}, more: Fakes['workbookMappings'] = {}) {
  const file = makeImportFile();
  const fake = openApp(`/import?file=${UDID}`, {
    fakes: {
      brands: { json: () => [{ id: 3, name: 'Pampafil' }] },
      products: { json: () => [{ id: 5, name: 'Filtro de aceite', part_category_id: 4 }] },
      importer: {
        list: ({ query }) => pageOf([file], query),
        show: () => file,
        errors: ({ query }) => pageOf([], query),
      },
      importCorrections: { list: () => [] },
      workbookMappings: {
        show: () => makeProposal({ file, ...given }),
        preview: ({ body }) => makePreview(body.mapping),
        apply: () => Object.assign(file, { state: 'queued', status_message: 'En cola' }),
        ...more,
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Hojas' })).toBeVisible();
  const previews = () => fake.calls(api.workbookMappings.preview).map(({ body }) => body.mapping);
  const columnOf = (mapping: WorkbookMapping | undefined, position: number) => mapping?.sheets[0]?.columns[position];
  return { fake, file, previews, lastColumn: (position: number) => columnOf(previews().at(-1), position) };
}

test('a file that waits for a mapping says so in the list, and opens it', async () => {
  const file = makeImportFile({ status_message: 'Para mapear: 3 hojas' });
  openApp('/import', {
    fakes: {
      importer: { list: ({ query }) => pageOf([file], query), show: () => file },
      workbookMappings: {
        show: () => makeProposal({ file }),
        preview: ({ body }) => makePreview(body.mapping),
      },
    },
  });
  await shown('Para mapear: 3 hojas');
  await button('Decir cómo se lee Lista Pampafil.xlsx').click();
  await expect.element(page.getByRole('heading', { name: 'Hojas' })).toBeVisible();
});

test('a click chooses how struck rows, or rows with «discontinuado», are read', async () => {
  const { previews } = await open();
  await step('Filas');
  await page.getByRole('radiogroup', { name: '2 filas tachadas' }).getByText('Afuera').click();
  await expect.poll(() => previews().at(-1)?.sheets[0]?.struck_rows).toBe('skipped');
  const said = page.getByRole('radiogroup', { name: '3 filas dicen discontinuado' });
  await expect.element(said.getByRole('radio', { name: 'Se leen' })).toBeChecked();
  await said.getByText('Discontinuadas').click();
  await expect.poll(() => previews().at(-1)?.sheets[0]?.discontinued_rows).toBe('discontinued');
});

test('the proposal is shown: sheets, rows, columns and the first parts', async () => {
  await open({ stored: { id: 4, name: 'Lista Pampafil', updated_at: '2026-11-12T15:00:00.000Z' } });
  await shown(/Usando «Lista Pampafil» del 12\/11/);
  await expect.element(field('Qué tiene la hoja Rubros')).toHaveValue('names');
  await shown('206 filas · se lee igual que Pesados');
  await expect.element(parts().getByText('PF 2040')).toBeVisible();
  await expect.element(parts().getByText('OEM: 030115561 · OEM: 030115561AN')).toBeVisible();
  await step('Filas');
  await expect.element(page.getByRole('heading', { name: 'Filas' })).toHaveFocus();
  await expect.element(button('La fila 3 tiene los títulos')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByRole('row', { name: /^4 .*grupo/ })).toBeVisible();
  await expect.element(brand()).toHaveValue('Pampafil');
  await button('Seguir con Columnas').click();
  await expect.element(field('Qué tiene Artículo')).toHaveValue('code');
  await expect.element(field('Unidad de Alto (mm)')).toHaveValue('mm');
  await shown('Se leen 6 de 7 columnas');
  await expect.element(button('; 212')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(field('Guardar este mapeo como')).toHaveValue('Lista Pampafil');
});

test('a sheet that is not proposed to be read has the reason beside it, until it is read', async () => {
  const { sheets } = makeProposal();
  const reason = 'Parece un índice';
  const [first, ...others] = sheets;
  if (!first) throw new Error('The proposal has no sheet');
  const index = { ...first, name: 'Índice', reason };
  await open({ sheets: [index, first, ...others] });
  await shown(/ · Parece un índice/);
  await field('Qué tiene la hoja Índice').selectOptions('Filas de piezas');
  await expect.poll(() => page.getByText(/Parece un índice/).length).toBe(0);
});

test('a note about a column is shown beside it', async () => {
  const { sheets } = makeProposal();
  const note = 'Columna nueva: «Lista Pampafil» no la tiene';
  const noted = sheets.map((sheet) => ({
    ...sheet,
    columns: sheet.columns.map((column) => (column.position === 3 ? { ...column, note } : column)),
  }));
  await open({ sheets: noted });
  await step('Columnas');
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Alto (mm)' }).getByText(note)).toBeVisible();
});

describe('a change', () => {
  test('of a target asks for a preview with the changed mapping', async () => {
    const { lastColumn } = await open();
    await step('Columnas');
    await field('Qué tiene Detalle').selectOptions('Atributo');
    await expect.element(field('Atributo de Detalle')).toHaveValue('Detalle');
    await expect
      .poll(() => lastColumn(2)?.target)
      .toEqual({ is: 'attribute', attributes: [{ name: 'Detalle', unit: '' }] });
    await button('Otro atributo en la celda de Detalle').click();
    await expect.element(field('Atributo 2 de Detalle')).toHaveFocus();
    await button('Quitar el atributo 2 de Detalle').click();
    await expect.element(field('Atributo de Detalle')).toHaveFocus();
    await field('Qué tiene Detalle').selectOptions('Si va en el vehículo del título (matriz)');
    await field('Vehículo de Detalle').fill('VW Gol');
    await expect.poll(() => lastColumn(2)?.target).toEqual({ is: 'application', vehicle: 'VW Gol' });
    await field('Qué tiene Detalle').selectOptions('Vehículo: Motor');
    await expect.poll(() => lastColumn(2)?.target).toEqual({ is: 'vehicle', field: 'engine' });
    await button('salto de línea 130').click();
    await expect.poll(() => lastColumn(4)?.separators).toEqual([';', '\n']);
  });

  test('of a row or of the use of a sheet affects only that sheet', async () => {
    const { previews } = await open();
    await step('Filas');
    await button('No leer la fila 6').click();
    await expect
      .poll(() =>
        previews()
          .at(-1)
          ?.sheets.map(({ names, flipped_rows }) => [...names, ...flipped_rows]),
      )
      .toEqual([['Livianos', 6], ['Pesados'], ['Rubros']]);
    await step('Hojas');
    await field('Qué tiene la hoja Pesados').selectOptions('No leer');
    await expect.poll(() => previews().at(-1)?.sheets[1]).toMatchObject({ names: ['Pesados'], use: 'nothing' });
  });

  test('of the header joins the titles of two rows', async () => {
    const { lastColumn, previews } = await open();
    await step('Filas');
    await button('La fila 4 tiene los títulos').click();
    await expect.poll(() => previews().at(-1)?.sheets[0]?.header).toEqual([3, 4]);
    expect(lastColumn(0)?.title).toBe('Artículo LÍNEA LIVIANA');
  });

  test('keeps the former preview, and a late answer does not replace a newer one', async () => {
    const first = deferred();
    await open(
      {},
      {
        preview: async ({ body: { mapping } }) => {
          const { brand } = mapping.sheets[0]?.constants ?? {};
          if (brand === 'Tarde') await first.promise;
          return makePreview(mapping);
        },
      },
    );
    await expect.element(parts().getByText('Pampafil · FILT AIRE')).toBeVisible();
    await step('Filas');
    await brand().fill('Tarde');
    await shown('Actualizando…');
    await expect.element(parts().getByText('Pampafil · FILT AIRE')).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 600));
    await brand().fill('Nueva');
    await expect.element(parts().getByText('Nueva · FILT AIRE')).toBeVisible();
    first.resolve();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(parts().getByText('Tarde · FILT AIRE').length).toBe(0);
    await expect.element(parts().getByText('Nueva · FILT AIRE')).toBeVisible();
  });

  test('that leaves a name blank is not sent', async () => {
    const { previews } = await open();
    await step('Columnas');
    await field('Atributo de Alto (mm)').fill('');
    await shown('Completá este campo');
    await expect.poll(() => page.getByText('Falta completar un campo').length).toBeGreaterThan(0);
    await expect.element(button('Leer el archivo')).toBeDisabled();
    expect(previews()).toHaveLength(1);
  });

  test('survives a reload, and can be discarded', async () => {
    await open();
    await step('Columnas');
    await field('Qué tiene Precio').selectOptions('Descripción');
    await field('Guardar este mapeo como').fill('Mi lista');
    await reopenApp();
    await shown(/Recuperamos lo que no habías guardado/);
    await expect.element(field('Guardar este mapeo como')).toHaveValue('Mi lista');
    await step('Columnas');
    await expect.element(field('Qué tiene Precio')).toHaveValue('field:observation');
    await button('Descartar').click();
    await expect.element(field('Qué tiene Precio')).toHaveValue('ignored');
  });

  test('asks for confirmation before the file is closed', async () => {
    await open();
    await step('Columnas');
    await field('Qué tiene Precio').selectOptions('Descripción');
    await button('Cerrar').click();
    await shown('¿Salir sin leer el archivo?');
    await button('Seguir').click();
    await expect.element(field('Qué tiene Precio')).toHaveValue('field:observation');
  });
});

describe('values', () => {
  test('are read as a suggested name, which is added to the mapping and unblocks the file', async () => {
    const { lastColumn } = await open();
    const read = button('Leer el archivo');
    await expect.element(read).toBeDisabled();
    await expect.element(read).toHaveAccessibleDescription('Hay productos sin decidir en Rubro');
    await step('Valores');
    await button('Leer como Filtro de aceite: «FILT ACEITE»').click();
    await expect.poll(() => lastColumn(1)?.values).toEqual([{ value: 'FILT ACEITE', means: 'Filtro de aceite' }]);
    await shown('No hay valores por decidir');
    await expect.element(read).toBeEnabled();
    await page.getByText('Ya decididos: 1').click();
    await button('Volver a preguntar: «FILT ACEITE»').click();
    await expect.element(button('Dejar en blanco: «FILT ACEITE»')).toBeVisible();
    await button('Dejar en blanco: «FILT ACEITE»').click();
    await expect.poll(() => lastColumn(1)?.values).toEqual([{ value: 'FILT ACEITE', means: '' }]);
  });

  test('pass the focus to the next value once they are decided', async () => {
    await open(
      {},
      {
        preview: ({ body: { mapping } }) =>
          makePreview(mapping, {
            unknown: ['FILT ACEITE', 'FILT AIRE']
              .filter((value) => !mapping.sheets[0]?.columns[1]?.values.some((one) => one.value === value))
              .map((value) => ({ ...UNKNOWN_PRODUCT, value })),
          }),
      },
    );
    await step('Valores');
    await button('Dejar en blanco: «FILT ACEITE»').click();
    await expect.element(button('Otro… para «FILT AIRE»')).toHaveFocus();
    await button('Dejar en blanco: «FILT AIRE»').click();
    await shown('No hay valores por decidir');
    expect(document.activeElement?.closest('section')).not.toBeNull();
  });

  test('pass the focus to the next value also after a long list that was unfolded', async () => {
    const first = Array.from({ length: 22 }, (_, n) => `FILTRO ${n + 10}`);
    const unknownIn = (mapping: WorkbookMapping, position: number, values: readonly string[]) =>
      values
        .filter((value) => !mapping.sheets[0]?.columns[position]?.values.some((one) => one.value === value))
        .map((value) => ({ ...UNKNOWN_PRODUCT, position, value }));
    await open(
      {},
      {
        preview: ({ body: { mapping } }) =>
          makePreview(mapping, { unknown: [...unknownIn(mapping, 1, first), ...unknownIn(mapping, 2, ['X', 'Y'])] }),
      },
    );
    await step('Valores');
    await page.getByRole('button', { name: 'y 2 más' }).click();
    await button('Dejar en blanco: «X»').click();
    await expect.element(button('Otro… para «Y»')).toHaveFocus();
  });

  test('are read as another product, chosen with the keyboard', async () => {
    const { lastColumn } = await open();
    await step('Valores');
    await button('Otro… para «FILT ACEITE»').click();
    await userEvent.keyboard('aceite{Enter}');
    await button('Leer como Filtro de aceite').click();
    await expect.poll(() => lastColumn(1)?.values).toEqual([{ value: 'FILT ACEITE', means: 'Filtro de aceite' }]);
  });

  test('of vehicles that were not understood are listed and do not block', async () => {
    await open();
    await step('Valores');
    await page.getByText('Vehículos que no se entendieron: 1').click();
    await shown(/Golf IV son varias generaciones/);
  });
});

test('a question leads to its column', async () => {
  await open();
  await shown('Falta decidir');
  await button('Ver la columna: Hay productos sin decidir en Rubro').click();
  await expect.element(field('Qué tiene Rubro')).toHaveFocus();
});

test('the mapping is sent with its name, and the file is queued', async () => {
  const { fake, lastColumn } = await open();
  await step('Valores');
  await button('Leer como Filtro de aceite: «FILT ACEITE»').click();
  await field('Guardar este mapeo como').fill(' Lista Pampafil ');
  await expect.element(button('Leer el archivo')).toBeEnabled();
  await button('Leer el archivo').click();
  await expect.element(page.getByRole('dialog').getByText('En cola')).toBeVisible();
  const [sent] = fake.calls(api.workbookMappings.apply).map(({ body }) => body);
  expect(sent).toMatchObject({ udid: UDID, name: 'Lista Pampafil' });
  expect(sent?.mapping.sheets[0]?.columns[1]).toEqual(lastColumn(1));
  await expect.poll(() => button('Leer el archivo').length).toBe(0);
});

test('a hundred columns are found by their title', async () => {
  const proposal = makeProposal();
  const [sheet] = proposal.mapping.sheets;
  const [first] = sheet?.columns ?? [];
  if (!sheet || !first) throw new Error('The proposal has no column');
  const columns = Array.from({ length: 120 }, (_, position) => ({ ...first, position, title: `Dato ${position}` }));
  await open({ mapping: { ...proposal.mapping, sheets: [{ ...sheet, columns }] } });
  await step('Columnas');
  await field('Buscar una columna').fill('dato 11');
  await expect.poll(() => page.getByRole('combobox', { name: /^Qué tiene/ }).length).toBe(11);
});

test.each(['Hojas', 'Filas', 'Columnas', 'Valores'])('%s fits on a phone', async (name) => {
  await page.viewport(390, 844);
  await open();
  await step(name);
  await expect.element(page.getByRole('heading', { name })).toBeVisible();
  await expect.element(parts().getByText('PF 2040')).toBeInTheDocument();
  const body = page.getByRole('heading', { name }).element().closest('[class*="body"]');
  expect(body?.scrollWidth).toBe(body?.clientWidth);
  expect(document.documentElement.scrollWidth).toBe(390);
});
