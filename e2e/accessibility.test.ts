import { api } from '@piezario/contract/api';
import { IMPORT_SHEETS, type ImportFile } from '@piezario/contract/importer';
import { withClient } from '@piezario/server/testing/database';
import { photo } from '@piezario/server/testing/images';
import { importFile, makeSheets, makeWorkbook, reviewFile } from '@piezario/server/testing/imports';
import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findDarkViolations, findViolations, loadAxe } from './support/axe.ts';
import { type Demo, PASSWORD, type Who } from './support/demo.ts';
import { applyAtOnce } from './support/importer.ts';
import { DESK, PHONE, test } from './support/journey.ts';
import { chooseFiles, pasteInto } from './support/page.ts';
import { BRAND, idOf, makePart, PRODUCT, wizard } from './support/parts.ts';
import { createPerson } from './support/people.ts';

/*
 * Every dialog, menu, error and other state that a person opens on a screen, at a desk and on a phone. SOAK=1 looks at dark
 * colours too. The screens themselves are in crawl.test.ts.
 */

type Visit = { readonly page: Page; readonly world: World; readonly isPhone: boolean };
type State = {
  readonly name: string;
  readonly path: string | ((world: World) => string);
  /** What the person does after the address has been opened. Ends when the state is on the screen. */
  readonly reach: (visit: Visit) => Promise<unknown>;
  readonly only?: 'desk' | 'phone';
};
type Group = { readonly name: string; readonly as?: (world: World) => Who; readonly states: readonly State[] };

const CATALOG = '/parts/catalog';
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
const text = (within: Page | Locator, words: string | RegExp) => within.getByText(words).first().waitFor();
const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name }).filter({ visible: true }).first().click();
const table = ({ page }: Visit) => page.locator('[data-row]').first().waitFor();
const step = (number: number) => (world: World) => `${CATALOG}?part=${world.part.id}&step=${number}`;
/** A few parts: the rows of a table are alike, and axe takes long for many. */
const fewParts = ({ brandId }: World) => `${CATALOG}?part_brand=${brandId}&part_search=ACCESIBLE`;
const view = (name: string) => (world: World) => `${fewParts(world)}&view=${name}&part=${world.part.id}`;
const abort = (route: Route) => route.abort();
/** Never answers. */
const hold = () => {};

const NOT_AN_IMAGE = { name: 'planilla.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Marca;Código') };

async function asFile(file: File) {
  return { name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) };
}

/** What the states show, made once. */
async function makeWorld(demo: Demo) {
  const admin = await demo.client('admin');
  const part = await makePart(demo, 'ACCESIBLE-1');
  const pictured = await makePart(demo, 'ACCESIBLE-2');
  for (const is_blueprint of [0, 1, 0] as const) {
    const body = { part_id: pictured.id, is_blueprint, attachment: await photo(600, 400) };
    await pictured.client.call(api.pictures.store, { body });
  }
  await part.client.call(api.attributes.store, { body: { part_id: part.id, name: 'Altura', value: '9', unit: 'mm' } });
  for (const { id: part_id } of [part, pictured]) {
    await part.client.call(api.crosses.store, { body: { part_id, brand: 'Fiat', code: '77-ACC' } });
  }
  const { vehicles } = await part.client.call(api.vehicles.list, {
    params: { partId: part.id },
    query: api.vehicles.list.query.parse({}),
  });
  await part.client.call(api.vehicles.toggle, { body: { part_id: part.id, vehicle_id: vehicles.data[0]?.id ?? 0 } });

  const suggesting = await makePart(demo, 'ACCESIBLE-10');
  await part.client.call(api.crosses.store, { body: { part_id: suggesting.id, brand: 'Fiat', code: '77-ACC' } });
  const [, another] = vehicles.data;
  await part.client.call(api.vehicles.toggle, { body: { part_id: suggesting.id, vehicle_id: another?.id ?? 0 } });

  const changed = await makePart(demo, 'ACCESIBLE-5');
  const names = ['Largo', 'Ancho', 'Peso', 'Rosca', 'Material', 'Torque'];
  const attributes = names.map((name) => [BRAND, PRODUCT, 'ACCESIBLE-5', name, '1', 'mm']);
  await importFile(changed.client, await makeWorkbook({ Atributos: attributes }, 'atributos.xlsx'));

  const maker = await createPerson(demo, 'users', 'Fabrica Accesible', [BRAND]);
  const client = await createPerson(demo, 'clients', 'Cliente Accesible', [BRAND]);
  const newcomer = await createPerson(demo, 'users', 'Fabrica Nueva', [BRAND]);
  const importer = await demo.client(maker);
  const rows = [
    [BRAND, null, PRODUCT, 'ACCESIBLE-3', 'Pieza', 'SI', 'NO'],
    [BRAND, null, 'Producto inventado', 'ACCESIBLE-4', 'Pieza', 'SI', 'NO'],
  ];
  const imported = await importFile(importer, await makeWorkbook({ Piezas: rows }, 'con errores.xlsx'));
  // An alarm, a change that is left out, a notice and an error that can be solved.
  const toReview = {
    Piezas: [
      [...IMPORT_SHEETS.Piezas, 'Precio'],
      [BRAND, null, PRODUCT, 'ACCESIBLE.5'],
      [BRAND, null, 'Filtro de aseite', 'ACCESIBLE-9'],
    ],
    Atributos: [IMPORT_SHEETS.Atributos, ...names.map((name) => [BRAND, PRODUCT, 'ACCESIBLE-5', name, '2'])],
  };
  const reviewed = await reviewFile(importer, await makeSheets(toReview, 'para revisar.xlsx'));
  for (const code of ['ACCESIBLE-7', 'ACCESIBLE-8']) {
    await importer.call(api.parts.remove, { body: { id: (await makePart(demo, code)).id } });
  }
  await makePart(demo, 'ACCESIBLE-8');
  return {
    demo,
    part,
    undo: await undoImport(demo, maker, imported),
    pictured,
    changed,
    imported,
    reviewed,
    brandId: part.brandId,
    client,
    maker,
    newcomer,
    invited: await invite(demo),
    withoutBrands: await createPerson(demo, 'clients', 'Cliente Sin Nada'),
    ana: (await admin.call(api.auth.profile, {})).id,
    foreignPart: await findForeignPart(demo),
    productId: part.productId,
  };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

async function undoImport(demo: Demo, maker: Who, { operation_id }: ImportFile) {
  const client = await demo.client(maker);
  const { id } = await client.call(api.undos.store, { body: { operation_id: operation_id ?? 0 } });
  await expect.poll(() => client.call(api.undos.show, { params: { undoId: id } })).toMatchObject({ state: 'done' });
  return client.call(api.undos.show, { params: { undoId: id } });
}

/** A person who has not replaced the password that an admin typed. */
async function invite(demo: Demo): Promise<Who> {
  const body = { name: 'Invitada', email: 'invitada@example.com', password: PASSWORD };
  await (await demo.client('admin')).call(api.users.store, { body });
  return { email: body.email };
}

/** A part that the demo's client does not reach. */
async function findForeignPart(demo: Demo): Promise<number> {
  const admin = await demo.client('admin');
  const brandId = idOf(await admin.call(api.brands.json, {}), 'Plafren');
  const params = { brandId, productId: 'all' } as const;
  const { data } = await admin.call(api.parts.list, { params, query: api.parts.list.query.parse({}) });
  return data[0]?.id ?? 0;
}

const CATALOGUE: Group = {
  name: 'a manufacturer in the catalogue',
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
      name: 'the crosses of a part, and those that have to do with it',
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
      name: 'what an action would do, and a field of it that is blank',
      path: fewParts,
      reach: async ({ page }) => {
        await page.getByRole('checkbox', { name: `Seleccionar ${BRAND} ACCESIBLE-1`, exact: true }).check();
        await press(page, 'Acciones');
        await page.getByRole('menuitem', { name: 'Descripción…' }).click();
        await press(dialog(page), 'Ver qué cambia');
        await text(dialog(page), 'Completá este campo');
        await dialog(page).getByText('Vaciar').click();
        await text(dialog(page), 'Cambia 1 pieza.');
      },
    },
    {
      name: 'the downloads of what is filtered',
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

const SEARCH: Group = {
  name: 'a manufacturer who searches',
  as: () => 'fabricante',
  states: [
    {
      name: 'what is found while one types',
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
      name: 'nothing that is found',
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
  ],
};

const WIZARD: Group = {
  name: 'a manufacturer in the steps of a part',
  as: () => 'fabricante',
  states: [
    {
      name: 'its data, with changes of another person',
      path: step(1),
      reach: async ({ page, world: { part } }) => {
        await wizard(page).getByLabel('Descripción').fill('De la segunda');
        const { client, id: part_id, brandId: part_brand_id, productId: part_product_id } = part;
        const body = { part_id, part_brand_id, part_product_id, code: 'ACCESIBLE-1', observation: crypto.randomUUID() };
        await client.call(api.parts.update, { body });
        await wizard(page).getByRole('button', { name: 'Guardar', exact: true }).click();
        await text(page, /Podés quedarte con/);
      },
    },
    {
      name: 'its data, with the question before they are left unsaved',
      path: step(1),
      reach: async ({ page }) => {
        await wizard(page).getByLabel('Descripción').fill('Sin guardar');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog', { name: '¿Salir sin guardar?' }).waitFor();
      },
    },
    { name: 'its data', path: step(1), reach: ({ page }) => wizard(page).getByLabel('Descripción').waitFor() },
    {
      name: 'its applications',
      path: (world) => world.pictured.path(2),
      reach: async ({ page }) => {
        await wizard(page).locator('[data-row]').getByRole('switch').first().click();
        await text(page, /vehículos? (des)?vinculado/);
      },
    },
    {
      name: 'a whole model to be linked',
      path: step(2),
      reach: async ({ page }) => {
        await press(wizard(page), /^Todo el modelo de /);
        await text(page, /^Vincular tod[oa] .*\d\)$/);
      },
    },
    {
      name: 'the copy of the applications of a part of another product',
      path: step(2),
      reach: async ({ page }) => {
        await press(wizard(page), 'Copiar de otra pieza');
        await dialog(page).last().getByRole('combobox').fill('filtro de habitáculo');
        await dialog(page).last().getByRole('option').first().click();
        await text(page, 'Es de otro producto');
      },
    },
    {
      name: 'the vehicles that other parts suggest',
      path: ({ pictured }) => `${CATALOG}?part=${pictured.id}&step=2`,
      reach: async ({ page }) => {
        await press(wizard(page), /^Sugerencias \(/);
        await dialog(page).last().getByRole('list').getByRole('checkbox').first().check();
      },
    },
    {
      name: 'what is said of it on a vehicle, with something wrong',
      path: step(2),
      reach: async ({ page }) => {
        await press(wizard(page), /^Agregar posición o nota/);
        await dialog(page).last().getByLabel('Cantidad', { exact: true }).fill('0');
        await press(dialog(page).last(), 'Guardar');
        await text(page, 'Tiene que ser 1 o más');
      },
    },
    {
      name: 'its attributes, with one that is there already',
      path: step(3),
      reach: async ({ page }) => {
        await wizard(page).getByRole('combobox', { name: 'Nombre' }).fill('ALTURA');
        await wizard(page).getByLabel('Valor').fill('1');
        await press(wizard(page), 'Agregar');
        await text(wizard(page), 'La pieza ya tiene un atributo con ese nombre');
      },
    },
    {
      name: 'an attribute that is being changed',
      path: step(3),
      reach: async ({ page }) => {
        await press(wizard(page), 'Editar Altura');
        await wizard(page).getByRole('button', { name: 'Guardar Altura' }).waitFor();
      },
    },
    { name: 'no pictures', path: step(4), reach: ({ page }) => text(wizard(page), 'Todavía no tiene fotos') },
    {
      name: 'pictures that failed',
      path: step(4),
      reach: async ({ page }) => {
        await page.route('**/pictures/store', abort);
        const button = wizard(page).getByRole('button', { name: 'Elegir fotos', exact: true });
        await chooseFiles(button, [NOT_AN_IMAGE, await asFile(await photo(60, 40, 'a.jpg'))]);
        await text(wizard(page), /archivos? no se pud/);
      },
    },
    {
      name: 'pictures on their way, and the question before they are left',
      path: step(4),
      reach: async ({ page }) => {
        await page.route('**/pictures/store', hold);
        const button = wizard(page).getByRole('button', { name: 'Elegir fotos', exact: true });
        await chooseFiles(button, [await asFile(await photo(60, 40, 'a.jpg'))]);
        await text(wizard(page), /^Cargando: falta/);
        await press(wizard(page), 'Continuar');
        await page.getByRole('dialog', { name: '¿Salir mientras se cargan fotos?' }).waitFor();
      },
    },
    {
      name: 'pictures with a warning and a drawing',
      path: (world) => world.pictured.path(4),
      reach: async ({ page }) => {
        await text(wizard(page), 'Mercado Libre pide al menos 500 × 500 px');
        await text(wizard(page), /^Plano$/);
      },
    },
    {
      name: 'the actions of a picture',
      path: (world) => world.pictured.path(4),
      reach: async ({ page }) => {
        await press(wizard(page), 'Más acciones de la foto 2');
        await page.getByRole('menuitem').first().waitFor();
      },
    },
    {
      name: 'a picture in large',
      path: (world) => world.pictured.path(4),
      reach: async ({ page }) => {
        await press(wizard(page), 'Ver en grande la foto 2');
        await page.getByRole('img', { name: /foto 2 de 3/ }).waitFor();
      },
    },
    {
      name: 'its crosses, with one that is there already',
      path: step(5),
      reach: async ({ page }) => {
        await wizard(page).getByRole('combobox', { name: 'Marca' }).fill('fiat');
        await wizard(page).getByLabel('Código').fill('7-7 acc');
        await press(wizard(page), 'Agregar');
        await text(wizard(page), 'La pieza ya tiene esa equivalencia');
      },
    },
    {
      name: 'an equivalence that is being changed',
      path: step(5),
      reach: async ({ page }) => {
        await press(wizard(page), 'Editar Fiat 77-ACC');
        await wizard(page).getByRole('button', { name: 'Guardar Fiat 77-ACC' }).waitFor();
      },
    },
    {
      name: 'a table that was pasted, with a row that is there and one that is wrong',
      path: step(3),
      reach: async ({ page }) => {
        await pasteInto(wizard(page).getByRole('combobox', { name: 'Nombre' }), 'Ancho\t1\nAltura\t2\nLargo\t\n');
        await dialog(page).getByRole('button', { name: 'Agregar 1', exact: true }).waitFor();
      },
    },
    { name: 'its history', path: step(6), reach: ({ page }) => text(wizard(page), 'Pieza creada') },
  ],
};

const CLIENT: Group = {
  name: 'a client in the catalogue',
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
      name: 'a picture in large, with its drawing',
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

const WITHOUT_BRANDS: Group = {
  name: 'a client without brands',
  as: (world) => world.withoutBrands,
  states: [
    { name: 'the catalogue', path: CATALOG, reach: ({ page }) => heading(page, 'Todavía no tenés marcas asignadas') },
  ],
};

const ADMIN: Group = {
  name: 'an administrator',
  as: () => 'admin',
  states: [
    {
      name: 'the menu',
      path: CATALOG,
      reach: async ({ page, isPhone }) => {
        await press(page, 'Menú');
        await page.getByRole(isPhone ? 'link' : 'menuitem', { name: 'Productos' }).waitFor();
      },
    },
    {
      name: 'a brand whose name is taken',
      path: '/part_brands/new',
      reach: async ({ page }) => {
        await page.getByRole('textbox', { name: /^Nombre/ }).fill('NÓRVIAL');
        await press(page, 'Guardar');
        await text(page.locator('form'), 'Ya hay una marca con ese nombre');
      },
    },
    {
      name: 'an alias that is a brand',
      path: '/vehicle_aliases/new',
      reach: async ({ page }) => {
        await page.getByRole('textbox', { name: /^Alias/ }).fill('mercedes benz');
        await page.getByRole('combobox', { name: /^Marca de vehículos/ }).fill('Fiat');
        await page.getByRole('option', { name: 'Fiat' }).click();
        await press(page, 'Guardar');
        await text(page.locator('form'), 'Es una marca de la base de vehículos');
      },
    },
    {
      name: 'a list that could not be loaded',
      path: '/part_products',
      reach: async ({ page }) => {
        await page.route('**/part-products/paginated/**', abort);
        await page.reload();
        await text(page, 'No se pudo cargar la lista');
      },
    },
    {
      name: 'a product with its components',
      path: (world) => `/part_products/${world.productId}`,
      reach: async ({ page }) => {
        await page.getByRole('switch').last().click();
        await text(page, 'Componentes actualizados');
      },
    },
    {
      name: 'the question before a user is deactivated',
      path: '/users?filter[contains-name]=Accesible',
      reach: async ({ page }) => {
        await press(page, 'Desactivar Fabrica Accesible');
        await text(dialog(page), /No va a poder ingresar/);
      },
    },
    {
      name: 'a new user with errors',
      path: '/users/new',
      reach: async ({ page }) => {
        await page.getByLabel('Nombre').fill('Persona Apurada');
        await page.getByLabel('CUIT').pressSequentially('30708412632');
        await page.getByLabel(/^Clave/).fill('corta');
        await press(page, 'Guardar');
        await text(page, 'Se requieren al menos 8 caracteres');
      },
    },
    {
      name: 'a user with a brand that is granted already',
      path: (world) => `/users/${world.maker.id}`,
      reach: async ({ page }) => {
        const grants = page.getByRole('region', { name: 'Marcas y productos asignados' });
        await grants.getByRole('cell', { name: BRAND, exact: true }).waitFor();
        await grants.getByRole('combobox', { name: 'Marca' }).click();
        await page.getByRole('option', { name: BRAND, exact: true }).click();
        await grants.getByRole('combobox', { name: 'Categoría' }).click();
        await page.getByRole('option', { name: 'Filtros', exact: true }).click();
        await press(grants, 'Asignar');
        await text(grants, 'Ya tiene asignada toda la marca');
      },
    },
    {
      name: 'their own account',
      path: (world) => `/users/${world.ana}`,
      reach: ({ page }) => text(page, 'Es tu cuenta'),
    },
    {
      name: 'the image of a model',
      path: step(2),
      only: 'desk',
      reach: async ({ page }) => {
        await press(wizard(page), /^Cambiar la imagen/);
        await text(page, 'La muestran todas las versiones del modelo.');
      },
    },
  ],
};

const MANUFACTURER: Group = {
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
    { name: 'an import with errors', path: '/import', reach: ({ page }) => text(page, /^Completado con 1 error/) },
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

const HISTORY: Group = {
  name: 'a manufacturer in the history of the catalogue',
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
      path: '/parts/trash?filter[contains-code]=ACCESIBLE',
      reach: async ({ page }) => {
        await press(page, 'Recuperar todas las que se eliminaron con ACCESIBLE-8');
        await text(dialog(page), /1 no se puede\.$/);
      },
    },
    {
      name: 'removed parts, one of which cannot come back',
      path: '/parts/trash?filter[contains-code]=ACCESIBLE',
      reach: async ({ page, isPhone }) => {
        // What could come back did so at the desk.
        await page.getByRole('checkbox', { name: 'Seleccionar todas las filas de esta página' }).check();
        await press(page, /^Recuperar \d/);
        await text(page, isPhone ? /^ACCESIBLE-8: Ya hay una pieza/ : 'Una pieza no se pudo recuperar');
      },
    },
  ],
};

const ACCOUNT: Group = {
  name: 'a client in their account',
  as: (world) => world.client,
  states: [
    {
      name: 'their account',
      path: '/account',
      reach: async ({ page }) => {
        await text(page, 'Esta sesión');
        await press(page, 'Cambiar la clave');
        await text(page, 'Completá este campo');
      },
    },
  ],
};

const FIRST_TIME: Group = {
  name: 'a person whose password was set by an admin',
  as: (world) => world.invited,
  states: [{ name: 'choosing a password', path: CATALOG, reach: ({ page }) => heading(page, 'Elegí tu clave') }],
};

const NEWCOMER: Group = {
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
      name: 'the choice of what to start from',
      path: '/import',
      reach: async ({ page }) => {
        await press(page, 'Base para Importación');
        await page.getByRole('button', { name: 'Descargar' }).waitFor();
      },
    },
  ],
};

/** Shows an import that is under way: it waits for a part that is locked. */
async function whileImporting(page: Page, { demo, part }: World, work: () => Promise<void>) {
  const rows = [[BRAND, null, PRODUCT, 'ACCESIBLE-1', crypto.randomUUID(), 'SI', 'NO']];
  const file = await makeWorkbook({ Piezas: rows }, `${crypto.randomUUID()}.xlsx`);
  await withClient(demo.connection, async (database) => {
    await database.query('begin');
    await database.query('select from parts where id = $1 for update', [part.id]);
    await applyAtOnce(page);
    await chooseFiles(page.getByRole('button', { name: 'Subir archivo' }), [await asFile(file)]);
    await text(page, /^Procesando \d/);
    await work();
    await database.query('rollback');
  });
}

/** An address without a screen: going through it closes what belongs to the screen before. */
const NOWHERE = '/nada';
const OPENED = '[role="dialog"], [role="menu"], [role="listbox"], [aria-expanded="true"]';

/** Goes to an address inside the application, which costs a fraction of loading it again. */
async function visit(page: Page, path: string) {
  const push = (to: string) => page.evaluate((url) => window.history.pushState({}, '', url), to);
  const left = page.getByText('Esta página no existe');
  const opened = page.locator(OPENED).filter({ visible: true });
  if (page.url() !== 'about:blank') {
    await push(NOWHERE);
    await left.or(opened).first().waitFor();
  }
  const isInside = (await left.isVisible()) && (await opened.count()) === 0;
  // Where something is still open, or a form asks before it is left, the page is loaded again.
  if (!isInside) await page.goto('about:blank');
  await page.unrouteAll();
  await (isInside ? push(path) : page.goto(path));
}

const VEHICLES = '/parts/vehicles';
const BY_VEHICLE: Group = {
  name: 'a client who looks by vehicle',
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
      name: 'the vehicles that a line may mean',
      path: VEHICLES,
      reach: async ({ page }) => {
        await page.getByRole('combobox', { name: 'Vehículo' }).fill('vw gol');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'a line that means no vehicle',
      path: VEHICLES,
      reach: async ({ page }) => {
        await page.getByRole('combobox', { name: 'Vehículo' }).fill('vw gol 1950');
        await text(page, /^Ningún vehículo con piezas/);
      },
    },
  ],
};

const GROUPS = [
  CATALOGUE,
  SEARCH,
  WIZARD,
  CLIENT,
  BY_VEHICLE,
  WITHOUT_BRANDS,
  ADMIN,
  MANUFACTURER,
  HISTORY,
  NEWCOMER,
  ACCOUNT,
  FIRST_TIME,
];

let world: Promise<World> | undefined;

describe.for(['desk', 'phone'] as const)('at a %s', (size) => {
  const isPhone = size === 'phone';
  for (const { name, as, states } of GROUPS) {
    const shown = states.filter(({ only = size }) => only === size);
    test(`${name} finds everything accessible`, { timeout: shown.length * 60_000 + 180_000 }, async ({
      open,
      demo,
    }) => {
      world ??= makeWorld(demo);
      const made = await world;
      const page = await open('about:blank', {
        ...(as && { as: as(made) }),
        ...(isPhone ? { viewport: PHONE, hasTouch: true } : { viewport: DESK }),
      });
      await loadAxe(page);
      const found: Record<string, string[]> = {};
      for (const { name: state, path, reach } of shown) {
        await visit(page, typeof path === 'string' ? path : path(made));
        await reach({ page, world: made, isPhone });
        found[state] = await findViolations(page);
        if (isPhone) continue;
        found[`${state}, dark`] = await findDarkViolations(page);
      }
      expect(Object.entries(found).filter(([, violations]) => violations.length > 0)).toEqual([]);
    });
  }
});
