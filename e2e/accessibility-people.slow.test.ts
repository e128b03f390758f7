import { api } from '@piezario/contract/api';
import { type Demo, PASSWORD, type Who } from './support/demo.ts';
import { BRAND, makePart, wizard } from './support/parts.ts';
import { createPerson } from './support/people.ts';
import { abort, CATALOG, dialog, expectAccessible, type Group, heading, press, text } from './support/states.ts';

/* States of the screens of an administrator, and of the account of a person. */

async function makeWorld(demo: Demo) {
  const admin = await demo.client('admin');
  const part = await makePart(demo, 'IMAGEN-1');
  return {
    part,
    productId: part.productId,
    ana: (await admin.call(api.auth.profile, {})).id,
    maker: await createPerson(demo, 'users', 'Fabrica Accesible', [BRAND]),
    client: await createPerson(demo, 'clients', 'Cliente Accesible', [BRAND]),
    invited: await invite(demo),
  };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

/** A person who has not replaced the password that an admin typed. */
async function invite(demo: Demo): Promise<Who> {
  const body = { name: 'Invitada', email: 'invitada@example.com', password: PASSWORD };
  await (await demo.client('admin')).call(api.users.store, { body });
  return { email: body.email };
}

const ADMIN: Group<World> = {
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
      path: (world) => world.part.path(2),
      only: 'desk',
      reach: async ({ page }) => {
        await press(wizard(page), /^Cambiar la imagen/);
        await text(page, 'La muestran todas las versiones del modelo.');
      },
    },
  ],
};

const ACCOUNT: Group<World> = {
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

const FIRST_TIME: Group<World> = {
  name: 'a person whose password was set by an admin',
  as: (world) => world.invited,
  states: [{ name: 'choosing a password', path: CATALOG, reach: ({ page }) => heading(page, 'Elegí tu clave') }],
};

expectAccessible([ADMIN, ACCOUNT, FIRST_TIME], makeWorld);
