import { api } from '@piezario/contract/api';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageOf } from '../testing/catalog.ts';
import { type Fakes, Refusal } from '../testing/fakeApi.ts';
import { openApp, reopenApp } from '../testing/openApp.tsx';
import { deferred } from '../testing/page.ts';

/* Behavior of every form, tested with the form of a brand. */

const name = () => page.getByLabelText('Nombre');
const button = (text: string) => page.getByRole('button', { name: text, exact: true });
const back = () => page.getByRole('link', { name: 'Volver' }).click();
const shown = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible();
const press = (keys: string) => userEvent.keyboard(keys);
const path = () => window.location.pathname;

async function open(more: Fakes['brands'] = {}) {
  const stored = { id: 8, name: 'Frenor' };
  const fake = openApp('/part_brands/8', {
    as: 'admin',
    fakes: {
      brands: {
        show: () => stored,
        add: ({ body }) => Object.assign(stored, { name: body.name }),
        paginated: ({ query }) => pageOf([{ ...stored, parts_count: 0 }], query),
        ...more,
      },
    },
  });
  await expect.element(name()).toHaveValue('Frenor');
  return { stored, saved: () => fake.calls(api.brands.add).map(({ body }) => body) };
}

describe('leaving', () => {
  test('asks about what was typed: to go on editing keeps it', async () => {
    const { saved } = await open();
    await name().fill('Otra');
    await back();
    await shown('¿Salir sin guardar?');
    await button('Seguir editando').click();
    await expect.element(name()).toHaveValue('Otra');
    expect(path()).toBe('/part_brands/8');
    expect(saved()).toEqual([]);
  });

  test('asks, and Escape stays', async () => {
    await open();
    await name().fill('Otra');
    await back();
    await shown('¿Salir sin guardar?');
    await press('{Escape}');
    await expect.poll(() => page.getByText('¿Salir sin guardar?').length).toBe(0);
    expect(path()).toBe('/part_brands/8');
  });

  test('asks, and saves with the answer that has the focus', async () => {
    const { saved } = await open();
    await name().fill('Otra');
    await back();
    await expect.element(button('Guardar y salir')).toHaveFocus();
    await press('{Enter}');
    await expect.poll(path).toBe('/part_brands');
    expect(saved()).toEqual([{ id: 8, name: 'Otra' }]);
  });

  test('stays when the save before leaving is refused', async () => {
    await open({
      add: () => {
        throw new Refusal(409, 'Ya existe', { name: 'Ya existe una marca con ese nombre' });
      },
    });
    await name().fill('Otra');
    await back();
    await button('Guardar y salir').click();
    await shown('Ya existe una marca con ese nombre');
    expect(path()).toBe('/part_brands/8');
  });

  test('asks, and discards the changes when the person leaves without saving', async () => {
    const { saved } = await open();
    await name().fill('Otra');
    await back();
    await button('Salir sin guardar').click();
    await expect.poll(path).toBe('/part_brands');
    await page.getByRole('link', { name: 'Editar Frenor' }).click();
    await expect.element(name()).toHaveValue('Frenor');
    expect(saved()).toEqual([]);
  });

  test('does not ask when the changes were typed back', async () => {
    await open();
    await name().fill('Otra');
    await name().fill('Frenor');
    await back();
    await expect.poll(path).toBe('/part_brands');
    expect(page.getByText('¿Salir sin guardar?').length).toBe(0);
  });

  test('asks with the Back of the browser too', async () => {
    await open();
    await name().fill('Otra');
    window.history.back();
    await shown('¿Salir sin guardar?');
    await button('Seguir editando').click();
    expect(path()).toBe('/part_brands/8');
  });

  test('for another site asks with the dialog of the browser', async () => {
    await open();
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asks()).toBe(false);
    await name().fill('Otra');
    await expect.poll(asks).toBe(true);
  });
});

describe('a save', () => {
  test('by Ctrl+S, from anywhere on the screen', async () => {
    const { saved } = await open();
    await name().fill('Otra');
    (document.activeElement as HTMLElement).blur();
    await press('{Control>}s{/Control}');
    await shown('Marca guardada');
    expect(saved()).toEqual([{ id: 8, name: 'Otra' }]);
  });

  test('is sent once, however often it is pressed', async () => {
    const release = deferred();
    const { saved } = await open({
      add: async () => {
        await release.promise;
        return { id: 8, name: 'Otra' };
      },
    });
    await name().fill('Otra');
    await press('{Enter}{Enter}{Control>}s{/Control}');
    release.resolve();
    await shown('Marca guardada');
    expect(saved()).toHaveLength(1);
  });

  test('of invalid values is not sent: the field shows the error and has the focus', async () => {
    const { saved } = await open();
    await name().fill('  ');
    await press('{Enter}');
    await shown('Completá este campo');
    await expect.element(name()).toHaveFocus();
    await expect.element(name()).toHaveAttribute('aria-invalid', 'true');
    expect(saved()).toEqual([]);
  });

  test('that the server refuses shows the error only at its field', async () => {
    const message = 'Ya existe una marca con ese nombre';
    await open({
      add: () => {
        throw new Refusal(409, message, { name: message });
      },
    });
    await name().fill('Otra');
    await press('{Enter}');
    await shown(message);
    await expect.element(name()).toHaveFocus();
    expect(document.querySelectorAll('[data-notice]')).toHaveLength(0);
    await name().fill('Otra más');
    await expect.poll(() => page.getByText(message).length).toBe(0);
  });

  test('that fails without an error of a field shows a notice, and keeps the typed values', async () => {
    await open({
      add: () => {
        throw new Refusal(403, 'Tu usuario no tiene permiso para hacer esto');
      },
    });
    await name().fill('Otra');
    await press('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Tu usuario no tiene permiso para hacer esto');
    await expect.element(name()).toHaveValue('Otra');
  });
});

describe('a draft', () => {
  test('is recovered with its record, shows a message, and can be discarded', async () => {
    await open();
    await name().fill('A medias');
    await reopenApp();
    await expect.element(name()).toHaveValue('A medias');
    await shown(/Recuperamos/);
    await button('Descartar').click();
    await expect.element(name()).toHaveValue('Frenor');
    await reopenApp();
    await expect.element(name()).toHaveValue('Frenor');
  });

  test('is not recovered for another record', async () => {
    await open();
    await name().fill('A medias');
    await reopenApp('/part_brands/new');
    await expect.element(name()).toHaveValue('');
  });

  test('does not hide a value that another person has saved since in a field without changes', async () => {
    const { stored } = await open();
    await name().fill('A medias');
    await name().fill('Frenor');
    stored.name = 'De otra persona';
    await reopenApp();
    await expect.element(name()).toHaveValue('De otra persona');
  });

  test('is deleted by the save', async () => {
    await open();
    await name().fill('Otra');
    await press('{Enter}');
    await shown('Marca guardada');
    await reopenApp('/part_brands/8');
    await expect.element(name()).toHaveValue('Otra');
    expect(page.getByText(/Recuperamos/).length).toBe(0);
  });
});
