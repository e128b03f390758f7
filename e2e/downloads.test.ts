import { today } from '@piezario/server/testing/day';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { CATALOG, item, KINDS, menu, pick } from './support/downloads-journeys.ts';
import { test } from './support/journey.ts';
import { downloadFile, isWorkbook } from './support/page.ts';
import { BRAND } from './support/parts.ts';

async function take(page: Page, name: string) {
  await menu(page).click();
  return downloadFile(page, () => item(page, name).click());
}

describe('a manufacturer', () => {
  test('takes each kind of file away under its own name', async ({ open }) => {
    const page = await open(CATALOG, { as: 'fabricante' });
    await expect.poll(() => menu(page).isDisabled()).toBe(true);
    await pick(page, 'Marca', BRAND);
    await pick(page, 'Categoría', 'Filtros');
    await page.waitForURL(/part_category/);
    for (const [name, kind, extension] of KINDS) {
      const before = today();
      const file = await take(page, name);
      const names = [before, today()].map((day) => `${kind}_${day}_${BRAND}_Filtros_todos.${extension}`);
      expect(names).toContain(file.name);
      expect(extension === 'json' ? file.content.subarray(0, 1).toString() === '{' : isWorkbook(file.content)).toBe(
        true,
      );
      await page.getByText(`Se descargó ${name}`, { exact: true }).waitFor();
    }
    expect(await page.getByRole('progressbar').count()).toBe(0);
  });
});
