import { IS_SOAK } from '@piezario/server/testing/soak';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findViolations, loadAxe, lookAt } from './support/axe.ts';
import { test } from './support/journey.ts';

/* Elements that were checked once are not checked again, but elements that only resemble them are. */

const show = (page: Page, form: string) =>
  page.setContent(`<html lang="es"><title>Ficha</title><body><main><h1>Ficha</h1>${form}</main></body></html>`);

test.for([
  [
    'a field that lost its label',
    '<p>Pieza <label for="code">Código</label><input id="code"></p>',
    '<p>Pieza <input id="code"></p>',
    'label: ',
  ],
  [
    'a field whose label refers to another id',
    '<p><label for="brand">Marca</label><input id="brand" type="tel"></p>',
    '<p><label for="other">Marca</label><input id="brand" type="tel"></p>',
    'label: ',
  ],
  [
    'a button with an empty name',
    '<p><button aria-label="Borrar"><svg></svg></button></p>',
    '<p><button aria-label=""><svg></svg></button></p>',
    'button-name: ',
  ],
  [
    'a list with something else in it',
    '<ul><li>Acero</li></ul>',
    '<ul><li>Acero</li><div>Aluminio</div></ul>',
    'list: ',
  ],
] as const)('%s is checked, even after a similar one without the fault', async ([, right, wrong, rule], { open }) => {
  const page = await open('about:blank');
  await loadAxe(page);
  await page.goto('about:blank');
  await show(page, right);
  expect((await lookAt(page)).violations).toEqual([]);
  expect((await lookAt(page)).isNew).toBe(IS_SOAK);
  await show(page, wrong);
  expect(await findViolations(page)).toEqual([expect.stringContaining(rule)]);
});
