import { admits, ROLES } from '@piezario/contract/access';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../app/routes.tsx';
import { CATALOG, catalogOf, makeParts, pageOf } from '../testing/catalog.ts';
import type { Fakes } from '../testing/fakeApi.ts';
import { openApp } from '../testing/openApp.tsx';
import { TEXTS } from './texts.ts';
import { canRead, PAGE_NAMES, PAGE_OF, type PageName } from './topics.ts';

const help = () => page.getByRole('complementary', { name: 'Ayuda' });
const field = () => page.getByRole('searchbox', { name: 'Buscar en la ayuda' });
const button = () => page.getByRole('button', { name: 'Ayuda', exact: true });
const title = (name: string) => page.getByRole('heading', { level: 3, name, exact: true });

/** Pages that explain no screen. */
const GENERAL: readonly PageName[] = ['glosario', 'novedades'];

const sectionsOf = (html: string) => [...html.matchAll(/<h4>(.+?)<\/h4>/g)].map(([, name = '']) => name);

test('every page has its text, and refers to pages that exist', () => {
  const texts = Object.keys(import.meta.glob('./pages/*.md')).map((path) => /(\w+)\.md$/.exec(path)?.[1]);
  expect([...texts, 'novedades'].sort()).toEqual([...PAGE_NAMES].sort());
  for (const { name, html, see } of TEXTS) {
    expect(html, name).not.toBe('');
    expect(PAGE_NAMES, name).toEqual(expect.arrayContaining([...see]));
    expect(see, name).not.toContain(name);
  }
});

test('a page of a screen says what it is for and three things to do or more, in steps', () => {
  for (const { name, html } of TEXTS.filter(({ name }) => !GENERAL.includes(name))) {
    const [what, how] = sectionsOf(html);
    expect([what, how], name).toEqual(['Para qué sirve', 'Qué se hace acá']);
    expect(html.split('<h5>').length - 1, name).toBeGreaterThanOrEqual(3);
    expect(html.split('<ol>').length - 1, name).toBeGreaterThanOrEqual(3);
  }
});

test('every page but the general ones belongs to a screen, and the same roles may open both', () => {
  expect([...new Set([...Object.values(PAGE_OF), ...GENERAL])].sort()).toEqual([...PAGE_NAMES].sort());
  for (const [path, name] of Object.entries(PAGE_OF)) {
    const { access } = router.routesByPath[path as keyof typeof PAGE_OF].options.staticData ?? {};
    if (!access) throw new Error(`${path} has no access`);
    for (const role of ROLES) expect(canRead(role, name), `${role} ${path}`).toBe(admits(access, role));
  }
});

/** The catalog, with a server that finds nothing in the palette and in the trash. */
const FAKES = {
  ...catalogOf(makeParts('H 100')),
  search: { suggest: () => [] },
  vehicleCatalog: { find: () => [] },
  trash: { list: ({ query }) => pageOf([], query) },
} satisfies Fakes;

async function open() {
  openApp(CATALOG, { fakes: FAKES });
  await button().click();
  await expect.element(field()).toHaveFocus();
}

async function type(text: string) {
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: /^Ir a una pantalla/ }).fill(text);
}

test('opens at the page of the screen, and Escape gives the focus back', async () => {
  await open();
  await expect.element(title('Piezas')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => help().length).toBe(0);
  await expect.element(button()).toHaveFocus();
});

test('words without accents find pages, which lead to others', async () => {
  await open();
  await field().fill('codigo de BARRAS');
  await page.getByRole('button', { name: /^Búsqueda/ }).click();
  await expect.element(title('Búsqueda')).toHaveFocus();
  await page.getByRole('navigation', { name: 'Ver también' }).getByRole('button', { name: 'Glosario' }).click();
  await expect.element(title('Glosario')).toHaveFocus();
  await field().fill('xyz');
  await expect.element(page.getByText('Nada coincide con “xyz”')).toBeVisible();
});

test('stays open beside another screen, with its page', async () => {
  await open();
  await type('papelera');
  await page.getByRole('option', { name: /^Papelera/ }).click();
  await expect.element(title('Papelera')).toBeVisible();
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click();
  await expect.poll(() => help().length).toBe(0);
});

test('the palette offers the page of the screen first', async () => {
  openApp(CATALOG, { fakes: FAKES });
  await expect.element(button()).toBeVisible();
  await type('ayuda');
  await expect.element(page.getByRole('option').first()).toHaveTextContent('Ayuda: Piezas');
  await page.getByRole('option', { name: 'Ayuda: Glosario' }).click();
  await expect.element(title('Glosario')).toBeVisible();
});

test('on a phone, help opens from the account menu and fills the screen', async () => {
  await page.viewport(390, 844);
  openApp(CATALOG, { fakes: FAKES });
  await page.getByRole('button', { name: /^Tu cuenta/ }).click();
  await page.getByRole('menuitem', { name: 'Ayuda' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Ayuda' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByRole('dialog').length).toBe(0);
});

test('a client finds nothing about screens that they may not open', async () => {
  openApp(CATALOG, { as: 'client', fakes: FAKES });
  await button().click();
  const all = page.getByRole('navigation', { name: 'Toda la ayuda' });
  await expect.element(all.getByRole('button', { name: 'Glosario' })).toBeVisible();
  expect(all.getByRole('button', { name: 'Importador' }).length).toBe(0);
});
