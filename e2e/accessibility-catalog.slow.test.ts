import { api } from '@piezario/contract/api';
import { importFile, makeWorkbook } from '@piezario/server/testing/imports';
import type { Page } from 'playwright-core';
import type { Demo } from './support/demo.ts';
import { makeKnown, makePictured } from './support/known-parts.ts';
import { BRAND, idOf, makePart, PRODUCT } from './support/parts.ts';
import { createPerson } from './support/people.ts';
import {
  abort,
  CATALOG,
  dialog,
  expectAccessible,
  type Group,
  heading,
  hold,
  press,
  table,
  text,
} from './support/states.ts';

/* States of the catalog, the search and the parts by vehicle. */

async function makeWorld(demo: Demo) {
  const part = await makeKnown(demo, 'ACCESIBLE-1');
  const changed = await makePart(demo, 'ACCESIBLE-5');
  const names = ['Largo', 'Ancho', 'Peso', 'Rosca', 'Material', 'Torque'];
  const attributes = names.map((name) => [BRAND, PRODUCT, 'ACCESIBLE-5', name, '1', 'mm']);
  await importFile(changed.client, await makeWorkbook({ Atributos: attributes }, 'atributos.xlsx'));
  return {
    demo,
    part,
    pictured: await makePictured(demo, 'ACCESIBLE-2'),
    changed,
    brandId: part.brandId,
    withoutBrands: await createPerson(demo, 'clients', 'Cliente Sin Nada'),
    foreignPart: await findForeignPart(demo),
  };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

/** A part that the demo's client does not reach. */
async function findForeignPart(demo: Demo): Promise<number> {
  const admin = await demo.client('admin');
  const brandId = idOf(await admin.call(api.brands.json, {}), 'Plafren');
  const params = { brandId, productId: 'all' } as const;
  const { data } = await admin.call(api.parts.list, { params, query: api.parts.list.query.parse({}) });
  return data[0]?.id ?? 0;
}

/** A few parts: the rows of a table are alike, and axe takes long for many. */
const fewParts = ({ brandId }: World) => `${CATALOG}?part_brand=${brandId}&part_search=ACCESIBLE`;
const view = (name: string) => (world: World) => `${fewParts(world)}&view=${name}&part=${world.part.id}`;

const CATALOGUE: Group<World> = {
  name: 'a manufacturer in the catalog',
  as: () => 'fabricante',
  states: [
    {
      name: 'the pickers with an open list',
      path: CATALOG,
      reach: async ({ page, isPhone }) => {
        if (isPhone) await press(page, /Elegir piezas/);
        await page.getByRole('combobox', { name: 'Marca' }).click();
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'the filters in a sheet',
      path: fewParts,
      only: 'phone',
      reach: async ({ page }) => {
        await press(page, 'Filtrar y ordenar');
        await dialog(page).getByLabel('Filtrar Código', { exact: true }).waitFor();
      },
    },
    {
      name: 'a filter in another mode',
      path: fewParts,
      only: 'desk',
      reach: async ({ page }) => {
        await page.getByRole('combobox', { name: /^Vehículos: / }).selectOption('between');
        await page.getByLabel('Filtrar Vehículos, hasta').waitFor();
      },
    },
    {
      name: 'no part that matches filters of every mode',
      path: ({ brandId }) =>
        `${CATALOG}?part_brand=${brandId}&part_search=no-existe-9999&filter[between-vehicles_count]=2..9` +
        '&filter[in-pictures_count]=1;2&filter[is_not_empty-product]=1',
      reach: ({ page }) => text(page, 'Ninguna pieza coincide con los filtros'),
    },
    {
      name: 'the description of a part',
      path: fewParts,
      reach: async ({ page }) => {
        await press(page, /leer la descripción de .* ACCESIBLE-2/);
        await text(dialog(page), 'Como estaba');
      },
    },
    {
      name: 'the attributes of a part',
      path: view('attributes'),
      reach: ({ page }) => dialog(page).locator('[data-row]').first().waitFor(),
    },
    {
      name: 'the cross references of a part, and related parts',
      path: view('crosses'),
      reach: async ({ page }) => {
        await dialog(page).locator('[data-row]').first().waitFor();
        await text(dialog(page), 'Comparten número original');
      },
    },
    {
      name: 'the vehicles of a part',
      path: view('applications'),
      reach: ({ page }) => dialog(page).locator('[data-row]').first().waitFor(),
    },
    {
      name: 'the pictures of a part',
      path: (world) => `${fewParts(world)}&view=images&part=${world.pictured.id}`,
      reach: ({ page }) => page.getByRole('img', { name: /foto 1 de/ }).waitFor(),
    },
    {
      name: 'the history of a part, unfolded',
      path: (world) => `${fewParts(world)}&view=history&part=${world.changed.id}`,
      reach: async ({ page }) => {
        await press(dialog(page), /^y \d+ más$/);
        await text(dialog(page), 'Torque');
      },
    },
    {
      name: 'no save that matches a filter',
      path: (world) => `${fewParts(world)}&view=history&part=${world.part.id}&history=filter[contains-user]=nadie`,
      reach: ({ page }) => text(dialog(page), 'Ningún guardado coincide con los filtros'),
    },
    {
      name: 'a part that was removed, and the offer to undo it',
      path: (world) => `${CATALOG}?part_brand=${world.brandId}&part_search=ELIMINABLE`,
      reach: async ({ page, world }) => {
        await makePart(world.demo, `ELIMINABLE-${crypto.randomUUID()}`);
        await page.reload();
        await press(page, /^Eliminar .* ELIMINABLE/);
        await page.getByRole('button', { name: 'Deshacer' }).waitFor();
      },
    },
    {
      name: 'the actions on chosen parts',
      path: fewParts,
      reach: async ({ page }) => {
        await page.getByRole('checkbox', { name: `Seleccionar ${BRAND} ACCESIBLE-1`, exact: true }).check();
        await press(page, 'Acciones');
        await page.getByRole('menuitem', { name: 'Habilitar', exact: true }).waitFor();
      },
    },
    {
      name: 'the preview of an action, and a field of it that was left blank',
      path: fewParts,
      reach: async ({ page }) => {
        await page.getByRole('checkbox', { name: `Seleccionar ${BRAND} ACCESIBLE-1`, exact: true }).check();
        await press(page, 'Acciones');
        await page.getByRole('menuitem', { name: 'Descripción…', exact: true }).click();
        await press(dialog(page), 'Ver qué cambia');
        await text(dialog(page), 'Completá este campo');
        await dialog(page).getByText('Vaciar').click();
        await text(dialog(page), 'Cambia 1 pieza.');
      },
    },
    {
      name: 'the downloads of filtered parts',
      path: fewParts,
      reach: async ({ page }) => {
        await press(page, 'Descargas');
        await text(page, /^Exportar las [\d.]+ filtradas$/);
      },
    },
    {
      name: 'a download that starts',
      path: fewParts,
      reach: async ({ page }) => {
        await page.route('**/downloads/ticket', hold);
        await download(page);
        await text(page, 'Iniciando descarga de archivo');
      },
    },
    {
      name: 'a download that failed',
      path: fewParts,
      reach: async ({ page }) => {
        await page.route('**/downloads/ticket', abort);
        await download(page);
        await text(page, 'Error al descargar Archivo');
      },
    },
    {
      name: 'a new part without its product',
      path: (world) => `${fewParts(world)}&new=1`,
      reach: async ({ page }) => {
        await dialog(page).getByLabel('Código').fill('NUEVA-1');
        await press(dialog(page), 'Guardar y continuar');
        await text(dialog(page), 'Completá este campo');
      },
    },
    {
      name: 'a part at a glance, with the versions of a model',
      path: ({ part }) => `/parts/${part.id}`,
      reach: async ({ page }) => {
        await page.getByRole('region', { name: 'Aplicaciones' }).getByRole('list').getByRole('button').click();
        await page.getByRole('region', { name: 'Aplicaciones' }).getByRole('listitem').nth(1).waitFor();
        await page.getByRole('region', { name: 'Historial' }).getByRole('listitem').first().waitFor();
      },
    },
    {
      name: 'a duplicate whose code is taken',
      path: ({ pictured }) => `/parts/${pictured.id}`,
      reach: async ({ page }) => {
        await press(page, 'Duplicar');
        await press(dialog(page), 'Duplicar');
        await text(dialog(page), 'Ya hay una pieza con ese código');
      },
    },
    {
      name: 'a part at a glance that is not there',
      path: '/parts/99999999',
      reach: ({ page }) => heading(page, 'No encontramos esta pieza'),
    },
    {
      name: 'a part that is not there',
      path: `${CATALOG}?part=99999999&step=2`,
      reach: ({ page }) => text(page, 'No encontramos la pieza'),
    },
    {
      name: 'the menu of the account',
      path: CATALOG,
      reach: async ({ page }) => {
        await press(page, /Tu cuenta/);
        await page.getByRole('menuitem', { name: 'Salir' }).waitFor();
      },
    },
  ],
};

async function download(page: Page) {
  await press(page, 'Descargas');
  await page
    .getByRole('menuitem', { name: /^Piezas / })
    .or(dialog(page).getByRole('button', { name: /^Piezas/ }))
    .click();
}

const SEARCH: Group<World> = {
  name: 'a manufacturer who searches',
  as: () => 'fabricante',
  states: [
    {
      name: 'the suggestions of the search',
      path: fewParts,
      reach: async ({ page, isPhone }) => {
        if (isPhone) await press(page, 'Buscar piezas');
        await page.getByRole('combobox', { name: isPhone ? 'Número o palabras' : 'Buscar piezas' }).fill('accesible');
        await page
          .getByRole('option', { name: /ACCESIBLE/ })
          .first()
          .waitFor();
        await page.keyboard.press('ArrowDown');
      },
    },
    {
      name: 'a search without results',
      path: fewParts,
      only: 'desk',
      reach: async ({ page }) => {
        await page.getByRole('combobox', { name: 'Buscar piezas' }).fill('no-existe-9999');
        await text(page, 'Nada coincide con');
      },
    },
    {
      name: 'the palette',
      path: '/parts/search',
      only: 'desk',
      reach: async ({ page }) => {
        await heading(page, 'Búsqueda');
        await page.keyboard.press('Control+k');
        await dialog(page).getByRole('option').first().waitFor();
        await page.keyboard.type('accesible');
        await dialog(page).getByRole('group', { name: 'Código propio' }).waitFor();
      },
    },
    {
      name: 'the shortcuts',
      path: '/parts/search',
      only: 'desk',
      reach: async ({ page }) => {
        await heading(page, 'Búsqueda');
        await page.keyboard.press('?');
        await heading(page, 'Atajos de teclado');
      },
    },
    {
      name: 'the help',
      path: '/parts/search',
      reach: async ({ page, isPhone }) => {
        await heading(page, 'Búsqueda');
        if (isPhone) await press(page, /^Tu cuenta/);
        await page.getByRole(isPhone ? 'menuitem' : 'button', { name: 'Ayuda', exact: true }).click();
        await heading(page, 'Para qué sirve');
      },
    },
  ],
};

const CLIENT: Group<World> = {
  name: 'a client in the catalog',
  as: () => 'cliente',
  states: [
    {
      name: 'the downloads',
      path: fewParts,
      reach: async ({ page }) => {
        await press(page, 'Descargas');
        await text(page, /^Exportar las [\d.]+$/);
      },
    },
    {
      name: 'an enlarged picture, which is a drawing',
      path: (world) => `${CATALOG}?view=images&part=${world.pictured.id}`,
      reach: async ({ page }) => {
        await press(page, 'Ver la foto 2');
        await text(page, /^Plano$/);
      },
    },
    {
      name: 'a part without pictures',
      path: (world) => `${CATALOG}?view=images&part=${world.part.id}`,
      reach: ({ page }) => text(page, 'Esta pieza todavía no tiene fotos'),
    },
    {
      name: 'a part out of reach',
      path: (world) => `${CATALOG}?view=attributes&part=${world.foreignPart}`,
      reach: ({ page }) => text(dialog(page), 'No encontramos la pieza'),
    },
  ],
};

const VEHICLES = '/parts/vehicles';
const BY_VEHICLE: Group<World> = {
  name: 'a client who searches by vehicle',
  as: () => 'cliente',
  states: [
    {
      name: 'choosing a model',
      path: `${VEHICLES}?brand=Volkswagen`,
      reach: ({ page }) => page.getByRole('button', { name: /^Gol / }).waitFor(),
    },
    {
      name: 'choosing a year, above the parts of the model',
      path: `${VEHICLES}?brand=Volkswagen&model=Gol`,
      reach: async (visited) => {
        await visited.page.getByRole('button', { name: '2012', exact: true }).waitFor();
        await table(visited);
      },
    },
    {
      name: 'choosing a version, with the versions of a part',
      path: `${VEHICLES}?brand=Volkswagen&model=Gol&year=2012&hidden=1`,
      reach: async (visited) => {
        await press(visited.page, /^Versión \(\d+\)$/);
        await table(visited);
        await press(visited.page, /^Va en \d+ versi/);
      },
    },
    {
      name: 'the vehicles that match a text',
      path: VEHICLES,
      reach: async ({ page }) => {
        await page.getByRole('combobox', { name: 'Vehículo' }).fill('vw gol');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'a text that matches no vehicle',
      path: VEHICLES,
      reach: async ({ page }) => {
        await page.getByRole('combobox', { name: 'Vehículo' }).fill('vw gol 1950');
        await text(page, /^Ningún vehículo con piezas/);
      },
    },
  ],
};

const WITHOUT_BRANDS: Group<World> = {
  name: 'a client without brands',
  as: (world) => world.withoutBrands,
  states: [
    { name: 'the catalog', path: CATALOG, reach: ({ page }) => heading(page, 'Todavía no tenés marcas asignadas') },
  ],
};

expectAccessible([CATALOGUE, SEARCH, CLIENT, BY_VEHICLE, WITHOUT_BRANDS], makeWorld);
