import { api } from '@piezario/contract/api';
import { IMPORT_SHEETS, type ImportFile } from '@piezario/contract/importer';
import { withClient } from '@piezario/server/testing/database';
import { importFile, makeSheets, makeWorkbook, reviewFile } from '@piezario/server/testing/imports';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Demo, Who } from './support/demo.ts';
import { chooseFiles } from './support/page.ts';
import { BRAND, makePart, PRODUCT } from './support/parts.ts';
import { createPerson } from './support/people.ts';
import { asChosen, dialog, expectAccessible, type Group, heading, press, table, text } from './support/states.ts';

/* States of imports and of the history of the catalog. */

async function makeWorld(demo: Demo) {
  const part = await makePart(demo, 'PLANILLA-1');
  const maker = await createPerson(demo, 'users', 'Fabrica Que Importa', [BRAND]);
  const importer = await demo.client(maker);
  const rows = [
    [BRAND, null, PRODUCT, 'PLANILLA-3', 'Pieza', 'SI', 'NO'],
    [BRAND, null, 'Producto inventado', 'PLANILLA-4', 'Pieza', 'SI', 'NO'],
  ];
  const imported = await importFile(importer, await makeWorkbook({ Piezas: rows }, 'con errores.xlsx'));
  for (const code of ['PLANILLA-7', 'PLANILLA-8']) {
    await importer.call(api.parts.remove, { body: { id: (await makePart(demo, code)).id } });
  }
  // A duplicate takes the code. A new part with the code would restore the one in the trash.
  await importer.call(api.parts.duplicate, { body: { part_id: part.id, code: 'PLANILLA-8' } });
  return {
    demo,
    part,
    maker,
    imported,
    undo: await undoImport(demo, maker, imported),
    reviewed: await review(demo, maker),
    client: await createPerson(demo, 'clients', 'Cliente De La Fabrica', [BRAND]),
    newcomer: await createPerson(demo, 'users', 'Fabrica Nueva', [BRAND]),
  };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

/** Uploads a file whose review has an alarm, a change left out by default, a notice and an error that can be solved. */
async function review(demo: Demo, maker: Who) {
  const { client } = await makePart(demo, 'PLANILLA-5');
  const names = ['Largo', 'Ancho', 'Peso', 'Rosca', 'Material', 'Torque'];
  const attributes = names.map((name) => [BRAND, PRODUCT, 'PLANILLA-5', name, '1', 'mm']);
  await importFile(client, await makeWorkbook({ Atributos: attributes }, 'atributos.xlsx'));
  const sheets = {
    Piezas: [
      [...IMPORT_SHEETS.Piezas, 'Precio'],
      [BRAND, null, PRODUCT, 'PLANILLA.5'],
      [BRAND, null, 'Filtro de aseite', 'PLANILLA-9'],
    ],
    Atributos: [IMPORT_SHEETS.Atributos, ...names.map((name) => [BRAND, PRODUCT, 'PLANILLA-5', name, '2'])],
  };
  return reviewFile(await demo.client(maker), await makeSheets(sheets, 'para revisar.xlsx'));
}

async function undoImport(demo: Demo, maker: Who, { operation_id }: ImportFile) {
  const client = await demo.client(maker);
  const { id } = await client.call(api.undos.store, { body: { operation_id: operation_id ?? 0 } });
  await expect.poll(() => client.call(api.undos.show, { params: { undoId: id } })).toMatchObject({ state: 'done' });
  return client.call(api.undos.show, { params: { undoId: id } });
}

const MANUFACTURER: Group<World> = {
  name: 'a manufacturer with clients and imports',
  as: (world) => world.maker,
  states: [
    {
      name: 'a client who is granted a product',
      path: (world) => `/clients/${world.client.id}`,
      reach: async ({ page }) => {
        await text(page, 'Sólo un administrador puede cambiar el nombre, el e-mail y la clave');
        await page
          .getByRole('region', { name: 'Marcas y productos asignados' })
          .getByRole('combobox', { name: 'Marca' })
          .click();
        await page.getByRole('option', { name: BRAND, exact: true }).waitFor();
      },
    },
    {
      name: 'an import with errors',
      path: '/import',
      reach: ({ page }) => text(page, /^Deshecho: 1 nueva/),
    },
    {
      name: 'the errors of an import',
      path: (world) => `/import?file=${world.imported.udid}`,
      reach: ({ page }) => text(dialog(page), 'Producto inventado'),
    },
    { name: 'a file to review', path: '/import', reach: ({ page }) => text(page, /^Para revisar: /) },
    {
      name: 'the options of an upload',
      path: '/import',
      reach: async ({ page }) => {
        await press(page, 'Opciones de la subida');
        await page.getByRole('checkbox', { name: 'Equivalencias' }).check();
      },
    },
    {
      name: 'the changes to review',
      path: (world) => `/import?file=${world.reviewed.udid}`,
      reach: async ({ page }) => {
        await page.getByRole('list', { name: 'Tipos de cambio' }).waitFor();
        await text(dialog(page), 'otra escritura');
      },
    },
    {
      name: 'errors that can be solved',
      path: (world) => `/import?file=${world.reviewed.udid}`,
      reach: async ({ page }) => {
        await page.getByText('Errores: 1').click();
        await page.getByRole('button', { name: 'Leer «Filtro de aseite» como Filtro de aceite' }).waitFor();
      },
    },
    {
      name: 'the values that are remembered',
      path: '/import',
      reach: async ({ page }) => {
        await press(page, 'Opciones de la subida');
        await press(page, 'Valores recordados');
        await text(dialog(page), 'No hay valores recordados');
      },
    },
    {
      name: 'the question before an import is cancelled',
      path: '/import',
      reach: async ({ page, world }) => {
        await whileImporting(page, world, async () => {
          await press(page, /^Cancelar la importación de/);
          await page.getByRole('dialog', { name: /^¿Cancelar la importación/ }).waitFor();
        });
      },
    },
    {
      name: 'files that cannot be imported',
      path: '/import',
      reach: async ({ page }) => {
        const content = { mimeType: '', buffer: Buffer.from('hola') };
        const files = [
          { ...content, name: 'lista.pdf' },
          { ...content, name: 'disfrazado.xlsx' },
        ];
        await chooseFiles(page.getByRole('button', { name: 'Subir archivo' }), files);
        const uploads = page.getByRole('list', { name: 'Archivos que se están subiendo' }).getByRole('alert');
        await uploads.nth(1).waitFor();
      },
    },
    {
      name: 'an import that is not there',
      path: '/import?file=00000000-0000-4000-8000-000000000000',
      reach: ({ page }) => text(page, 'No encontramos el archivo'),
    },
  ],
};

const HISTORY: Group<World> = {
  name: 'a manufacturer in the history of the catalog',
  as: (world) => world.maker,
  states: [
    { name: 'an operation that was undone', path: (world) => `/activity/${world.undo.undoes}`, reach: table },
    {
      name: 'an operation that is not there',
      path: '/activity/999999999',
      reach: ({ page }) => text(page, 'No encontramos la operación'),
    },
    {
      name: 'the question before an operation is undone',
      path: '/parts/trash?filter[contains-code]=PLANILLA',
      reach: async ({ page }) => {
        await press(page, 'Recuperar todas las que se eliminaron con PLANILLA-8');
        await text(dialog(page), /1 no se puede\.$/);
      },
    },
    {
      name: 'removed parts, one of which cannot be restored',
      path: '/parts/trash?filter[contains-code]=PLANILLA',
      reach: async ({ page, isPhone }) => {
        // On the phone only this part is left: the visit at the desk restored the other one.
        await page.getByRole('checkbox', { name: 'Seleccionar todas las filas de esta página' }).check();
        await press(page, /^Recuperar \d/);
        await text(page, isPhone ? /^PLANILLA-8: Ya hay una pieza/ : 'Una pieza no se pudo recuperar');
      },
    },
  ],
};

const NEWCOMER: Group<World> = {
  name: 'a manufacturer who never imported anything',
  as: (world) => world.newcomer,
  states: [
    { name: 'no files', path: '/import', reach: ({ page }) => heading(page, 'Todavía no hay archivos') },
    {
      name: 'the description of the spreadsheet',
      path: '/import',
      reach: async ({ page }) => {
        await page.getByText('Cómo es la planilla').click();
        await text(page, /^Código equivalente$/);
      },
    },
    {
      name: 'the download of a base for an import',
      path: '/import',
      reach: async ({ page }) => {
        await press(page, 'Base para Importación');
        await page.getByRole('button', { name: 'Descargar' }).waitFor();
      },
    },
  ],
};

/** Does the work while an import waits for a locked part. */
async function whileImporting(page: Page, { demo, part }: World, work: () => Promise<void>) {
  const rows = [[BRAND, null, PRODUCT, 'PLANILLA-1', crypto.randomUUID(), 'SI', 'NO']];
  const file = await makeWorkbook({ Piezas: rows }, `${crypto.randomUUID()}.xlsx`);
  await withClient(demo.connection, async (database) => {
    await database.query('begin');
    await database.query('select from parts where id = $1 for update', [part.id]);
    await chooseFiles(page.getByRole('button', { name: 'Subir archivo' }), [await asChosen(file)]);
    await text(page, /^Procesando \d/);
    await work();
    await database.query('rollback');
  });
}

expectAccessible([MANUFACTURER, HISTORY, NEWCOMER], makeWorld);
