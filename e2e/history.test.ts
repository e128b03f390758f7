import { describe, expect } from 'vitest';
import { addAttribute, button, catalogue, focused, save, saves, step, undo } from './support/history-journeys.ts';
import { test } from './support/journey.ts';
import { keepNotice } from './support/page.ts';
import { BRAND, makePart, readPart, wizard } from './support/parts.ts';
import { expectNotice } from './support/waiting.ts';

describe('the history of a part', () => {
  test('shows what each save changed, and restores a field, a removed attribute and a whole save', async ({
    open,
    demo,
  }) => {
    const part = await makePart(demo, 'HISTORIA-1');
    await addAttribute(part, 'Altura');
    const page = await open(part.path(1), { as: 'fabricante' });
    await wizard(page).getByLabel('Descripción').fill('');
    await wizard(page).getByLabel('Discontinuada').check();
    await button(page, 'Guardar').click();
    await expectNotice(page, 'Pieza guardada');
    await step(page, 'Gestionar atributos');
    await button(page, 'Eliminar Altura').click();
    await page.getByText('Se eliminó el atributo Altura').waitFor();

    await button(page, `Historial de ${BRAND} HISTORIA-1`).click();
    await expect.poll(() => saves(page).count()).toBe(4);
    const removal = save(page, 'Atributo eliminado Altura');
    await removal.getByText('Fabiana Fabricante').waitFor();
    await removal.getByText('Pantalla').waitFor();
    await removal.getByRole('button', { name: 'Restaurar el atributo Altura' }).click();
    await page.getByText('Se restauró el atributo Altura').waitFor();
    await save(page, 'Atributo agregado Altura').getByText('Restauración').waitFor();
    await expect.poll(async () => (await readPart(part)).attributes.map(({ name }) => name)).toEqual(['Altura']);

    const edit = save(page, 'Pieza modificada');
    await edit.getByText(/^Descripción Como estaba → .*vacío$/).waitFor();
    await edit.getByText(/^Discontinuada NO → .*SI$/).waitFor();
    await edit.getByRole('button', { name: 'Restaurar Descripción' }).click();
    await page.getByText('Se restauró Descripción').waitFor();
    await expect.poll(() => readPart(part)).toMatchObject({ observation: 'Como estaba', discontinued: 1 });

    const whole = saves(page).getByRole('button', { name: /^Restaurar todo el guardado del/ });
    await whole.click();
    await expectNotice(page, 'Se volvió atrás el guardado del');
    await expect.poll(() => readPart(part)).toMatchObject({ observation: 'Como estaba', discontinued: 0 });
    await whole.click();
    await page.getByText('Ya está como antes').waitFor();
    expect(await save(page, 'Pieza creada').getByRole('button').count()).toBe(0);

    await step(page, 'Configurar pieza');
    await expect.poll(() => wizard(page).getByLabel('Descripción').inputValue()).toBe('Como estaba');
  });
});

describe('the undo of a notice restores', () => {
  test('a part, from the table', async ({ open, demo }) => {
    const part = await makePart(demo, 'VUELVE-1');
    await makePart(demo, 'VUELVE-2');
    await addAttribute(part, 'Altura');
    const page = await open(`${catalogue(part, 'VUELVE')}&sort=code`, { as: 'fabricante' });
    const rows = page.locator('tr[data-row]');
    await button(page, `Eliminar ${BRAND} VUELVE-1`).click();
    await page.getByText(`Se eliminó ${BRAND} VUELVE-1`).waitFor();
    await keepNotice(page);
    await expect.poll(() => rows.count()).toBe(1);
    await expect.poll(() => focused(page)).toContain('VUELVE-2');
    await undo(page).click();
    await page.getByText('Se recuperó 1 pieza').waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    await expect.poll(() => focused(page)).toContain('VUELVE-2');
    await page.getByRole('button', { name: `1: ver los atributos de ${BRAND} VUELVE-1` }).waitFor();
  });
});
