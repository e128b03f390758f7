import { api } from '@piezario/contract/api';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makePart, pageOf } from '../../testing/catalog.ts';
import { Refusal } from '../../testing/fakeApi.ts';
import { openApp, searchOf } from '../../testing/openApp.tsx';
import { deferred } from '../../testing/page.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const shown = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const many = (count: number) => Array.from({ length: count }, (_, index) => makePart({ code: `P ${index + 1}` }));
const firstCode = () =>
  page
    .getByRole('link', { name: /^P \d+$/ })
    .first()
    .element().textContent;

/** Opens a catalog of 60 parts in pages of 25. `query` returns that of the last call. */
async function open(search = '') {
  const fake = openApp(`${CATALOG}&page[size]=25${search}`, { fakes: catalogOf(many(60)) });
  await expect.element(page.getByText(/de 60 piezas/)).toBeVisible();
  return { fake, query: () => fake.calls(api.parts.list).at(-1)?.query };
}

describe('the pager', () => {
  test('goes forward and back, also with Back in the browser', async () => {
    await open();
    await shown('1–25 de 60 piezas');
    await button('Siguiente').click();
    await shown('26–50 de 60 piezas');
    expect(firstCode()).toBe('P 26');
    await button('Siguiente').click();
    await shown('51–60 de 60 piezas');
    await expect.element(button('Siguiente')).toHaveAttribute('aria-disabled', 'true');
    await button('Anterior').click();
    await shown('26–50 de 60 piezas');
    window.history.back();
    await shown('51–60 de 60 piezas');
  });

  test('goes to the page that is typed, and no further than the last', async () => {
    await open();
    const field = page.getByLabelText('Página', { exact: true });
    await field.fill('2');
    await userEvent.keyboard('{Enter}');
    await shown('26–50 de 60 piezas');
    await field.fill('99');
    await userEvent.keyboard('{Tab}');
    await shown('51–60 de 60 piezas');
    await expect.element(field).toHaveValue('3');
    await field.fill('cero');
    await userEvent.keyboard('{Enter}');
    await shown('51–60 de 60 piezas');
  });

  test('changes how many rows a page has, and begins at the first', async () => {
    const { query } = await open('&page[number]=2');
    await page.getByLabelText('Piezas por página').selectOptions('50 filas');
    await shown('1–50 de 60 piezas');
    expect(query()).toMatchObject({ page: 1, size: 50 });
    expect(searchOf()).not.toHaveProperty('page[size]');
  });

  test('prefetches the next page', async () => {
    const { fake } = await open();
    await button('Siguiente').hover();
    const pages = () => fake.calls(api.parts.list).map(({ query }) => query.page);
    await expect.poll(pages).toEqual([1, 2]);
    await button('Siguiente').click();
    await shown('26–50 de 60 piezas');
    expect(pages().filter((number) => number === 2)).toHaveLength(1);
  });
});

test('a page past the end is replaced by the last one', async () => {
  await open('&page[number]=9');
  await shown('51–60 de 60 piezas');
  expect(searchOf()).toMatchObject({ 'page[number]': '3' });
});

test('the previous rows stay until the next page is loaded', async () => {
  const parts = many(30);
  const release = deferred();
  openApp(`${CATALOG}&page[size]=25`, {
    fakes: {
      ...catalogOf(parts),
      parts: {
        list: async ({ query }) => {
          if (query.page === 2) await release.promise;
          return pageOf(parts, query);
        },
      },
    },
  });
  await shown('1–25 de 30 piezas');
  await button('Siguiente').click();
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(firstCode()).toBe('P 1');
  release.resolve();
  await shown('26–30 de 30 piezas');
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
});

test('a page that cannot be read is counted as existing', async () => {
  openApp(`${CATALOG}&page[number]=2`, {
    fakes: {
      ...catalogOf([]),
      parts: {
        list: () => {
          throw new Refusal(422, 'Hoy no se puede');
        },
      },
    },
  });
  await shown('No se pudo cargar la lista');
  await expect.element(page.getByRole('navigation', { name: 'Páginas de piezas' })).toHaveTextContent('de 2');
});

test('a cursor leads to the next page, and is dropped when the server refuses it', async () => {
  const parts = many(30);
  const fake = openApp(`${CATALOG}&page[size]=25`, {
    fakes: {
      ...catalogOf(parts),
      parts: {
        list: ({ query }) => {
          if (query.after) throw new Refusal(422, 'No es un cursor de esta lista y este orden');
          return { ...pageOf(parts, query), next: query.page === 1 ? '[2,"created_at","x"]' : null };
        },
      },
    },
  });
  await button('Siguiente').click();
  await shown('26–30 de 30 piezas');
  const asked = fake.calls(api.parts.list).map(({ query }) => [query.page, query.after]);
  expect(asked).toContainEqual([2, ['x']]);
  expect(asked.at(-1)).toEqual([2, undefined]);
});

test('a list that could not be read says why, and is read again', async () => {
  const parts = many(2);
  let isBroken = true;
  openApp(CATALOG, {
    fakes: {
      ...catalogOf(parts),
      parts: {
        list: ({ query }) => {
          if (isBroken) throw new Refusal(422, 'Hoy no se puede');
          return pageOf(parts, query);
        },
      },
    },
  });
  await shown('No se pudo cargar la lista');
  await expect.element(page.getByText('Hoy no se puede')).toBeVisible();
  isBroken = false;
  await button('Reintentar').click();
  await shown('1–2 de 2 piezas');
});

test('an empty brand offers to add a part', async () => {
  openApp(CATALOG, { fakes: catalogOf([]) });
  await shown('Todavía no hay piezas acá');
  await expect.element(page.getByRole('main').getByRole('button', { name: 'Nueva pieza' })).toBeVisible();
});

test('an empty brand does not offer clients to add a part', async () => {
  openApp(CATALOG, { as: 'client', fakes: catalogOf([]) });
  await shown('Todavía no hay piezas acá');
  expect(page.getByRole('button', { name: 'Nueva pieza' }).length).toBe(0);
});

describe('the title of a column', () => {
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });

  test('sorts ascending, descending, and then by default', async () => {
    const { query } = await open();
    await button('Vehículos').click();
    await expect.element(head('Vehículos')).toHaveAttribute('aria-sort', 'ascending');
    expect(query()?.sort).toEqual([{ column: 'vehicles_count', descending: false }]);
    await button('Vehículos').click();
    await expect.element(head('Vehículos')).toHaveAttribute('aria-sort', 'descending');
    expect(searchOf()).toMatchObject({ sort: '-vehicles_count' });
    await button('Vehículos').click();
    await expect.element(head('Vehículos')).toHaveAttribute('aria-sort', 'none');
    expect(searchOf()).not.toHaveProperty('sort');
  });

  test('sorts from the first page on, and Back undoes it', async () => {
    const { query } = await open('&page[number]=2');
    await button('Código').click();
    await shown('1–25 de 60 piezas');
    expect(query()).toMatchObject({ page: 1, sort: [{ column: 'code', descending: false }] });
    window.history.back();
    await shown('26–50 de 60 piezas');
  });

  test('does not sort when the list cannot be sorted by it', async () => {
    await open();
    await expect.element(head('Foto')).not.toHaveAttribute('aria-sort');
    expect(button('Foto').length).toBe(0);
  });
});
