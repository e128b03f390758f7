import { api } from '@piezario/contract/api';
import type { Bulk, BulkAction, BulkOverwrites, BulkPreview, BulkSample } from '@piezario/contract/bulk';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makeParts, PRODUCTS, pageOf } from '../testing/catalog.ts';
import { type Fakes, type Handler, Refusal } from '../testing/fakeApi.ts';
import { openApp } from '../testing/openApp.tsx';
import { deferred } from '../testing/page.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const check = (code: string) => page.getByRole('checkbox', { name: `Seleccionar Suspenor ${code}`, exact: true });
const dialog = () => page.getByRole('dialog');
const field = (name: string) =>
  dialog()
    .getByRole('textbox', { name, exact: true })
    .or(dialog().getByRole('combobox', { name, exact: true }));
const shown = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const press = (keys: string) => userEvent.keyboard(keys);

const jobOf = (action: BulkAction): Bulk => ({
  id: 40,
  operation_id: null,
  user: 'Paula Prueba',
  created_at: '2026-03-04T15:00:00.000Z',
  finished_at: null,
  state: 'done',
  status_message: 'Completado: 2 cambiadas',
  total: 2,
  done: 2,
  action,
  changed: 2,
  unchanged: 0,
  impossible: 0,
});

const previewOf = (
  changed: number,
  unchanged: number,
  impossible: number,
  overwrites: BulkPreview['overwrites'] = null,
): BulkPreview => ({ changed, unchanged, impossible, overwrites });

type Options = { readonly bulk?: Fakes['bulk']; readonly attributes?: Fakes['attributes']; readonly search?: string };

const UNO = {
  ...{ imageUrl: null, origin: 'Argentina', brand: 'Fiat', model: 'Uno', model_master: 'Uno', engine_code: '' },
  ...{ fuel: 'Nafta', sold_from_year: 2001, sold_until_year: null, components: {} },
  ...{ vehicle_linked: 0 as const, applications: [] },
};
const UNOS = [
  { ...UNO, id: 7, version: '1.4' },
  { ...UNO, id: 9, version: '1.6' },
];

/** Opens an action for two of three parts. */
async function open(action: string, { bulk, attributes, search = '' }: Options = {}) {
  const parts = makeParts('A', 'B', 'C');
  const fake = openApp(`${CATALOG}${search}`, {
    fakes: {
      ...catalogOf(parts),
      vehicles: { list: ({ query }) => ({ vehicles: pageOf(UNOS, query), headers: [] }) },
      attributes: { suggestions: () => [{ name: 'Material', unit: 'mm' }], ...attributes },
      bulk: {
        preview: () => previewOf(2, 0, 0),
        store: ({ body }) => jobOf(body.action),
        show: () => jobOf(fake.calls(api.bulk.store)[0]?.body.action ?? { do: 'remove' }),
        ...bulk,
      },
    },
  });
  await check('A').click();
  await check('B').click();
  await button('Acciones').click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  await expect.element(dialog().getByText('2 piezas elegidas')).toBeVisible();
  const previews = () => fake.calls(api.bulk.preview).map(({ body }) => body.action);
  return { fake, previews, ids: parts.slice(0, 2).map(({ id }) => id) };
}

test('an action without fields is previewed at once, and started with a button', async () => {
  const { fake, ids } = await open('Discontinuar');
  await shown('Cambian 2 piezas.');
  await expect.element(button('Cancelar')).toHaveFocus();
  await button('Discontinuar 2 piezas').click();
  await shown('Completado: 2 cambiadas');
  expect(window.location.pathname).toBe('/parts/bulk/40');
  expect(fake.calls(api.bulk.store)).toEqual([
    { body: { ids, action: { do: 'set_flag', field: 'discontinued', value: 1 } } },
  ]);
});

test('a removal says for how long it can be undone', async () => {
  await open('Eliminar…');
  await shown('Durante 30 días se puede deshacer.');
  await expect.element(button('Eliminar 2 piezas')).toBeEnabled();
});

describe('an attribute', () => {
  test('shows errors at its blank fields, and the first one gets the focus', async () => {
    const { previews } = await open('Atributo…');
    await expect.element(field('Atributo')).toHaveFocus();
    await button('Ver qué cambia').click();
    await expect.poll(() => dialog().getByText('Completá este campo').length).toBe(2);
    await expect.element(field('Atributo')).toHaveFocus();
    expect(previews()).toEqual([]);
  });

  test('is previewed with Enter, in its suggested unit', async () => {
    const { previews } = await open('Atributo…', {
      bulk: { preview: () => previewOf(1, 1, 0) },
    });
    await field('Atributo').fill('material');
    await field('Valor').fill('Acero');
    await expect.element(field('Unidad')).toHaveValue('mm');
    await press('{Enter}');
    await shown('Cambia 1 pieza, 1 ya está así.');
    expect(previews()).toEqual([{ do: 'set_attribute', name: 'material', value: 'Acero', unit: 'mm' }]);
    await expect.element(dialog().getByRole('status')).toHaveFocus();
    await expect.element(button('Cambiar 1 pieza')).toBeEnabled();
  });

  test('is previewed with Enter after its blank fields are filled', async () => {
    const { previews } = await open('Atributo…');
    await button('Ver qué cambia').click();
    await expect.element(dialog().getByText('Completá este campo').first()).toBeVisible();
    await field('Atributo').fill('Material');
    await field('Valor').fill('Acero');
    await press('{Enter}');
    await shown('Cambian 2 piezas.');
    expect(previews()).toHaveLength(1);
  });

  test('is previewed with Enter before the suggestions are loaded', async () => {
    const release = deferred();
    const { previews } = await open('Atributo…', {
      attributes: {
        suggestions: async () => {
          await release.promise;
          return [{ name: 'Material', unit: 'mm' }];
        },
      },
    });
    await field('Atributo').fill('Material');
    await field('Valor').fill('Acero');
    await press('{Enter}');
    release.resolve();
    await shown('Cambian 2 piezas.');
    expect(previews()).toEqual([{ do: 'set_attribute', name: 'Material', value: 'Acero' }]);
  });

  test('is previewed again after its value changes', async () => {
    const { previews } = await open('Atributo…');
    await field('Atributo').fill('Color');
    await field('Valor').fill('Rojo');
    await press('{Enter}');
    await shown('Cambian 2 piezas.');
    await field('Valor').fill('Azul');
    await expect.element(button('Ver qué cambia')).toBeVisible();
    expect(button('Cambiar 2 piezas').length).toBe(0);
    await press('{Enter}');
    await shown('Cambian 2 piezas.');
    expect(previews().map((action) => action.do === 'set_attribute' && action.value)).toEqual(['Rojo', 'Azul']);
  });

  test('chosen from the suggestions with Enter is not previewed before its value is typed', async () => {
    const { previews } = await open('Atributo…');
    await press('Mat{ArrowDown}{Enter}');
    await expect.element(field('Atributo')).toHaveValue('Material');
    expect(dialog().getByText('Completá este campo').length).toBe(0);
    await field('Valor').fill('Acero');
    await press('{Enter}');
    await shown('Cambian 2 piezas.');
    expect(previews()).toHaveLength(1);
  });

  test('has no errors after another operation is chosen', async () => {
    await open('Atributo…');
    await button('Ver qué cambia').click();
    await expect.element(dialog().getByText('Completá este campo').first()).toBeVisible();
    await dialog().getByText('Quitar', { exact: true }).click();
    await expect.poll(() => dialog().getByText('Completá este campo').length).toBe(0);
    expect(field('Valor').length).toBe(0);
  });
});

describe('what is overwritten', () => {
  const radio = (name: string) => dialog().getByRole('radio', { name, exact: true });
  const values = () => dialog().getByRole('combobox', { name: 'Valor que dice' });
  const sample = (value: string, parts: number, unit = 'mm'): BulkSample => ({ value, unit, parts, is_cut: 0 });
  const FOUND = { missing: 120, same: 40, other: 58, replaced: 58, samples: [sample('14', 30), sample('16', 28)] };

  /** Counts by the condition, like the server. */
  const count =
    (found: BulkOverwrites): Handler<typeof api.bulk.preview> =>
    ({ body: { action } }) => {
      const only = 'only' in action ? action.only : undefined;
      const { missing, same, other, samples } = found;
      const said = only?.is === 'saying' ? samples.find(({ value }) => value === only.value)?.parts : undefined;
      const replaced = only?.is === 'missing' ? 0 : (said ?? other);
      const changed = only?.is === 'saying' || action.do.startsWith('remove') ? replaced : missing + replaced;
      return previewOf(changed, missing + same + other - changed, 0, { ...found, replaced });
    };

  /** Previews 12 mm as the value of «Material». */
  async function openAttribute(found: BulkOverwrites, bulk: Fakes['bulk'] = {}) {
    const opened = await open('Atributo…', { bulk: { preview: count(found), ...bulk } });
    await field('Atributo').fill('Material');
    await field('Valor').fill('12');
    await press('{Enter}');
    return opened;
  }
  const SET = { do: 'set_attribute', name: 'Material', value: '12', unit: 'mm' } as const;

  test('is counted with its values, and replaced everywhere unless another choice is made', async () => {
    const { fake, previews } = await openAttribute(FOUND);
    await shown('Cambian 178 piezas, 40 ya están así.');
    await shown('120 no lo tienen · 40 ya dicen 12 mm · 58 dicen otra cosa: 14 mm (30), 16 mm (28)');
    await expect.element(radio('En todas')).toBeChecked();
    await shown('Se reemplaza el valor de 58 piezas.');
    expect(previews()).toEqual([SET]);
    await button('Cambiar 178 piezas').click();
    await shown('Completado: 2 cambiadas');
    expect(fake.calls(api.bulk.store)).toMatchObject([{ body: { action: SET } }]);
    await shown('Ya estaban así');
  });

  test('is nothing with «Sólo donde falta», and the job shows the condition', async () => {
    const { fake } = await openAttribute(FOUND);
    await radio('Sólo donde falta').click();
    await shown('Cambian 120 piezas, 98 quedan como están.');
    expect(dialog().getByText(/Se reemplaza/).length).toBe(0);
    await button('Cambiar 120 piezas').click();
    await shown('Sólo donde falta');
    await shown('Sin cambios');
    expect(fake.calls(api.bulk.store)).toMatchObject([{ body: { action: { ...SET, only: { is: 'missing' } } } }]);
  });

  test('can be limited to one of the values with the keyboard', async () => {
    const { fake } = await openAttribute(FOUND);
    await expect.element(dialog().getByRole('status')).toHaveFocus();
    await press('{Tab}');
    await expect.element(radio('En todas')).toHaveFocus();
    await press('{ArrowDown}{ArrowDown}');
    await shown('Cambian 30 piezas, 188 quedan como están.');
    await press('{Tab}');
    await expect.element(values()).toHaveFocus();
    await values().selectOptions('1');
    await shown('Se reemplaza el valor de 28 piezas.');
    await button('Cambiar 28 piezas').click();
    await shown('Sólo donde dice 16 mm');
    const only = { is: 'saying', value: '16', unit: 'mm' };
    expect(fake.calls(api.bulk.store)).toMatchObject([{ body: { action: { ...SET, only } } }]);
  });

  test('fits on a phone, where the dialog scrolls to its buttons', async () => {
    await page.viewport(390, 844);
    const samples = ['14', '16', '18', '20', '22'].map((value) => sample(value.repeat(20), 30));
    await openAttribute({ ...FOUND, other: 200, replaced: 200, samples });
    await radio('Sólo donde dice…').click();
    const confirm = button('Cambiar 30 piezas');
    await expect.element(confirm).toBeEnabled();
    confirm.element().scrollIntoView();
    const [inner, outer] = [confirm, dialog()].map((one) => one.element().getBoundingClientRect());
    expect(inner?.bottom).toBeLessThanOrEqual(outer?.bottom ?? 0);
    expect(dialog().element().scrollWidth).toBe(dialog().element().clientWidth);
  });

  test('is counted in the singular', async () => {
    await openAttribute({ missing: 1, same: 1, other: 1, replaced: 1, samples: [sample('14', 1)] });
    await shown('1 no lo tiene · 1 ya dice 12 mm · 1 dice otra cosa: 14 mm');
    await shown('Se reemplaza el valor de 1 pieza.');
    await radio('Sólo donde dice 14 mm (1)').click();
    await shown('Cambia 1 pieza, 2 quedan como están.');
  });

  test.each<[string, BulkOverwrites]>([
    ['no other value', { missing: 2, same: 1, other: 0, replaced: 0, samples: [] }],
    ['only one value and it is everywhere', { missing: 0, same: 0, other: 2, replaced: 2, samples: [sample('14', 2)] }],
  ])('leaves nothing to choose when there is %s', async (_, found) => {
    await openAttribute(found);
    await shown(`Cambian 2 piezas${found.same > 0 ? ', 1 ya está así.' : '.'}`);
    expect(dialog().getByRole('radio', { name: 'En todas' }).length).toBe(0);
  });

  test('can still be chosen after the count of a choice fails', async () => {
    await openAttribute(FOUND, {
      preview: (given) => {
        if ('only' in given.body.action && given.body.action.only) throw new Refusal(422, 'No se pudo contar');
        return count(FOUND)(given);
      },
    });
    await radio('Sólo donde falta').click();
    await shown('No se pudo contar');
    await expect.element(button('Cambiar')).toBeDisabled();
    await radio('En todas').click();
    await expect.element(button('Cambiar 178 piezas')).toBeEnabled();
  });

  test('is removed everywhere, or where it has a given value', async () => {
    const { previews } = await open('Atributo…', {
      bulk: { preview: count({ ...FOUND, same: 0, other: 60, replaced: 60 }) },
    });
    await dialog().getByText('Quitar', { exact: true }).click();
    await field('Atributo').fill('Material');
    await press('{Escape}{Enter}');
    await shown('120 no lo tienen · 60 dicen: 14 mm (30), 16 mm (28) y otros valores (2)');
    await shown('Se quita el valor de 60 piezas.');
    expect(radio('Sólo donde falta').length).toBe(0);
    await radio('Sólo donde dice…').click();
    await expect.element(button('Cambiar 30 piezas')).toBeEnabled();
    expect(previews().at(-1)).toEqual({
      ...{ do: 'remove_attribute', name: 'Material' },
      only: { is: 'saying', value: '14', unit: 'mm' },
    });
  });

  test('can be a description; a long one is truncated and not offered as a condition', async () => {
    const long = { value: 'Larga '.repeat(30), unit: '', parts: 2, is_cut: 1 as const };
    const found = { missing: 1, same: 0, other: 3, replaced: 3, samples: [long, sample('Para\nFiat', 1, '')] };
    const { previews } = await open('Descripción…', { bulk: { preview: count(found) } });
    await field('Descripción').fill('Nueva');
    await button('Ver qué cambia').click();
    const beginning = 'Larga '.repeat(10).trim();
    await shown(`1 no la tiene · 3 dicen otra cosa: «${beginning}…» (2), «Para Fiat» (1)`);
    await shown('Se reemplaza la descripción de 3 piezas.');
    await radio('Sólo donde dice «Para Fiat» (1)').click();
    await expect.element(button('Cambiar 1 pieza')).toBeEnabled();
    expect(previews().at(-1)).toMatchObject({ only: { is: 'saying', value: 'Para\nFiat' } });
    await dialog().getByText('Vaciar', { exact: true }).click();
    await shown('Se quita la descripción de 3 piezas.');
    expect(radio('En todas').length).toBe(0);
  });
});

test('a move needs a product or a brand', async () => {
  const { previews } = await open('Mover de producto o marca…', {
    bulk: { preview: () => previewOf(1, 0, 1) },
  });
  await button('Ver qué cambia').click();
  await shown('Elegí una marca o un producto');
  await field('Producto').fill('biel');
  await page.getByRole('option', { name: 'Bieleta' }).click();
  await button('Ver qué cambia').click();
  await shown('Cambia 1 pieza, 1 no se puede.');
  expect(previews()).toEqual([{ do: 'move', part_product_id: PRODUCTS[1].id }]);
});

test('the applications to the vehicles of the list are changed in the fields that are chosen', async () => {
  const { fake, previews } = await open('Aplicaciones a los 2 vehículos…', {
    search: '&filter[in-vehicle_id]=7;9',
    bulk: { preview: () => previewOf(1, 1, 0) },
  });
  await expect.element(dialog().getByText('Fiat Uno 1.4')).toBeVisible();
  await expect.element(field('Posición')).toHaveFocus();
  await button('Ver qué cambia').click();
  await shown('Elegí qué cambia');
  await field('Cantidad').selectOptions('Poner…');
  await field('Nota').selectOptions('Sin nota');
  await button('Ver qué cambia').click();
  await shown('Completá este campo');
  await expect.element(field('Cuántas')).toHaveFocus();
  await field('Cuántas').fill('2');
  await press('{Enter}');
  await shown('Cambia 1 pieza, 1 queda como está.');
  const action = { do: 'change_applications', vehicle_ids: [7, 9], set: { quantity: 2, note: '' } };
  expect(previews()).toEqual([action]);
  await button('Cambiar 1 pieza').click();
  await shown('Cambiar las aplicaciones a 2 vehículos');
  await shown('× 2 · sin nota');
  await shown('Sin cambios');
  expect(fake.calls(api.bulk.store)).toMatchObject([{ body: { action } }]);
});

test('descriptions are written where they are missing, or everywhere, after reading some', async () => {
  const overwrites: BulkOverwrites = {
    ...{ missing: 1, same: 0, other: 1, replaced: 0 },
    samples: [{ value: 'Propia', unit: '', parts: 1, is_cut: 0 }],
  };
  const { fake, previews } = await open('Redactar descripción…', {
    bulk: {
      preview: ({ body: { action } }) => {
        const isAll = action.do === 'describe' && action.only.is === 'all';
        return {
          ...previewOf(isAll ? 2 : 1, isAll ? 0 : 1, 0, { ...overwrites, replaced: isAll ? 1 : 0 }),
          examples: [{ code: 'S 1', text: 'Rótula Suspenor. Para Fiat Palio.' }],
        };
      },
    },
  });
  await shown('Cambia 1 pieza, 1 queda como está.');
  await shown('1 no la tiene · 1 dice otra cosa: «Propia»');
  await shown('Rótula Suspenor. Para Fiat Palio.');
  await expect.element(dialog().getByRole('radio', { name: 'Sólo donde falta' })).toBeChecked();
  await dialog().getByRole('radio', { name: 'En todas' }).click();
  await shown('Se reemplaza la descripción de 1 pieza.');
  await button('Redactar 2 piezas').click();
  await shown('Completado: 2 cambiadas');
  expect(fake.calls(api.bulk.store)).toMatchObject([{ body: { action: { do: 'describe', only: { is: 'all' } } } }]);
  expect(previews()).toHaveLength(2);
});

test('missing descriptions are written from the worklist', async () => {
  const card = { id: 3, name: 'Suspenor', part_brand_id: 3, part_product_id: null };
  const fake = openApp('/parts/pending', {
    fakes: {
      products: { json: () => [] },
      pending: {
        list: () => [
          { ...card, parts: 9, complete: 2, publishable: 2, gaps: [{ gap: 'observation', parts: 7, alone: 7 }] },
        ],
      },
      bulk: {
        preview: () => previewOf(7, 0, 0),
        store: ({ body }) => jobOf(body.action),
        show: () => jobOf({ do: 'remove' }),
      },
    },
  });
  await button('Redactar las descripciones de Suspenor').click();
  await expect.element(dialog().getByText('7 piezas sin descripción')).toBeVisible();
  await shown('Cambian 7 piezas.');
  await press('{Escape}');
  await expect.element(button('Redactar las descripciones de Suspenor')).toHaveFocus();
  await press('{Enter}');
  await button('Redactar 7 piezas').click();
  await shown('Completado: 2 cambiadas');
  const query = [{ column: 'gaps', mode: 'matches', value: '1' }];
  expect(fake.calls(api.bulk.store)).toMatchObject([
    {
      body: { matching: { brandId: 3, productId: 'all', query }, action: { do: 'describe', only: { is: 'missing' } } },
    },
  ]);
});

test('nothing is done when nothing would change', async () => {
  await open('Habilitar', { bulk: { preview: () => previewOf(0, 2, 0) } });
  await shown('No cambia ninguna pieza, 2 ya están así.');
  await expect.element(button('Habilitar')).toBeDisabled();
});

test('a preview that is refused says why', async () => {
  await open('Habilitar', {
    bulk: {
      preview: () => {
        throw new Refusal(422, 'Son demasiadas piezas');
      },
    },
  });
  await shown('Son demasiadas piezas');
  await expect.element(button('Habilitar')).toBeDisabled();
});

test('a preview that a busy server refuses can be retried', async () => {
  let isBusy = true;
  const { fake } = await open('Habilitar', {
    bulk: {
      preview: () => {
        if (isBusy) throw new Refusal(503, 'El servidor está muy ocupado');
        return previewOf(2, 0, 0);
      },
    },
  });
  await shown('El servidor está muy ocupado');
  isBusy = false;
  await button('Reintentar').click();
  await shown('Cambian 2 piezas.');
  await expect.element(button('Habilitar 2 piezas')).toBeEnabled();
  expect(fake.calls(api.bulk.store)).toEqual([]);
});

test('two clicks on the button of the preview do not start the action', async () => {
  const { fake } = await open('Descripción…');
  await field('Descripción').fill('Nueva');
  await button('Ver qué cambia').dblClick();
  await expect.element(button('Cambiar 2 piezas')).toBeEnabled();
  expect(fake.calls(api.bulk.store)).toEqual([]);
});

test('all matching parts are sent as the filters of the list, with exceptions', async () => {
  const parts = makeParts('A', 'B', 'C');
  const fake = openApp(`${CATALOG}&page[size]=2&filter[matches-enabled]=1`, {
    fakes: { ...catalogOf(parts), bulk: { preview: () => previewOf(2, 0, 0) } },
  });
  await page.getByRole('checkbox', { name: 'Seleccionar todas las filas de esta página' }).click();
  await button('Elegir las 3 que coinciden').click();
  await check('B').click();
  await button('Acciones').click();
  await page.getByRole('menuitem', { name: 'Habilitar', exact: true }).click();
  await shown('Cambian 2 piezas.');
  expect(fake.calls(api.bulk.preview)).toMatchObject([
    {
      body: {
        matching: {
          brandId: 3,
          productId: 'all',
          query: [{ column: 'enabled', mode: 'matches', value: '1' }],
          except: [parts[1]?.id],
        },
      },
    },
  ]);
});

test('Escape closes the dialog, starts nothing and gives the focus back', async () => {
  const { fake } = await open('Habilitar');
  await shown('Cambian 2 piezas.');
  await press('{Escape}');
  await expect.poll(() => dialog().length).toBe(0);
  expect(document.activeElement?.textContent).toBe('Acciones');
  expect(fake.calls(api.bulk.store)).toEqual([]);
});
