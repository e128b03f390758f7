import { describe, expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';
import { atField, atStep, button, isLinked, pick, STEPS, stepper, unsaved, vehicle } from './support/part-journeys.ts';
import { BRAND, makePart, PRODUCT, readPart, wizard } from './support/parts.ts';
import { expectNotice } from './support/waiting.ts';

describe('the wizard', () => {
  test('keeps its part and its step through a reload, Back and a shared link', async ({ open, demo }) => {
    const part = await makePart(demo, 'PASOS-1');
    const page = await open(part.path(3), { as: 'fabricante' });
    await atStep(page, 3);
    await page.reload();
    await atStep(page, 3);
    await button(page, 'Volver').click();
    await atStep(page, 2);
    await page.goBack();
    await atStep(page, 3);
    await page.keyboard.press('Escape');
    await wizard(page).waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).searchParams.has('part')).toBe(false);
  });

  test('leaves no steps in the browser history when it is closed: Back leads to the screen before it', async ({
    open,
    demo,
  }) => {
    const { brandId } = await makePart(demo, 'ATRAS-1');
    const page = await open(`/parts/catalog?part_brand=${brandId}&part_search=ATRAS1`, { as: 'fabricante' });
    await page.getByRole('button', { name: /^Editar .*ATRAS-1/ }).click();
    await atStep(page, 1);
    for (const step of [2, 3] as const) {
      await stepper(page, step).click();
      await atStep(page, step);
    }
    await page.keyboard.press('Escape');
    await wizard(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Editar .*ATRAS-1/ }).waitFor();
    await expect.poll(() => page.url()).not.toContain('step=');
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain('part_search=ATRAS1');
    await expect.poll(() => page.url()).not.toContain('step=');
  });

  test('asks before unsaved changes are left, on every way out', async ({ open, demo }) => {
    const part = await makePart(demo, 'GUARDIA-1');
    const page = await open(part.path(2), { as: 'fabricante' });
    await atStep(page, 2);
    await stepper(page, 1).click();
    await atStep(page, 1);
    const description = wizard(page).getByLabel('Descripción');
    await description.fill('Sin guardar');
    for (const leave of [
      () => stepper(page, 3).click(),
      () => button(page, 'Cerrar').last().click(),
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
    ]) {
      await leave();
      await unsaved(page).waitFor();
      await page.keyboard.press('Escape');
      await unsaved(page).waitFor({ state: 'detached' });
      await expect.poll(() => description.inputValue()).toBe('Sin guardar');
    }
    await stepper(page, 3).click();
    await unsaved(page).getByRole('button', { name: 'Salir sin guardar' }).click();
    await atStep(page, 3);
    await wizard(page).getByRole('combobox', { name: 'Nombre' }).fill('A medio escribir');
    await button(page, 'Continuar').click();
    await unsaved(page).getByRole('button', { name: 'Seguir editando' }).click();
    await expect
      .poll(() => wizard(page).getByRole('combobox', { name: 'Nombre' }).inputValue())
      .toBe('A medio escribir');
  });

  test('says that a code is taken at its field', async ({ open, demo }) => {
    await makePart(demo, 'REPETIDO 1');
    const part = await makePart(demo, 'REPETIDO 2');
    const page = await open(part.path(1), { as: 'fabricante' });
    await wizard(page).getByLabel('Código').fill('repetido-1');
    await page.keyboard.press('Enter');
    await page.locator('form').getByText('Ya hay una pieza con ese código en la marca y el producto').waitFor();
    expect(await page.getByText('Otra persona guardó').count()).toBe(0);
    await atField(page, 'part-code');
  });

  test('undoes a link that the server refused, and says so', async ({ open, demo }) => {
    const part = await makePart(demo, 'DETENIDA-1');
    const page = await open(part.path(2), { as: 'fabricante' });
    await vehicle(page, 0).click();
    await page.getByText('1 vehículo vinculado').waitFor();
    // The screen shows the link before its request is sent.
    await expect.poll(async () => (await readPart(part)).vehicles_count).toBe(1);
    await page.route('**/vehicles/toggle', (route) => route.abort());
    await vehicle(page, 1).click();
    await page.getByText(/No se pudo vincular/).waitFor();
    await expect.poll(async () => [await isLinked(page, 0), await isLinked(page, 1)]).toEqual(['true', 'false']);
    await wizard(page).getByText('1 vinculado', { exact: true }).waitFor();
    expect((await readPart(part)).vehicles_count).toBe(1);
  });

  test('saves the state after the last of many quick clicks', async ({ open, demo }) => {
    const part = await makePart(demo, 'RÁPIDO-1');
    const page = await open(part.path(2), { as: 'fabricante' });
    await vehicle(page, 0).waitFor();
    for (let times = 0; times < 5; times++) {
      await vehicle(page, 0).click();
      await vehicle(page, 1).click();
    }
    await vehicle(page, 1).click();
    await expect.poll(async () => (await readPart(part)).vehicles_count).toBe(1);
    await wizard(page).getByText('1 vinculado', { exact: true }).waitFor();
    await expect.poll(async () => [await isLinked(page, 0), await isLinked(page, 1)]).toEqual(['true', 'false']);
  });

  test('is not for those who only read', async ({ open, demo }) => {
    const part = await makePart(demo, 'AJENO-1');
    const page = await open(part.path(1), { as: 'usuario' });
    await page.getByRole('main').waitFor();
    await page.getByRole('button', { name: 'Menú' }).waitFor();
    expect(await wizard(page).count()).toBe(0);
    await page.goto('/parts/catalog?new=1');
    await page.getByRole('button', { name: 'Menú' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('says that a part is not there', async ({ open }) => {
    const page = await open('/parts/catalog?part=99999999&step=2', { as: 'fabricante' });
    await page.getByText('No encontramos la pieza').waitFor();
  });
});

test('on a phone, a part is made, linked and described', async ({ open }) => {
  const page = await open('/parts/catalog', { as: 'fabricante', viewport: PHONE, hasTouch: true });
  await page.getByRole('button', { name: 'Nueva pieza' }).first().click();
  await pick(page, 'dialog', 'Marca', BRAND);
  await pick(page, 'dialog', 'Producto', PRODUCT);
  await page.getByRole('dialog').getByLabel('Código').fill('BOLSILLO-1');
  await page.getByRole('button', { name: 'Guardar y continuar' }).click();
  await atStep(page, 2);
  await vehicle(page, 0).tap();
  await wizard(page).getByText('1 vinculado', { exact: true }).waitFor();

  await stepper(page, 3).tap();
  await atStep(page, 3);
  await wizard(page).getByRole('combobox', { name: 'Nombre' }).fill('Altura');
  await wizard(page).getByLabel('Valor').fill('80');
  await button(page, 'Agregar').tap();
  await wizard(page).getByRole('button', { name: 'Editar Altura' }).waitFor();

  await stepper(page, 1).tap();
  await atStep(page, 1);
  const tops = await wizard(page)
    .getByRole('button', { name: /^(Cerrar|Guardar.*)$/ })
    .evaluateAll((buttons) =>
      buttons.filter(({ textContent }) => textContent).map((one) => one.getBoundingClientRect().top),
    );
  expect(new Set(tops).size).toBe(1);
  // Three save buttons: the wizard is closed by the cross in its header.
  expect(tops).toHaveLength(3);
  await button(page, 'Guardar y cerrar').tap();
  await wizard(page).waitFor({ state: 'detached' });
});

describe('the wizard', () => {
  test('has five steps, and the history behind a button of its header', async ({ open, demo }) => {
    const part = await makePart(demo, 'CINCO-1');
    const page = await open(part.path(2), { as: 'fabricante' });
    const steps = page.getByRole('navigation', { name: 'Pasos' });
    await atStep(page, 2);
    expect(await steps.getByRole('button').count()).toBe(STEPS.length);
    await button(page, `Historial de ${BRAND} CINCO-1`).press('Enter');
    await wizard(page).getByRole('heading', { level: 2, name: 'Historial' }).waitFor();
    await wizard(page).getByText('Pieza creada').waitFor();
    expect(await steps.locator('[aria-current]').count()).toBe(0);
    await page.goBack();
    await atStep(page, 2);
    // The address of the history as a sixth step still works.
    await page.goto(part.path(6));
    await wizard(page).getByText('Pieza creada').waitFor();
    await stepper(page, 5).click();
    await atStep(page, 5);
  });

  test('tells the second of two people what the first one saved, and lets them choose', async ({ open, demo }) => {
    const part = await makePart(demo, 'DOS-1');
    const [first, second] = await Promise.all([
      open(part.path(1), { as: 'fabricante' }),
      open(part.path(1), { as: 'fabricante' }),
    ]);
    await atStep(second, 1);
    await wizard(second).getByLabel('Código').fill('DOS-2');
    await wizard(second).getByLabel('Descripción').fill('De la segunda');
    await wizard(first).getByLabel('Descripción').fill('De la primera');
    await wizard(first).getByLabel('Habilitada').uncheck();
    await button(first, 'Guardar').click();
    await expectNotice(first, 'Pieza guardada');

    await button(second, 'Guardar').click();
    const notice = second.getByRole('alert').filter({ hasText: 'Podés quedarte con' });
    await notice.waitFor();
    for (const changed of ['Ahora es: De la primera', 'Ahora es: NO', 'Ahora es: DOS-1'])
      await second.locator('form').getByText(changed).waitFor();
    await expect.poll(() => readPart(part)).toMatchObject({ code: 'DOS-1', observation: 'De la primera', enabled: 0 });
    await notice.getByRole('button', { name: 'Conservar los míos y guardar' }).click();
    await notice.waitFor({ state: 'detached' });
    await expect.poll(() => readPart(part)).toMatchObject({ code: 'DOS-2', observation: 'De la segunda', enabled: 1 });

    await wizard(first).getByLabel('Descripción').fill('Otra vez de la primera');
    await button(first, 'Guardar').click();
    await first.getByRole('button', { name: 'Cargar los valores actuales' }).click();
    await expect.poll(() => wizard(first).getByLabel('Código').inputValue()).toBe('DOS-2');
    await expect.poll(() => wizard(first).getByLabel('Habilitada').isChecked()).toBe(true);
    await stepper(first, 2).click();
    await atStep(first, 2);
  });
});
