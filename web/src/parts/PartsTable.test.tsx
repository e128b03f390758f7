import { attributes } from '@piezario/contract/attributes';
import { downloads } from '@piezario/contract/downloads';
import { exporter } from '@piezario/contract/exporter';
import { parts } from '@piezario/contract/parts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CATALOG, catalogOf, makePart } from '../testing/catalog.ts';
import { Refusal } from '../testing/fakeApi.ts';
import { openApp, searchOf } from '../testing/openApp.tsx';

const part = {
  ...makePart({ blocked_by: ['category', 'photos'] }),
  attributes: [],
  cross: [],
  vehicles: [],
  pictures: [],
};
const fakes = { ...catalogOf([part]), parts: { ...catalogOf([part]).parts, show: () => part } };

test('without a filter by publication, the column Mercado Libre is hidden', async () => {
  openApp(CATALOG, { fakes });
  await expect.element(page.getByRole('link', { name: part.code })).toBeVisible();
  expect(page.getByRole('columnheader', { name: 'Mercado Libre' }).length).toBe(0);
});

test('a filter by publication shows what prevents it, in a column beside the product', async () => {
  openApp(`${CATALOG}&filter[matches-publishable]=0`, { fakes });
  await expect.element(page.getByText(/^Impide publicar: /)).toBeVisible();
  const titles = page
    .getByRole('columnheader')
    .elements()
    .map((head) => head.getAttribute('aria-label') ?? head.textContent);
  const at = titles.findIndex((title) => title?.includes('Producto'));
  expect(titles[at + 1]).toContain('Mercado Libre');
});

test('the attributes of the chosen product are columns for those who ask for them', async () => {
  const [first, second] = [makePart({ code: 'A-1' }), makePart({ code: 'A-2' })];
  const product = first.part_product_id;
  const api = openApp(`${CATALOG}&part_product=${product}`, {
    fakes: {
      ...catalogOf([first, second]),
      attributes: {
        usual: () => [
          { name: 'Diámetro', unit: 'mm', type: 'number', values: [] },
          { name: 'Rosca', unit: '', type: null, values: [] },
        ],
        values: () => [
          { part_id: first.id, attributes: [{ name: 'DIÁMETRO', value: '1/2', unit: 'in' }] },
          { part_id: second.id, attributes: [] },
        ],
      },
    },
  });
  await expect.element(page.getByRole('link', { name: 'A-2' })).toBeVisible();
  expect(api.calls(attributes.values)).toEqual([]);
  await page.getByRole('button', { name: 'Columnas' }).click();
  await page.getByRole('checkbox', { name: 'Diámetro (mm)' }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Diámetro (mm)' })).toBeVisible();
  await expect.element(page.getByText('1/2 in')).toBeVisible();
  expect(api.calls(attributes.values)).toEqual([{ query: { parts: [first.id, second.id], names: ['Diámetro'] } }]);
  const heads = [...document.querySelectorAll<HTMLElement>('th[data-column]')].map(({ dataset }) => dataset.column);
  expect(heads.slice(0, 6)).toEqual(['photo', 'brand', 'code', 'product', '@diametro', 'enabled']);
  expect(page.getByRole('cell', { name: '—' }).length).toBe(1);
  expect(api.calls(parts.list).length).toBe(1);
  await page.getByRole('checkbox', { name: 'Diámetro (mm)' }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Diámetro (mm)' })).not.toBeInTheDocument();
});

test('the table is downloaded with its visible columns, filters and order', async () => {
  const one = makePart({ code: 'A-1' });
  const stored = { hidden: ['brand', 'off_template'], order: ['code', '@rosca, a', 'enabled', 'brand'] };
  localStorage.setItem(`table:${parts.list.path}`, JSON.stringify(stored));
  const search = `part_product=${one.part_product_id}&filter[matches-enabled]=1&sort=-@rosca%252C%2520a`;
  const api = openApp(`${CATALOG}&${search}`, {
    as: 'client',
    fakes: {
      ...catalogOf([one]),
      attributes: { usual: () => [{ name: 'Rosca, A', unit: '', type: null, values: [] }], values: () => [] },
      downloads: {
        ticket: () => ({ id: 'a0000000-0000-4000-8000-000000000001', url: '#' }),
        progress: () => ({ state: 'done', done: 1, total: 1, reason: null }),
      },
    },
  });
  await expect.element(page.getByRole('columnheader', { name: 'Rosca, A' })).toBeVisible();
  const heads = [...document.querySelectorAll<HTMLElement>('th[data-column]')].map(({ dataset }) => dataset.column);
  await page.getByRole('button', { name: 'Descargas' }).click();
  await page.getByRole('menuitem', { name: 'La tabla como se ve' }).click();
  await expect.poll(() => api.calls(downloads.ticket).length).toBe(1);
  const { pathname, searchParams } = new URL(api.calls(downloads.ticket)[0]?.body.path ?? '', location.href);
  expect(pathname).toMatch(/\/files\/table\/\d+\/\d+\/file\.xlsx$/);
  const query = exporter.table.query.parse(Object.fromEntries(searchParams));
  expect(heads).toContain('@rosca, a');
  expect(query).toEqual({
    columns: heads.filter((head) => head !== 'photo'),
    filters: [{ mode: 'matches', column: 'enabled', value: '1' }],
    sort: [{ column: '@rosca, a', descending: true }],
  });
  // The progress of a download is polled after its screen was left too.
  await expect.element(page.getByText(/^Se descargó/)).toBeVisible();
});

test('the empty view of pictures leads to the step that uploads them', async () => {
  openApp(`${CATALOG}&part=${part.id}&view=images`, { fakes });
  await page.getByRole('button', { name: 'Cargar fotos' }).click();
  await expect.element(page.getByRole('heading', { name: 'Cargar fotos' })).toBeVisible();
  expect(searchOf()).toMatchObject({ part: String(part.id), step: '4' });
});

test('clients cannot upload pictures from the empty view', async () => {
  openApp(`${CATALOG}&part=${part.id}&view=images`, { as: 'client', fakes });
  await expect.element(page.getByText('Esta pieza todavía no tiene fotos')).toBeVisible();
  expect(page.getByRole('button', { name: 'Cargar fotos' }).length).toBe(0);
});

test('attribute values that cannot be read say so in their column', async () => {
  const one = makePart({ code: 'A-1' });
  localStorage.setItem(`table:${parts.list.path}`, JSON.stringify({ order: ['@rosca'] }));
  openApp(`${CATALOG}&part_product=${one.part_product_id}`, {
    fakes: {
      ...catalogOf([one]),
      attributes: {
        usual: () => [{ name: 'Rosca', unit: '', type: null, values: [] }],
        values: () => {
          throw new Refusal(400, 'No se pudo');
        },
      },
    },
  });
  await expect.element(page.getByText('No se pudo leer')).toBeVisible();
});

test('the column of an attribute is filtered by its type and sorts the list', async () => {
  const one = makePart({ code: 'A-1' });
  localStorage.setItem(`table:${parts.list.path}`, JSON.stringify({ order: ['@diametro', '@lado, [a]', '@freno'] }));
  const api = openApp(`${CATALOG}&part_product=${one.part_product_id}`, {
    fakes: {
      ...catalogOf([one]),
      attributes: {
        usual: () => [
          { name: 'Diámetro', unit: 'mm', type: 'number', values: [] },
          { name: 'Lado, [A]', unit: '', type: 'list', values: ['Derecho', 'Izquierdo'] },
          { name: 'Freno', unit: '', type: 'flag', values: [] },
        ],
        values: () => [],
      },
    },
  });
  const asked = () => api.calls(parts.list).at(-1)?.query;
  await page.getByRole('columnheader', { name: 'Diámetro (mm)' }).getByRole('button').click();
  await expect.poll(() => searchOf()).toMatchObject({ sort: '@diametro' });
  await page.getByRole('combobox', { name: 'Diámetro (mm): coincide' }).selectOptions('mayor que');
  const field = page.getByRole('textbox', { name: 'Filtrar Diámetro (mm)' });
  expect(field.element().getAttribute('placeholder')).toBe('mm');
  await field.fill('2,5 cm');
  await expect.poll(() => searchOf()).toMatchObject({ 'filter[greater_than-@diametro]': '2,5 cm' });
  await page.getByRole('combobox', { name: 'Filtrar Lado, [A]' }).selectOptions('Izquierdo');
  await page.getByRole('combobox', { name: 'Filtrar Freno' }).selectOptions('(vacío)');
  await expect
    .poll(() => asked())
    .toMatchObject({
      sort: [{ column: '@diametro', descending: false }],
      filters: [
        { column: '@diametro', mode: 'greater_than', value: '2,5 cm' },
        { column: '@lado, [a]', mode: 'matches', value: 'Izquierdo' },
        { column: '@freno', mode: 'is_empty', value: '1' },
      ],
    });
  await page.getByRole('button', { name: 'Columnas' }).click();
  await page.getByRole('checkbox', { name: 'Lado, [A]' }).click();
  await expect.element(page.getByRole('button', { name: 'Quitar el filtro Lado, [A] Izquierdo' })).toBeVisible();
});

test('without a product, filters and the order by attributes of a link are dropped', async () => {
  const api = openApp(`${CATALOG}&filter[contains-@rosca]=M&filter[contains-product]=x&sort=-@rosca`, { fakes });
  await expect.element(page.getByRole('link', { name: part.code })).toBeVisible();
  expect(api.calls(parts.list).at(-1)?.query).toMatchObject({
    filters: [{ column: 'product', mode: 'contains', value: 'x' }],
    sort: [{ column: 'created_at', descending: false }],
  });
});
