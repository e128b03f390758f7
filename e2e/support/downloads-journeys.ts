import type { Page } from 'playwright-core';

export const CATALOG = '/parts/catalog';

export const KINDS = [
  ['La tabla como se ve', 'table', 'xlsx'],
  ['Base para Importación', 'for_importer', 'xlsx'],
  ['Respaldo', 'backup', 'xlsx'],
  ['Piezas', 'parts', 'xlsx'],
  ['Cobertura de imágenes', 'image_coverage', 'xlsx'],
  ['Mercado Libre', 'meli', 'xlsx'],
  ['JSON', 'json', 'json'],
] as const;

export async function pick(page: Page, level: string, name: string) {
  await page.getByRole('search').getByRole('combobox', { name: level }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}

export const menu = (page: Page) => page.getByRole('button', { name: 'Descargas' });

export const item = (page: Page, name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name} `) });
