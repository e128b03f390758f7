import { api } from '@piezario/contract/api';
import type { Gap } from '@piezario/contract/gaps';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makePart } from '../../testing/catalog.ts';
import { type Fakes, Refusal } from '../../testing/fakeApi.ts';
import { openApp } from '../../testing/openApp.tsx';
import { deferred } from '../../testing/page.ts';

/* A person types attributes and cross references one after the other, faster than they are saved. */

const press = (keys: string) => userEvent.keyboard(keys);
const dialog = () => page.getByRole('dialog');
const field = (label: string) => {
  const byLabel = { name: label, exact: true };
  return dialog().getByRole('textbox', byLabel).or(dialog().getByRole('combobox', byLabel));
};
const expectText = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible();

const required = (name: string) => ({
  ...{ name, aliases: [], type: 'text' as const, unit: '', units: [], importance: 'required' as const, values: [] },
  ...{ min: null, max: null, mercadolibre_id: null, is_strict: 0 as const },
});

const NO_GAPS: readonly Gap[] = [];

/** Opens a step of a part. Saves are answered once `release` is resolved. */
async function open(step: 1 | 3 | 5, { template = [] as string[], refuses = false, gap = '', gaps = NO_GAPS } = {}) {
  const part = {
    ...makePart({ gaps: [...gaps] }),
    attributes: [] as Attribute[],
    cross: [] as Cross[],
    vehicles: [],
    pictures: [],
  };
  const release = deferred();
  const answer = async <Row,>(row: Row) => {
    await release.promise;
    if (refuses) throw new Refusal(409, 'La pieza ya no existe');
    return row;
  };
  const fakes = {
    ...catalogOf([part]),
    parts: { ...catalogOf([part]).parts, show: () => part },
    templates: { show: () => ({ product_id: 5, version: 1, attributes: template.map(required), job: null }) },
    attributes: {
      suggestions: () => [],
      store: ({ body: { name, value, unit } }) => {
        const row = { id: part.attributes.length + 1, part_id: part.id, name, value, unit, misfit: null };
        part.attributes.push(row);
        return answer(row);
      },
      storeMany: ({ body: { rows } }) => {
        if (!refuses)
          part.attributes.push(
            ...rows.map((row, index) => ({
              id: part.attributes.length + index,
              part_id: part.id,
              ...row,
              misfit: null,
            })),
          );
        return answer({ added: rows.length, existing: 0, operation_id: null });
      },
    },
    crosses: {
      brands: () => [],
      related: () => ({ named_by: [], sharing: [] }),
      store: ({ body: { brand, code } }) => {
        const row = { id: part.cross.length + 1, brand, code };
        part.cross.push(row);
        return answer(row);
      },
    },
  } satisfies Fakes;
  const fake = openApp(`${CATALOG}&part=${part.id}&step=${step}${gap && `&gap=${gap}`}`, { fakes });
  return { fake, part, release };
}
type Attribute = { id: number; part_id: number; name: string; value: string; unit: string; misfit: null };
type Cross = { id: number; brand: string; code: string };

test('the next attribute is typed while the one before is saved', async () => {
  const { fake, release } = await open(3);
  await field('Nombre').click();
  await press('Alto{Enter}76,5{Enter}');
  await expect.element(field('Nombre')).toHaveFocus();
  await press('Rosca{Enter}3/4-16 UNF{Enter}Dia');
  release.resolve();
  await expect
    .poll(() => fake.calls(api.attributes.store).map(({ body }) => [body.name, body.value]))
    .toEqual([
      ['Alto', '76,5'],
      ['Rosca', '3/4-16 UNF'],
    ]);
  await expectText('3/4-16 UNF');
  await press('metro');
  await expect.element(field('Nombre')).toHaveValue('Diametro');
});

test('a second Enter sends nothing', async () => {
  const { fake, release } = await open(3);
  await field('Nombre').click();
  await press('Alto{Enter}76,5{Enter}{Enter}');
  release.resolve();
  await expectText('76,5');
  expect(fake.calls(api.attributes.store)).toHaveLength(1);
  expect(dialog().getByText('Completá este campo').length).toBe(0);
});

test('a refused attribute returns to the fields, or to a notice if the next one was started', async () => {
  const { release } = await open(3, { refuses: true });
  await field('Nombre').click();
  await press('Alto{Enter}76,5{Enter}Ros');
  release.resolve();
  await expectText('No se guardó Alto 76,5: La pieza ya no existe');
  await press('ca{Enter}3/4{Enter}');
  await expect.element(field('Nombre')).toHaveValue('Rosca');
  await expect.element(field('Valor')).toHaveValue('3/4');
});

test('the rows of a template keep what is typed while others are saved', async () => {
  const { fake, release } = await open(3, { template: ['Alto', 'Ancho', 'Forma'] });
  await field('Alto').click();
  await press('76,5{Enter}');
  await expect.element(field('Ancho')).toHaveFocus();
  await press('62{Enter}Redo');
  release.resolve();
  await expect
    .poll(() => fake.calls(api.attributes.storeMany).map(({ body }) => body.rows))
    .toMatchObject([[{ name: 'Alto', value: '76,5' }], [{ name: 'Ancho', value: '62' }]]);
  await expect.poll(() => field('Ancho').length).toBe(0);
  await press('nda');
  await expect.element(field('Forma')).toHaveValue('Redonda');
});

test('a refused row of a template is shown again after the next one was started', async () => {
  const { release } = await open(3, { template: ['Alto', 'Ancho'], refuses: true });
  await field('Alto').click();
  await press('76,5{Enter}62');
  expect(field('Alto').length).toBe(0);
  release.resolve();
  await expectText('No se guardó Alto: La pieza ya no existe');
  await expect.element(field('Alto')).toBeVisible();
  await expect.element(field('Ancho')).toHaveValue('62');
});

test('the next cross reference is typed while the one before is saved', async () => {
  const { fake, release } = await open(5);
  await field('Marca').click();
  await press('Bosch{Enter}F 026 400{Enter}Hengst{Enter}H 234{Enter}');
  release.resolve();
  await expect
    .poll(() => fake.calls(api.crosses.store).map(({ body }) => `${body.brand} ${body.code}`))
    .toEqual(['Bosch F 026 400', 'Hengst H 234']);
});

test('the gap of the bar code leads to a new attribute with its name, or to one with a wrong value', async () => {
  const { fake, release } = await open(3, { gaps: ['barcode'] });
  release.resolve();
  const gap = dialog().getByRole('button', { name: 'Código de barras', exact: true });
  await gap.click();
  await expect.element(field('Nombre')).toHaveValue('Código de barras');
  await expect.element(field('Valor')).toHaveFocus();
  await press('7791234567898{Enter}');
  await expect.poll(() => fake.calls(api.attributes.store).map(({ body }) => body.name)).toEqual(['Código de barras']);
  // By now it is an attribute of the part, whose value is wrong.
  await gap.click();
  await expect.element(field('Valor').last()).toHaveFocus();
  await expect.element(field('Valor').last()).toHaveValue('7791234567898');
});

test('a link to a gap focuses its field in the template', async () => {
  await open(3, { template: ['Rosca', 'EAN'], gap: 'barcode' });
  await expect.element(field('EAN')).toHaveFocus();
});

test('gaps lead from the first step to their fields, also in the same step', async () => {
  const { release } = await open(1, { template: ['Alto'], gaps: ['observation', 'attributes'] });
  release.resolve();
  await dialog().getByRole('button', { name: 'Descripción', exact: true }).click();
  await expect.element(dialog().getByRole('textbox', { name: 'Descripción' })).toHaveFocus();
  await dialog().getByRole('button', { name: 'Atributos', exact: true }).click();
  await expect.element(field('Alto')).toHaveFocus();
});
