import { expect } from 'vitest';
import { test } from './support/journey.ts';
import { pasteInto } from './support/page.ts';
import { atField, atStep, button, isLinked, pick, stepper, tabToFirstField, vehicle } from './support/part-journeys.ts';
import { BRAND, PRODUCT, wizard } from './support/parts.ts';

test('a part lives from its brand to its removal', async ({ open }) => {
  const page = await open('/parts/catalog', { as: 'fabricante' });
  await pick(page, 'search', 'Marca', BRAND);
  await pick(page, 'search', 'Categoría', 'Filtros');
  await page.getByRole('button', { name: 'Nueva pieza' }).first().click();

  const form = page.getByRole('dialog', { name: 'Nueva pieza' });
  await expect.poll(() => form.getByRole('combobox', { name: 'Categoría' }).inputValue()).toBe('Filtros');
  await expect.poll(() => form.getByRole('combobox', { name: 'Marca' }).inputValue()).toBe(BRAND);
  await atField(page, 'new-part-code');
  await page.keyboard.type('VIDA 1/A');
  await page.keyboard.press('Enter');
  await form.getByText('Completá este campo').waitFor();
  await pick(page, 'dialog', 'Producto', PRODUCT);
  await form.getByLabel('Descripción').fill('Sellado');
  await form.getByLabel('Discontinuada').check();
  await form.getByRole('button', { name: 'Guardar y continuar' }).click();

  // Applications, with the mouse and with the keyboard; rows stay where they are.
  await atStep(page, 2);
  await expect.poll(() => new URL(page.url()).searchParams.get('step')).toBe('2');
  await wizard(page)
    .getByRole('heading', { name: `${BRAND} VIDA 1/A ${PRODUCT}` })
    .waitFor();
  await wizard(page).getByRole('columnheader', { name: 'Cilindrada' }).waitFor();
  await wizard(page).getByLabel('Filtrar Modelo').fill('gol trend');
  await wizard(page).getByLabel('Filtrar Válvulas').fill('8v');
  const models = () => wizard(page).locator('[data-row]').allInnerTexts();
  await expect
    .poll(async () => (await models()).filter((model) => !/gol trend/i.test(model) || !model.includes('8V')))
    .toEqual([]);
  await vehicle(page, 1).click();
  await vehicle(page, 2).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await page.getByText('2 vehículos vinculados').waitFor();
  await expect
    .poll(() => Promise.all([0, 1, 2, 3, 4].map((index) => isLinked(page, index))))
    .toEqual(['false', 'true', 'false', 'true', 'false']);
  await wizard(page).getByText('2 vinculados').waitFor();
  await wizard(page).getByRole('switch', { name: 'Sólo vinculados' }).click();
  await expect.poll(() => wizard(page).locator('[data-row]').count()).toBe(2);
  await button(page, 'Continuar').click();

  // Attributes, without the mouse.
  await tabToFirstField(page, 3, 'new-attribute-name');
  await page.keyboard.type('altu');
  await page.getByRole('option', { name: 'Altura' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await atField(page, 'new-attribute-value');
  await expect.poll(() => wizard(page).getByLabel('Unidad').inputValue()).toBe('mm');
  await page.keyboard.type('93');
  await page.keyboard.press('Enter');
  await wizard(page).getByRole('button', { name: 'Editar Altura' }).waitFor();
  await atField(page, 'new-attribute-name');
  await page.keyboard.type('Rosca');
  await page.keyboard.press('Tab');
  await page.keyboard.type('3/4-16 UNF');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await wizard(page).getByRole('button', { name: 'Editar Rosca' }).waitFor();
  await atField(page, 'new-attribute-name');
  await page.keyboard.type('ALTURA');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await wizard(page).getByText('La pieza ya tiene un atributo con ese nombre').waitFor();
  await atField(page, 'new-attribute-name');
  await wizard(page).getByRole('combobox', { name: 'Nombre' }).fill('');
  await wizard(page).getByLabel('Valor').first().fill('');
  await wizard(page).getByLabel('Unidad').first().fill('');
  await wizard(page).getByRole('button', { name: 'Editar Altura' }).click();
  await atField(page, 'attribute-value');
  await page.keyboard.type('95');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Editar Altura');
  await wizard(page).getByText('95').waitFor();

  // Cross references, and a duplicate in another spelling. Pictures have a journey of their own.
  await stepper(page, 4).click();
  await atStep(page, 4);
  await button(page, 'Continuar').click();
  await tabToFirstField(page, 5, 'new-cross-brand');
  await page.keyboard.type('Volkswagen');
  await page.keyboard.press('Enter');
  await atField(page, 'new-cross-code');
  await page.keyboard.type('030 115 561');
  await page.keyboard.press('Enter');
  await wizard(page).getByRole('button', { name: 'Eliminar Volkswagen 030 115 561' }).waitFor();
  await atField(page, 'new-cross-brand');
  await page.keyboard.type('volkswagen');
  await page.keyboard.press('Tab');
  await page.keyboard.type('030-115561');
  await page.keyboard.press('Enter');
  await wizard(page).getByText('La pieza ya tiene esa equivalencia').waitFor();
  await wizard(page).getByLabel('Código').fill('030115561A');
  await page.keyboard.press('Enter');
  await wizard(page).getByRole('button', { name: 'Eliminar volkswagen 030115561A' }).click();
  await page.getByText('Se eliminó la equivalencia volkswagen 030115561A').waitFor();
  await wizard(page).getByRole('button', { name: 'Editar Volkswagen 030 115 561' }).click();
  await atField(page, 'cross-code');
  await page.keyboard.type('030 115 562');
  await page.keyboard.press('Enter');
  await wizard(page).getByRole('button', { name: 'Eliminar Volkswagen 030 115 562' }).waitFor();

  // Pasted rows: one is a duplicate, one lacks its code, and the others are added together and undone.
  const pasted = 'Código\tMarca\n1-A\tFiat\n030115562\tVOLKSWAGEN\n\tFord\n2-B\tFord\n';
  await pasteInto(wizard(page).getByRole('combobox', { name: 'Marca' }), pasted);
  const understood = page.getByRole('dialog', { name: 'Equivalencias de una planilla' });
  await understood.getByText('Se agregan 2 filas · 1 ya está · 1 no se puede leer.').waitFor();
  await understood.getByText('Código: falta').waitFor();
  await page.keyboard.press('Enter');
  await wizard(page).getByRole('button', { name: 'Editar Ford 2-B' }).waitFor();
  const notice = page.locator('[data-notice]').filter({ hasText: 'Se agregaron 2 equivalencias' });
  await notice.getByRole('button', { name: 'Deshacer' }).click();
  await wizard(page).getByRole('button', { name: 'Editar Ford 2-B' }).waitFor({ state: 'detached' });

  // Back to the first step, to change the code and close the wizard.
  await stepper(page, 1).click();
  await atStep(page, 1);
  await expect.poll(() => stepper(page, 2).textContent()).toContain('2');
  await expect.poll(() => stepper(page, 3).textContent()).toContain('2');
  await expect.poll(() => stepper(page, 5).textContent()).toContain('1');
  await wizard(page).getByLabel('Código').fill('VIDA 2/B');
  await wizard(page).getByLabel('Discontinuada').uncheck();
  await button(page, 'Guardar y cerrar').click();
  await wizard(page).waitFor({ state: 'detached' });

  await page.getByLabel('Filtrar Código').fill('vida2');
  const row = page.locator('tr[data-row]', { hasText: 'VIDA 2/B' });
  await row.waitFor();
  await row.getByRole('button', { name: `Eliminar ${BRAND} VIDA 2/B` }).click();
  await page.getByText(`Se eliminó ${BRAND} VIDA 2/B`).waitFor();
  await row.waitFor({ state: 'detached' });
});
