import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { wizard } from './parts.ts';

export const STEPS = [
  'Configurar pieza',
  'Asignar aplicaciones',
  'Gestionar atributos',
  'Cargar fotos',
  'Relacionar equivalencias',
] as const;

export const atStep = (page: Page, step: number) =>
  wizard(page)
    .getByRole('heading', { level: 2, name: STEPS[step - 1] ?? '' })
    .waitFor();

/** Presses Tab once from the heading of a step, which has the focus when the step opens, to its first field. */
export async function tabToFirstField(page: Page, step: number, path: string) {
  await atStep(page, step);
  await wizard(page).locator(`[data-path="${path}"]`).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(STEPS[step - 1]);
  await page.keyboard.press('Tab');
  await atField(page, path);
}

export const stepper = (page: Page, step: number) =>
  page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name: STEPS[step - 1] ?? '' });

export const button = (page: Page, name: string) => wizard(page).getByRole('button', { name, exact: true });

export const vehicle = (page: Page, index: number) => wizard(page).locator('[data-row]').getByRole('switch').nth(index);

export const isLinked = (page: Page, index: number) => vehicle(page, index).getAttribute('aria-checked');

/** Waits until the field has the focus, so that what is typed next goes there. */
export const atField = (page: Page, path: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe(path);

export const unsaved = (page: Page) => page.getByRole('dialog', { name: '¿Salir sin guardar?' });

export async function pick(page: Page, within: 'search' | 'dialog', level: string, name: string) {
  await page.getByRole(within).getByRole('combobox', { name: level }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}
