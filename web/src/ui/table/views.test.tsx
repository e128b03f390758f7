import { api } from '@piezario/contract/api';
import type { SavedView } from '@piezario/contract/views';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makeParts } from '../../testing/catalog.ts';
import { type Fakes, Refusal } from '../../testing/fakeApi.ts';
import { openApp, searchOf } from '../../testing/openApp.tsx';

const PREFERENCES = 'table:/api/backend/user-catalog/parts/:brandId/:productId';
const WITHOUT_PICTURES = { 'filter[matches-pictures_count]': '0' };
const VEHICLES = { 'filter[in-vehicle_id]': '9' };

const button = (name: string) => page.getByRole('button', { name, exact: true });
const name = () => page.getByLabelText('Guardar lo que se ve como');
const shown = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible();
const press = (keys: string) => userEvent.keyboard(keys);
const heads = () => [...document.querySelectorAll('th[data-column]')].slice(0, 3).map(({ textContent }) => textContent);

const viewOf = (given: Partial<SavedView> = {}): SavedView => ({
  id: 1,
  name: 'Mía',
  query: WITHOUT_PICTURES,
  columns: { hidden: ['brand'], order: ['code', 'photo'], widths: { code: 200 } },
  is_shared: 0,
  author: null,
  ...given,
});

/** Fields of a view that are sent to store it unchanged. */
const { author: _, ...STORED } = viewOf();

async function open(views: SavedView[], { search = '', more = {} }: { search?: string; more?: Fakes['views'] } = {}) {
  const fake = openApp(`${CATALOG}${search}`, {
    fakes: {
      ...catalogOf(makeParts('A')),
      views: {
        list: () => views,
        store: ({ body: { id, list: _, ...rest } }) => {
          const stored = { ...rest, author: null, id: id ?? 1 + Math.max(0, ...views.map((view) => view.id)) };
          views.splice(0, views.length, ...views.filter((view) => view.id !== stored.id), stored);
          return stored;
        },
        remove: ({ body: { id } }) => {
          const removed = views.find((view) => view.id === id);
          if (!removed) throw new Error(`There is no view ${id}`);
          views.splice(views.indexOf(removed), 1);
          return removed;
        },
        ...more,
      },
    },
  });
  // The panel moves when the rows and the applied filters appear.
  await expect.element(page.getByRole('link', { name: 'A', exact: true })).toBeVisible();
  await button('Vistas').click();
  await expect.element(button('Copiar enlace')).toBeVisible();
  return fake;
}

test('a view that comes with the list sets its filters, and is marked', async () => {
  await open([]);
  await shown('Guardá los filtros, el orden y las columnas que usás seguido.');
  await button('Sin fotos').click();
  await expect.poll(searchOf).toEqual({ part_brand: '3', ...WITHOUT_PICTURES });
  await button('Vistas').click();
  await expect.element(button('Sin fotos')).toHaveAttribute('aria-current', 'true');
  await expect.element(button('Sin vehículos')).not.toHaveAttribute('aria-current');
});

test('a saved view brings its columns too, and keeps the size of the page', async () => {
  await open([viewOf()], { search: '&page[size]=25&page[number]=1&filter[matches-enabled]=1&sort=code' });
  await button('Mía').click();
  await expect.poll(searchOf).toEqual({ part_brand: '3', 'page[size]': '25', ...WITHOUT_PICTURES });
  await expect.poll(heads).toEqual(['Código', 'Producto', 'Habilitada']);
  expect(JSON.parse(localStorage.getItem(PREFERENCES) ?? '')).toMatchObject({ widths: { code: 200 } });
});

describe('the current view', () => {
  test('is saved under a name, with filters, order and columns', async () => {
    const fake = await open([], { search: '&filter[matches-pictures_count]=0&sort=-code&page[size]=25' });
    await name().fill('  Para fotografiar ');
    await press('{Enter}');
    await shown('Se guardó la vista Para fotografiar');
    expect(fake.calls(api.views.store)).toEqual([
      {
        body: {
          id: null,
          list: api.parts.list.path,
          name: 'Para fotografiar',
          query: { ...WITHOUT_PICTURES, sort: '-code' },
          columns: { hidden: expect.arrayContaining(['is_universal']), order: [], widths: {} },
          is_shared: 0,
        },
      },
    ]);
    await expect.element(button('Para fotografiar')).toHaveAttribute('aria-current', 'true');
    await expect.element(name()).toHaveValue('');
  });

  test('needs a name', async () => {
    const fake = await open([]);
    await expect.element(button('Guardar')).toBeDisabled();
    await name().fill('   ');
    await press('{Enter}');
    expect(fake.calls(api.views.store)).toEqual([]);
  });

  test('replaces the view of that name, ignoring case and accents, which can be undone', async () => {
    const fake = await open([viewOf({ query: { sort: 'code' } })], { search: '&filter[matches-enabled]=1' });
    await name().fill('MIA');
    await press('{Enter}');
    await shown('Se guardó la vista MIA');
    expect(fake.calls(api.views.store)[0]?.body).toMatchObject({ id: 1, query: { 'filter[matches-enabled]': '1' } });
    await button('Deshacer').click();
    await expect
      .poll(() => fake.calls(api.views.store)[1]?.body)
      .toMatchObject({ id: 1, name: 'Mía', query: { sort: 'code' } });
  });

  test('replaces a view with its button', async () => {
    const fake = await open([viewOf()], { search: '&filter[matches-enabled]=1' });
    await button('Reemplazar Mía por lo que se ve').click();
    await shown('Se guardó la vista Mía');
    expect(fake.calls(api.views.store)[0]?.body).toMatchObject({
      id: 1,
      name: 'Mía',
      query: { 'filter[matches-enabled]': '1' },
      columns: { order: [] },
    });
  });

  test('is not saved under a name that the server refuses, and says why at the field', async () => {
    const message = 'Ese nombre no';
    await open([], {
      more: {
        store: () => {
          throw new Refusal(422, 'Revisá los datos marcados', { name: message });
        },
      },
    });
    await name().fill('x');
    await press('{Enter}');
    await shown(message);
    await expect.element(name()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(name()).toHaveValue('x');
  });
});

describe('a saved view', () => {
  test('is renamed, and keeps its contents', async () => {
    const fake = await open([viewOf()]);
    await button('Renombrar Mía').click();
    const field = page.getByLabelText('Nuevo nombre de Mía');
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveValue('Mía');
    await field.fill('Tuya');
    await press('{Enter}');
    await shown('Se guardó la vista Tuya');
    expect(fake.calls(api.views.store)[0]?.body).toMatchObject({ ...STORED, name: 'Tuya' });
    await expect.element(button('Tuya')).toBeVisible();
    await expect.element(name()).toHaveValue('');
  });

  test('keeps its name when renaming is canceled', async () => {
    const fake = await open([viewOf()]);
    await button('Renombrar Mía').click();
    await page.getByLabelText('Nuevo nombre de Mía').fill('x');
    await button('Cancelar').click();
    await expect.element(name()).toHaveValue('');
    expect(fake.calls(api.views.store)).toEqual([]);
  });

  test('is removed at once, and comes back with Deshacer', async () => {
    const fake = await open([viewOf()]);
    await button('Eliminar Mía').click();
    await shown('Se eliminó la vista Mía');
    await expect.poll(() => button('Mía').length).toBe(0);
    await button('Deshacer').click();
    await shown('Se guardó la vista Mía');
    expect(fake.calls(api.views.store)[0]?.body).toMatchObject({ ...STORED, id: null });
    await button('Vistas').click();
    await expect.element(button('Mía')).toBeVisible();
  });
});

test('a person who views as a client has no saved views, which the server would refuse', async () => {
  sessionStorage.setItem('view_token', localStorage.getItem('access_token') ?? 'x');
  openApp(CATALOG, { as: 'client', fakes: catalogOf(makeParts('A')) });
  await expect.element(button('Columnas')).toBeVisible();
  await expect.element(button('Vistas')).not.toBeInTheDocument();
});

test('a failed read of saved views shows the reason, and the predefined ones stay', async () => {
  await open([], {
    more: {
      list: () => {
        throw new Refusal(422, 'Ahora no se puede');
      },
    },
  });
  await shown('No se pudieron leer tus vistas');
  await shown('Ahora no se puede');
  await expect.element(button('Sin fotos')).toBeVisible();
});

test('a view neither stores nor removes the vehicles that the list was opened for', async () => {
  const fake = await open([], { search: `&${new URLSearchParams(VEHICLES)}` });
  await button('Sin fotos').click();
  await expect.poll(searchOf).toEqual({ part_brand: '3', ...VEHICLES, ...WITHOUT_PICTURES });
  await button('Vistas').click();
  await name().fill('x');
  await press('{Enter}');
  await expect.poll(() => fake.calls(api.views.store)[0]?.body.query).toEqual(WITHOUT_PICTURES);
});

test('the copied link has the filters, and opens at the first page', async () => {
  await open([], { search: '&filter[matches-enabled]=1&page[number]=1&page[size]=25' });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await button('Copiar enlace').click();
  await expect.poll(() => write.mock.calls.length).toBe(1);
  const { pathname, searchParams } = new URL(write.mock.calls[0]?.[0] ?? '');
  expect([pathname, ...searchParams.keys()]).toEqual([
    '/parts/catalog',
    ...['part_brand', 'filter[matches-enabled]', 'page[size]'],
  ]);
  write.mockRestore();
});

describe('views of a team', () => {
  test('a view is shared, stays shared when it is replaced, and is unshared', async () => {
    const fake = await open([viewOf()]);
    await button('Compartir Mía con tu equipo').click();
    await expect.element(button('Dejar de compartir Mía')).toBeVisible();
    await button('Reemplazar Mía por lo que se ve').click();
    await expect
      .poll(() => fake.calls(api.views.store).map(({ body: { id, is_shared } }) => [id, is_shared]))
      .toEqual([
        [1, 1],
        [1, 1],
      ]);
    await button('Dejar de compartir Mía').click();
    await expect.element(button('Compartir Mía con tu equipo')).toBeVisible();
  });

  test('a view of another person is shown and copied, and cannot be changed', async () => {
    const fake = await open([viewOf({ id: 8, name: 'Sin fotos nuestras', is_shared: 1, author: 'Olga Otra' })]);
    await shown('Guardá los filtros, el orden y las columnas que usás seguido.');
    await expect.element(button('Eliminar Sin fotos nuestras')).not.toBeInTheDocument();
    await button('Guardar una copia de Sin fotos nuestras').click();
    await expect.element(button('Renombrar Sin fotos nuestras')).toBeVisible();
    expect(fake.calls(api.views.store)).toMatchObject([{ body: { id: null, is_shared: 0, query: WITHOUT_PICTURES } }]);
    await button('Sin fotos nuestras de Olga Otra').click();
    await expect.poll(searchOf).toEqual({ part_brand: '3', ...WITHOUT_PICTURES });
  });

  test('a person without a team is not offered to share', async () => {
    await open([viewOf({ is_shared: null })]);
    await expect.element(button('Renombrar Mía')).toBeVisible();
    await expect.element(button('Compartir Mía con tu equipo')).not.toBeInTheDocument();
  });
});
