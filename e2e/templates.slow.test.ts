import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';
import { readPart, wizard } from './support/parts.ts';
import { editor, field, makeProduct, storeTemplate } from './support/templates.ts';

test('rows of a template are dragged to their place', async ({ open, demo }) => {
  const { id } = await makeProduct(demo, 'Producto arrastrado');
  await storeTemplate(demo, id, { name: 'Alto' }, { name: 'Ancho' }, { name: 'Largo' });
  const page = await open(`/part_products/${id}`, { as: 'admin' });
  await editor(page).getByRole('button', { name: 'Guardar plantilla' }).scrollIntoViewIfNeeded();
  const handles = editor(page)
    .locator('[data-drag] span[aria-hidden]')
    .filter({ has: page.locator('svg') });
  const boxes = [await handles.first().boundingBox(), await editor(page).locator('[data-drag]').last().boundingBox()];
  const [from, to] = boxes.map((box) => ({ x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }));
  await page.mouse.move(from?.x ?? 0, from?.y ?? 0);
  await page.mouse.down();
  await page.mouse.move(to?.x ?? 0, (to?.y ?? 0) - 4, { steps: 5 });
  await page.mouse.move(to?.x ?? 0, to?.y ?? 0);
  await expect.poll(() => page.locator('[data-dragged]').getAttribute('style')).toContain('order: 2');
  await page.mouse.up();
  await expect.poll(() => field(page, 'Nombre de la fila 3').inputValue()).toBe('Alto');
});

test('a part names the attributes that it lacks', async ({ open, demo }) => {
  const { admin, id, brandId } = await makeProduct(demo, 'Producto que falta');
  await storeTemplate(demo, id, { name: 'Rosca 1/2"', importance: 'required' });
  const body = { part_brand_id: brandId, part_product_id: id, code: 'FALTA-1' };
  const part = await admin.call(api.parts.store, { body });
  const page = await open(`/parts/${part.id}`, { as: 'admin' });
  await page.getByText('Atributos: Rosca 1/2"').click();
  await wizard(page).getByLabel('Rosca 1/2"', { exact: true }).waitFor();
});

test('an attribute that is chosen from a list is added by keyboard alone', async ({ open, demo }) => {
  const { admin, id, brandId } = await makeProduct(demo, 'Producto con teclado');
  await storeTemplate(
    demo,
    id,
    { name: 'Con sensor', type: 'flag' },
    { name: 'Lado', type: 'list', values: ['Izquierdo', 'Derecho'], is_strict: 1 },
  );
  const body = { part_brand_id: brandId, part_product_id: id, code: 'ELEGIDO-1' };
  const part = { client: admin, ...(await admin.call(api.parts.store, { body })) };
  const page = await open(`/parts/catalog?part=${part.id}&step=3`, { as: 'admin' });
  const form = wizard(page).getByRole('form', { name: 'Nuevo atributo' });
  const name = form.getByRole('combobox', { name: 'Nombre' });
  const value = form.getByRole('combobox', { name: 'Valor' });
  /** Chooses a value by keyboard, once the focus is in its field. The attribute was not sent without a value. */
  const choose = async (start: string) => {
    await expect.poll(() => value.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await form.getByText('Completá este campo').count()).toBe(0);
    await page.keyboard.type(start);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  };
  const values = async () => (await readPart(part)).attributes.map((attribute) => attribute.value);
  await wizard(page).getByLabel('Lado', { exact: true }).waitFor();

  await name.fill('Con sensor');
  await name.press('Enter');
  await choose('N');
  await expect.poll(values).toEqual(['No']);

  // The name can also be chosen from the suggestions.
  await name.pressSequentially('Lad');
  await name.press('ArrowDown');
  await name.press('Enter');
  await choose('Der');
  await expect.poll(values).toEqual(['Derecho', 'No']);
});

test('missing attributes of a template are filled in together, in fields of their types, also on a phone', async ({
  open,
  demo,
}) => {
  const { admin, id, brandId } = await makeProduct(demo, 'Producto a completar');
  await storeTemplate(
    demo,
    id,
    { name: 'Color' },
    { name: 'Altura', type: 'number', unit: 'mm', importance: 'required', min: 1, max: 50 },
    { name: 'Lado', type: 'list', values: ['Izquierdo', 'Derecho'], importance: 'required', is_strict: 1 },
    { name: 'Con sensor', type: 'flag' },
  );
  const body = { part_brand_id: brandId, part_product_id: id, code: 'COMPLETAR-1' };
  const part = { client: admin, ...(await admin.call(api.parts.store, { body })) };
  await admin.call(api.attributes.store, { body: { part_id: part.id, name: 'Peso', value: '1', unit: 'kg' } });
  for (const viewport of [undefined, PHONE]) {
    const page = await open(`/parts/catalog?part=${part.id}&step=3`, { as: 'admin', ...(viewport && { viewport }) });
    const form = wizard(page).getByRole('form', { name: 'Completar la plantilla' });
    const missing = (name: string) => form.getByLabel(name, { exact: true });
    const save = form.getByRole('button', { name: /^Guardar/ });
    await wizard(page).getByText('Fuera de plantilla: no está en la plantilla del producto').waitFor();
    if (viewport) {
      await missing('Con sensor').selectOption('Sí');
      await save.click();
      await missing('Con sensor').waitFor({ state: 'detached' });
      continue;
    }
    expect((await readPart(part)).missing_attributes).toEqual(['Altura', 'Lado']);
    await form.getByText('AlturaObligatorio').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await missing('Altura').fill('80');
    await page.keyboard.press('Enter');
    await wizard(page).getByText('Fuera de plantilla: está fuera del rango de la plantilla').waitFor();
    await missing('Lado').selectOption('Derecho');
    await save.click();
    await missing('Lado').waitFor({ state: 'detached' });
    await expect.poll(async () => (await readPart(part)).missing_attributes).toEqual([]);
  }
  const saved = async () => (await readPart(part)).attributes.map(({ name, value, unit }) => [name, value, unit]);
  await expect.poll(saved).toEqual([
    ['Peso', '1', 'kg'],
    ['Lado', 'Derecho', ''],
    ['Con sensor', 'Sí', ''],
    ['Altura', '80', 'mm'],
  ]);
});

test('the rows of a template are one form: one draft, one save and one question', async ({ open, demo }) => {
  const { admin, id, brandId } = await makeProduct(demo, 'Producto de una vez');
  await storeTemplate(
    demo,
    id,
    { name: 'Altura', type: 'number', unit: 'mm', min: 1, max: 50, is_strict: 1 },
    { name: 'Color' },
    { name: 'Material' },
    { name: 'Rosca' },
  );
  const body = { part_brand_id: brandId, part_product_id: id, code: 'DE-UNA-VEZ-1' };
  const part = { client: admin, ...(await admin.call(api.parts.store, { body })) };
  const page = await open(`/parts/catalog?part=${part.id}&step=3`, { as: 'admin' });
  page.on('dialog', (asked) => void asked.accept());
  const form = wizard(page).getByRole('form', { name: 'Completar la plantilla' });
  const missing = (name: string) => form.getByLabel(name, { exact: true });
  const stored = async () => (await readPart(part)).attributes.map(({ name, value }) => `${name} ${value}`);
  await missing('Color').fill('Rojo');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Acero');
  await page.reload();
  await form.getByText('Recuperamos lo que no habías guardado').waitFor();
  await expect.poll(() => missing('Material').inputValue()).toBe('Acero');
  await missing('Altura').fill('99');

  // One invalid value keeps all of them from being saved, and its field shows the error.
  await wizard(page).getByRole('button', { name: 'Continuar' }).click();
  const question = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
  await question.getByText('No guardaste: Altura, Color y Material.').waitFor();
  await question.getByRole('button', { name: 'Guardar y salir' }).click();
  await form.getByText('Está fuera del rango de la plantilla').waitFor();
  expect(await stored()).toEqual([]);
  await missing('Altura').fill('9');
  await form.getByRole('button', { name: 'Guardar 3' }).waitFor();
  await wizard(page).getByRole('button', { name: 'Continuar' }).click();
  await question.getByRole('button', { name: 'Guardar y salir' }).click();
  await wizard(page).getByRole('heading', { name: 'Cargar fotos' }).waitFor();
  expect(await stored()).toEqual(['Material Acero', 'Color Rojo', 'Altura 9']);

  await wizard(page).getByRole('button', { name: 'Volver' }).click();
  await missing('Rosca').fill('M10');
  await page.keyboard.press('Control+s');
  await page.getByText('Se agregó 1 atributo').waitFor();
  await form.waitFor({ state: 'detached' });
  expect(await stored()).toEqual(['Rosca M10', 'Material Acero', 'Color Rojo', 'Altura 9']);
});
