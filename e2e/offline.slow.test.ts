import { expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';
import { choose, firstRow, notice } from './support/offline-journeys.ts';
import { pasteInto } from './support/page.ts';
import { makePart, wizard } from './support/parts.ts';

test('menus and dialogs say that there is no connection, and open once there is one', async ({ open }) => {
  const page = await open('/part_brands', { as: 'admin', viewport: PHONE, hasTouch: true });
  await page.getByRole('listitem').first().waitFor();
  await Promise.all([page.waitForResponse(/\/Toasts-.*\.js/), page.getByRole('heading', { name: 'Marcas' }).tap()]);
  const menu = page.getByRole('button', { name: 'Menú' });
  await page.context().setOffline(true);
  for (const button of [menu, page.getByRole('button', { name: 'Filtrar y ordenar' })]) {
    await button.tap();
    await notice(page).getByText('No hay conexión: probá de nuevo cuando vuelva').waitFor();
    await page.getByRole('button', { name: 'Cerrar el aviso' }).tap();
    await notice(page).getByText('probá de nuevo').waitFor({ state: 'detached' });
  }
  await page.keyboard.press('?');
  await notice(page).getByText('No hay conexión: probá de nuevo cuando vuelva').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('dialog').getByText('Ver estos atajos').waitFor();
  await page.keyboard.press('Escape');
  await menu.tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Productos' }).waitFor();
});

test('a pasted table stays until it was added, and a line that was not added comes back', async ({ open, demo }) => {
  const { id, brandId } = await makePart(demo, 'PEGADA-1');
  const page = await open(`/parts/catalog?part_brand=${brandId}&part=${id}&step=3`, { as: 'fabricante' });
  page.on('dialog', (asked) => asked.accept());
  const name = wizard(page).locator('[data-path="new-attribute-name"]');
  await Promise.all([page.waitForResponse(/\/Toasts-.*\.js/), name.click()]);
  await pasteInto(name, 'Ancho\t1\nAltura\t2\n');
  const pasted = page.getByRole('dialog', { name: 'Atributos de una planilla' });
  await page.context().setOffline(true);
  await pasted.getByRole('button', { name: 'Agregar 2' }).click();
  await notice(page).getByText('No hay conexión').waitFor();
  await pasted.getByText('Altura').waitFor();
  await page.context().setOffline(false);
  await pasted.getByRole('button', { name: 'Agregar 2' }).click();
  await pasted.waitFor({ state: 'detached' });
  await wizard(page).getByRole('button', { name: 'Eliminar Altura' }).waitFor();

  await name.fill('Largo');
  await page.reload();
  await page.getByText('Recuperamos lo que no habías guardado').waitFor();
  expect(await name.inputValue()).toBe('Largo');
});

test('a screen of which there is a newer version is shown after a reload', async ({ open }) => {
  const page = await open('/part_brands', { as: 'admin' });
  await firstRow(page).waitFor();
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  const code = /\/ProductList-.*\.js/;
  await page.route(code, (route) => route.fulfill({ status: 404 }));
  page.on('request', (request) => void (request.isNavigationRequest() && page.unroute(code)));
  await page.route('/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>La versión nueva</title>' }),
  );
  await choose(page, 'Productos');
  await page.getByRole('heading', { name: 'Productos' }).waitFor();
  await firstRow(page).waitFor();
  expect(await page.evaluate(() => 'isOld' in window)).toBe(false);

  // Another process still answers with the old version: the page is not loaded over and over again.
  await page.evaluate(() => Object.assign(window, { isReloaded: true }));
  await page.route(/\/CategoryList-.*\.js/, (route) => route.fulfill({ status: 404 }));
  await choose(page, 'Categorías');
  await page.getByRole('heading', { name: 'Hay una versión nueva de Piezario' }).waitFor();
  expect(await page.evaluate(() => 'isReloaded' in window)).toBe(true);
});
