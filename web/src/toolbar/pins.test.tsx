import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makeParts } from '../testing/catalog.ts';
import { openApp, personOf, searchOf } from '../testing/openApp.tsx';

const press = (keys: string) => userEvent.keyboard(keys);
const BRANDS = [
  { id: 3, name: 'Suspenor' },
  { id: 8, name: 'Tandemek' },
  { id: 9, name: 'Zarate' },
];
const brand = () => page.getByRole('combobox', { name: 'Marca', exact: true });
const list = () => document.getElementById(brand().element().getAttribute('aria-controls') ?? '');
const options = () =>
  [...(list()?.querySelectorAll('[role="option"]') ?? [])].map((option) =>
    [...option.querySelectorAll('span')].map(({ textContent }) => textContent).join(''),
  );

/** Opens the application with a fake API that changes the pins as the server does. */
function open(path: string, pinned: number[] = [], initial: number | null = null) {
  const catalog = catalogOf(makeParts('A'));
  let [pinnedBrands, defaultBrand] = [pinned, initial];
  return openApp(path, {
    fakes: {
      ...catalog,
      brands: { json: () => BRANDS, summary: () => [] },
      auth: { profile: () => ({ ...personOf('manufacturer'), pinnedBrands, defaultBrand }) },
      account: {
        show: () => ({ name: 'Paula', phone: '', email: 'p@example.com', roleName: 'Fabricante' }),
        sessions: () => [],
        pinBrand: ({ body: { part_brand_id, pin } }) => {
          const others = pinnedBrands.filter((id) => id !== part_brand_id);
          pinnedBrands = pin === 'none' ? others : [...others, part_brand_id];
          if (pin === 'default') defaultBrand = part_brand_id;
          else if (defaultBrand === part_brand_id) defaultBrand = null;
          return null;
        },
      },
    },
  });
}

test('pinned brands come first, and the key * pins the active one', async () => {
  const fake = open(CATALOG, [8]);
  await expect.element(brand()).toHaveValue('Suspenor');
  // Until the field is used, its list is not rendered.
  expect(options()).toEqual([]);
  await brand().click();
  await expect.poll(options).toEqual(['Tandemek, fijada', 'Suspenor', 'Zarate']);
  await press('{Control>}a{/Control}Zar');
  await expect.poll(options).toEqual(['Zarate']);
  // The first match becomes active a moment after it is listed.
  await expect.poll(() => list()?.querySelectorAll('[data-combobox-selected] svg').length).toBe(1);
  await press('*');
  await expect.poll(options).toEqual(['Zarate, fijada']);
  expect(fake.calls(api.account.pinBrand)).toEqual([{ body: { part_brand_id: 9, pin: 'pinned' } }]);
  expect(searchOf()).toMatchObject({ part_brand: '3' });
});

test('a click on the star pins without choosing the brand', async () => {
  const fake = open(CATALOG);
  await brand().click();
  await expect.poll(() => list()?.querySelectorAll('svg').length).toBe(3);
  list()
    ?.querySelector('[role="option"]:last-child svg')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.poll(options).toEqual(['Zarate, fijada', 'Suspenor', 'Tandemek']);
  expect(fake.calls(api.account.pinBrand)).toEqual([{ body: { part_brand_id: 9, pin: 'pinned' } }]);
  expect(searchOf()).toMatchObject({ part_brand: '3' });
});

test('the catalog opens with the default brand, which can be cleared', async () => {
  open('/parts/catalog', [3], 3);
  await expect.poll(() => searchOf().part_brand).toBe('3');
  await page.getByRole('button', { name: 'Quitar la elección (Suprimir)' }).click();
  await expect.element(page.getByRole('heading', { name: 'Seleccioná una marca' })).toBeVisible();
  expect(searchOf()).toEqual({});
});

test('Mi cuenta pins brands, makes one the default and unpins them', async () => {
  const fake = open('/account', [8]);
  const list = () => page.getByRole('list', { name: 'Marcas fijadas' });
  await expect.element(list().getByText('Tandemek')).toBeVisible();
  await page.getByRole('combobox', { name: 'Fijar una marca' }).click();
  await page.getByRole('option', { name: 'Zarate' }).click();
  await page.getByRole('checkbox', { name: 'Zarate: predeterminada' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Zarate: predeterminada' })).toBeChecked();
  await page.getByRole('button', { name: 'Soltar Tandemek' }).click();
  await expect.poll(() => list().getByRole('listitem').length).toBe(1);
  expect(fake.calls(api.account.pinBrand).map(({ body }) => body)).toEqual([
    { part_brand_id: 9, pin: 'pinned' },
    { part_brand_id: 9, pin: 'default' },
    { part_brand_id: 8, pin: 'none' },
  ]);
});
