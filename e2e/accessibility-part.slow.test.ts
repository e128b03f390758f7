import { api } from '@piezario/contract/api';
import { photo } from '@piezario/server/testing/images';
import type { Demo } from './support/demo.ts';
import { makeKnown, makePictured } from './support/known-parts.ts';
import { chooseFiles, pasteInto } from './support/page.ts';
import { wizard } from './support/parts.ts';
import { abort, asChosen, CATALOG, dialog, expectAccessible, type Group, hold, press, text } from './support/states.ts';

/* States of the steps of a part. */

async function makeWorld(demo: Demo) {
  const part = await makeKnown(demo, 'ESTADO-1');
  // Its vehicle is suggested to the other parts with the same cross reference.
  await makeKnown(demo, 'ESTADO-3', 1);
  return { part, pictured: await makePictured(demo, 'ESTADO-2') };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

const step = (number: number) => (world: World) => `${CATALOG}?part=${world.part.id}&step=${number}`;
const NOT_AN_IMAGE = { name: 'planilla.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Marca;Código') };

const WIZARD: Group<World> = {
  name: 'a manufacturer in the steps of a part',
  as: () => 'fabricante',
  states: [
    {
      name: 'its data, with changes of another person',
      path: step(1),
      reach: async ({ page, world: { part } }) => {
        await wizard(page).getByLabel('Descripción').fill('De la segunda');
        const { client, id: part_id, brandId: part_brand_id, productId: part_product_id } = part;
        const body = { part_id, part_brand_id, part_product_id, code: 'ESTADO-1', observation: crypto.randomUUID() };
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
      name: 'the change of its applications, with a blank position and an invalid quantity',
      path: step(2),
      reach: async ({ page }) => {
        await press(wizard(page), 'Cambiar aplicaciones');
        for (const name of ['Posición', 'Cantidad', 'Desde', 'Nota']) {
          await dialog(page).last().getByRole('combobox', { name, exact: true }).selectOption('Poner…');
        }
        await dialog(page).last().getByLabel('Cuántas').fill('0');
        await press(dialog(page).last(), 'Cambiar');
        await text(page, 'Tiene que ser 1 o más');
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
      name: 'its application to a vehicle, with an invalid quantity',
      path: step(2),
      reach: async ({ page }) => {
        await press(wizard(page), /^Agregar posición o nota/);
        await dialog(page).last().getByLabel('Cantidad', { exact: true }).fill('0');
        await press(dialog(page).last(), 'Guardar');
        await text(page, 'Tiene que ser 1 o más');
      },
    },
    {
      name: 'its attributes, with a duplicate',
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
        await chooseFiles(button, [NOT_AN_IMAGE, await asChosen(await photo(60, 40, 'a.jpg'))]);
        await text(wizard(page), /archivos? no se pud/);
      },
    },
    {
      name: 'pictures that are uploading, and the question before the step is left',
      path: step(4),
      reach: async ({ page }) => {
        await page.route('**/pictures/store', hold);
        const button = wizard(page).getByRole('button', { name: 'Elegir fotos', exact: true });
        await chooseFiles(button, [await asChosen(await photo(60, 40, 'a.jpg'))]);
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
      name: 'an enlarged picture',
      path: (world) => world.pictured.path(4),
      reach: async ({ page }) => {
        await press(wizard(page), 'Ver en grande la foto 2');
        await page.getByRole('img', { name: /foto 2 de 3/ }).waitFor();
      },
    },
    {
      name: 'its cross references, with a duplicate',
      path: step(5),
      reach: async ({ page }) => {
        await wizard(page).getByRole('combobox', { name: 'Marca' }).fill('fiat');
        await wizard(page).getByLabel('Código').fill('7-7 acc');
        await press(wizard(page), 'Agregar');
        await text(wizard(page), 'La pieza ya tiene esa equivalencia');
      },
    },
    {
      name: 'a cross reference that is being changed',
      path: step(5),
      reach: async ({ page }) => {
        await press(wizard(page), 'Editar Fiat 77-ACC');
        await wizard(page).getByRole('button', { name: 'Guardar Fiat 77-ACC' }).waitFor();
      },
    },
    {
      name: 'a pasted table, with a duplicate row and an invalid one',
      path: step(3),
      reach: async ({ page }) => {
        await pasteInto(wizard(page).getByRole('combobox', { name: 'Nombre' }), 'Ancho\t1\nAltura\t2\nLargo\t\n');
        await dialog(page).getByRole('button', { name: 'Agregar 1', exact: true }).waitFor();
      },
    },
    { name: 'its history', path: step(6), reach: ({ page }) => text(wizard(page), 'Pieza creada') },
  ],
};

expectAccessible([WIZARD], makeWorld);
