import { api } from '@piezario/contract/api';
import type { Template, TemplateAttribute } from '@piezario/contract/templates';
import { describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { CATEGORY } from '../testing/catalog.ts';
import { type Fakes, Refusal } from '../testing/fakeApi.ts';
import { openApp, reopenApp } from '../testing/openApp.tsx';

const press = (keys: string) => userEvent.keyboard(keys);
const editor = () => page.getByRole('region', { name: 'Plantilla de atributos' });
const field = (label: string) => editor().getByLabelText(label, { exact: true });
const mercadolibreId = () => editor().getByRole('combobox', { name: 'Atributo de Mercado Libre' });
const button = (name: string | RegExp) => editor().getByRole('button', { name, exact: typeof name === 'string' });
const details = (name: string) => button(`Más datos de ${name}`).click();
const save = () => button('Guardar plantilla').click();
const shown = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible();

const attributeOf = (name: string, more: Partial<TemplateAttribute> = {}): TemplateAttribute => ({
  ...{ name, aliases: [], type: 'text', unit: '', units: [], importance: 'recommended', values: [] },
  ...{ min: null, max: null, mercadolibre_id: null, is_strict: 0, ...more },
});
const NOTHING = { parts: 0, brands: [] };
const HARMLESS = { missing: NOTHING, misfits: NOTHING, samples: [] };
const LENGTH = attributeOf('Largo', { type: 'number', unit: 'mm' });

/** Opens a product with a template. Saves are stored in `template`, unless `templates` answers otherwise. */
async function open(
  attributes: TemplateAttribute[],
  templates: Fakes['templates'] = {},
  products: Fakes['products'] = { describe: () => ({ suggested: '{Producto}', problem: null, example: null }) },
) {
  const template: Template = { product_id: 5, version: 1, attributes, job: null };
  const fake = openApp('/part_products/5', {
    as: 'admin',
    fakes: {
      categories: { json: () => [CATEGORY] },
      vehicles: { headers: () => [] },
      products: {
        show: ({ params: { id } }) => ({
          ...{ id, name: 'Rótula', category: CATEGORY.name, part_category_id: CATEGORY.id, takes_vehicles: 1 },
          ...{ mercadolibre_category: null, aliases: [], requires: [], photos_required: 0, vehicle_headers: [] },
          description_pattern: '',
        }),
        ...products,
      },
      templates: {
        show: () => template,
        proposals: () => [{ name: 'Diámetro', unit: 'mm', parts: 1 }],
        preview: ({ body: { rows } }) => ({ parts: 4, is_whole: 1, rows: rows.map(() => HARMLESS), unlisted: NOTHING }),
        values: () => [],
        mercadolibreIds: () => [],
        store: ({ body }) => Object.assign(template, { attributes: body.attributes, version: template.version + 1 }),
        ...templates,
      },
    },
  });
  await expect.element(button('Guardar plantilla')).toBeVisible();
  const saved = () => fake.calls(api.templates.store).at(-1)?.body.attributes;
  return { fake, template, saved };
}

/** Saves an invalid value and corrects it by keyboard: the invalid field gets the focus and keeps it. */
async function correct(wrong: Locator, message: string | RegExp, keys: string) {
  await save();
  await expect.element(editor().getByText(message)).toBeVisible();
  await expect.element(wrong).toHaveFocus();
  await press(`{Control>}{End}{/Control}${keys}`);
  await expect.element(wrong).toHaveFocus();
  await expect.element(wrong).not.toHaveAttribute('aria-invalid', 'true');
  expect(document.querySelectorAll('[data-notice]')).toHaveLength(0);
}

describe('rows', () => {
  test('are added from attributes of parts, or blank with the focus in the name', async () => {
    const { saved } = await open([]);
    await button(/^Agregar Diámetro/).click();
    await expect.element(field('Unidad de Diámetro')).toHaveValue('mm');
    await expect.element(field('Tipo de Diámetro')).toHaveValue('number');
    expect(button(/^Agregar Diámetro/).length).toBe(0);
    await button('Agregar un atributo').click();
    await expect.element(field('Nombre de la fila 2')).toHaveFocus();
    await press('Material');
    await field('Importancia de Material').selectOptions('Obligatorio');
    await save();
    await shown('Plantilla guardada');
    expect(saved()).toMatchObject([
      { name: 'Diámetro', type: 'number', unit: 'mm' },
      { name: 'Material', importance: 'required' },
    ]);
  });

  test('move by keyboard, and the focus follows', async () => {
    const { saved } = await open([attributeOf('Alto'), attributeOf('Bajo')]);
    button('Mover antes Bajo').element().focus();
    await press('{Enter}');
    await expect.element(field('Nombre de la fila 1')).toHaveValue('Bajo');
    await expect.element(button('Mover antes Bajo')).toHaveFocus();
    await expect.element(button('Mover antes Bajo')).toHaveAttribute('aria-disabled', 'true');
    button('Mover después Bajo').element().focus();
    await press('{Enter}');
    await expect.element(button('Mover después Bajo')).toHaveFocus();
    await button('Mover antes Bajo').click();
    await save();
    await expect.poll(() => saved()?.map(({ name }) => name)).toEqual(['Bajo', 'Alto']);
  });

  test('are removed', async () => {
    const { saved } = await open([attributeOf('Alto'), attributeOf('Bajo')]);
    await button('Quitar Alto').click();
    await save();
    await expect.poll(() => saved()?.map(({ name }) => name)).toEqual(['Bajo']);
  });

  test('keep their details open when they move and are saved', async () => {
    const { saved } = await open([
      attributeOf('Alto', { aliases: ['Altura'] }),
      attributeOf('Bajo', { aliases: ['Bajura'] }),
    ]);
    await details('Alto');
    await button('Mover después Alto').click();
    await save();
    await shown('Plantilla guardada');
    const aliases = editor().getByRole('listitem').nth(1).getByLabelText('Otros nombres');
    await expect.element(aliases).toHaveValue('Altura');
    expect(field('Otros nombres').length).toBe(1);
    await aliases.fill('Alturas');
    await save();
    await expect
      .poll(() => saved()?.map((one) => [one.name, ...one.aliases]))
      .toEqual([
        ['Bajo', 'Bajura'],
        ['Alto', 'Alturas'],
      ]);
  });
});

describe('an error is shown, focused and corrected at its field', () => {
  test('a list without values', async () => {
    await open([attributeOf('Material')]);
    await field('Tipo de Material').selectOptions('Lista');
    await correct(field('Valores'), 'Una lista necesita sus valores', 'Acero');
  });

  test('an alias that the server refuses', async () => {
    await open([LENGTH, attributeOf('Material', { aliases: ['Largo'] })], {
      store: () => {
        const message = '«Largo» ya es un nombre de la fila 1';
        throw new Refusal(422, message, { 'attributes.1.aliases': message });
      },
    });
    await correct(field('Otros nombres'), '«Largo» ya es un nombre de la fila 1', 'ura');
  });

  test('an alias that is too long, in closed details', async () => {
    await open([attributeOf('Material')]);
    await details('Material');
    await field('Otros nombres').fill(`Largura\n${'x'.repeat(101)}`);
    await details('Material');
    await correct(field('Otros nombres'), 'Se permiten hasta 100 caracteres', '{Enter}');
  });

  test('an attribute of Mercado Libre', async () => {
    await open([attributeOf('Material')]);
    await details('Material');
    await mercadolibreId().fill('a-b');
    await correct(mercadolibreId(), /^Son hasta 60 letras/, 'C');
  });

  test('a maximum below the minimum, and a text that is not a number', async () => {
    const { saved } = await open([LENGTH]);
    await details('Largo');
    await field('Mínimo').fill('5');
    await field('Máximo').fill('1');
    await correct(field('Máximo'), 'El máximo no puede ser menor que el mínimo', '0');
    await field('Mínimo').fill('cinco');
    await correct(field('Mínimo'), 'El valor no es válido', '5');
    await field('Mínimo').fill('5,5');
    await save();
    await expect.poll(saved).toMatchObject([{ min: 5.5, max: 10 }]);
  });

  test('a unit without a name, and without a factor', async () => {
    const { saved } = await open([LENGTH]);
    await details('Largo');
    await button('Agregar una unidad').click();
    await details('Largo');
    await correct(field('Unidad 1'), 'Completá este campo', 'cm');
    const factor = field('Cuántos mm es la unidad 1');
    await expect.element(factor).toHaveAttribute('aria-invalid', 'true');
    await factor.fill('0,5');
    await expect.element(factor).not.toHaveAttribute('aria-invalid', 'true');
    await save();
    await expect.poll(saved).toMatchObject([{ units: [{ unit: 'cm', factor: 0.5 }] }]);
  });

  test('units that the server refuses together', async () => {
    const units = [
      { unit: 'cm', factor: 10 },
      { unit: 'CM', factor: 10 },
    ];
    await open([{ ...LENGTH, units }], {
      store: () => {
        throw new Refusal(422, '«CM» está repetida', { 'attributes.0.units': '«CM» está repetida' });
      },
    });
    await save();
    await expect.element(editor().getByText('«CM» está repetida')).toBeVisible();
    await expect.element(editor().getByRole('group', { name: 'Otras unidades que se aceptan' })).toHaveFocus();
    await field('Unidad 2').fill('m');
    await expect.poll(() => editor().getByText('«CM» está repetida').length).toBe(0);
  });
});

test('a unit keeps its values after the one before it is removed, and the focus stays', async () => {
  const units = [
    { unit: 'cm', factor: 10 },
    { unit: 'm', factor: 1000 },
  ];
  await open([{ ...LENGTH, units }]);
  await details('Largo');
  button('Quitar la unidad 1').element().focus();
  await press('{Enter}');
  await expect.element(field('Unidad 1')).toHaveValue('m');
  await expect.element(field('Cuántos mm es la unidad 1')).toHaveValue('1000');
  await expect.element(button('Quitar la unidad 1')).toHaveFocus();
  await press('{Enter}');
  await expect.element(editor().getByRole('group', { name: 'Otras unidades que se aceptan' })).toHaveFocus();
});

describe('open details', () => {
  const OLD = { ...LENGTH, aliases: ['Largura'], max: 10 };
  async function openTyped(templates: Fakes['templates'] = {}) {
    const opened = await open([OLD], templates);
    await details('Largo');
    await field('Otros nombres').fill('Escrito');
    await field('Máximo').fill('77');
    return opened;
  }

  test('show the template that another person saved, once it is loaded', async () => {
    const { template } = await openTyped({
      store: () => {
        throw new Refusal(409, 'Otra persona guardó esta plantilla');
      },
    });
    Object.assign(template, { version: 2, attributes: [{ ...OLD, aliases: ['De otra'], max: 20 }] });
    await save();
    await button('Cargar la que está guardada').click();
    await expect.element(field('Otros nombres')).toHaveValue('De otra');
    await expect.element(field('Máximo')).toHaveValue('20');
  });

  test('show the stored template, once the recovered changes are discarded', async () => {
    await openTyped();
    await reopenApp();
    await details('Largo');
    await expect.element(field('Otros nombres')).toHaveValue('Escrito');
    await expect.element(field('Máximo')).toHaveValue('77');
    await button('Descartar').click();
    await expect.element(field('Otros nombres')).toHaveValue('Largura');
    await expect.element(field('Máximo')).toHaveValue('10');
  });
});

test('choosing the type of a list opens its values, and a closed row names them', async () => {
  await open([attributeOf('Material'), attributeOf('Lado', { type: 'list', values: ['Izquierdo', 'Derecho'] })]);
  await shown('Valores: Izquierdo, Derecho');
  await field('Tipo de Material').selectOptions('Lista');
  await expect.element(field('Valores')).toBeVisible();
  await details('Material');
  await shown('Valores: ninguno, se agregan en «Más datos»');
});

describe('consequences', () => {
  const affected = (ids: number[]) => ({
    parts: ids.length,
    brands: [{ id: 1, name: 'Norvial', parts: ids.length, ids }],
  });

  test('of a changed row are shown before it is saved, with links to the parts', async () => {
    await open([attributeOf('Material')], {
      preview: ({ body: { rows, attributes } }) => ({
        ...{ parts: 2000, is_whole: 0, unlisted: affected([9]) },
        rows: rows.map((row) => ({
          missing: affected([7, 8]),
          misfits: attributes[row]?.type === 'list' ? affected([6]) : NOTHING,
          samples: attributes[row]?.type === 'list' ? [{ value: 'Hierro', unit: '', parts: 1 }] : [],
        })),
      }),
      values: () => ['Acero', 'Hierro'],
    });
    expect(editor().getByText(/no lo tienen/).length).toBe(0);
    await field('Importancia de Material').selectOptions('Obligatorio');
    await shown('2 piezas no lo tienen y quedan incompletas');
    await shown(/Se compararon las 2.000 piezas más nuevas/);
    await shown(/1 pieza tiene atributos que la plantilla no nombra/);
    const link = editor().getByRole('link', { name: 'Norvial (2)' });
    const href = new URL(link.element().getAttribute('href') ?? '', 'http://x');
    expect(href.searchParams.get('filter[in-id]')).toBe('7;8');

    await field('Tipo de Material').selectOptions('Lista');
    await button('Usar los que ya tienen las piezas (2)').click();
    await expect.element(field('Valores')).toHaveValue('Acero\nHierro');
    expect(button(/Usar los que/).length).toBe(0);
    await shown(/1 pieza tiene un valor que no cumple: «Hierro»/);
  });

  test('are not read for a row without a name', async () => {
    const { fake } = await open([]);
    await button('Agregar un atributo').click();
    await press('Alto');
    await shown('Todas las piezas lo tienen, con un valor que cumple.');
    expect(
      fake.calls(api.templates.preview).map(({ body }) => body.attributes.map(({ name }) => name)),
    ).not.toContainEqual(['']);
  });
});

test('the attribute of Mercado Libre is found by its name, and any id is taken', async () => {
  const { saved } = await open([attributeOf('Alto')], {
    mercadolibreIds: () => [{ id: 'FILTER_HEIGHT', name: 'Alto del filtro' }],
  });
  await details('Alto');
  await mercadolibreId().click();
  await press('filtro');
  await page.getByRole('option', { name: /FILTER_HEIGHT/ }).click();
  await save();
  await expect.poll(() => saved()?.[0]?.mercadolibre_id).toBe('FILTER_HEIGHT');
  await mercadolibreId().fill('own_id ');
  await save();
  await expect.poll(() => saved()?.[0]?.mercadolibre_id).toBe('OWN_ID');
});

describe('the pattern of the descriptions', () => {
  const pattern = () => page.getByRole('textbox', { name: 'Patrón de la descripción' });
  const describePart: NonNullable<Fakes['products']>['describe'] = ({ query: { description_pattern: typed } }) => {
    const problem = typed.endsWith('[') ? 'Falta cerrar un corchete con «]»' : null;
    return {
      ...{ suggested: '{Producto} {Marca}[, largo {Largo}].', problem },
      example: problem === null ? { code: 'RT-1', text: `Texto de ${typed || 'el sugerido'}` } : null,
    };
  };

  test('is tried on a part while it is typed, takes placeholders at the cursor, and is saved', async () => {
    const { fake } = await open(
      [LENGTH],
      {},
      {
        describe: describePart,
        add: () => {
          throw new Refusal(422, 'Otro problema');
        },
      },
    );
    await shown('Texto de el sugerido');
    await expect.element(pattern()).toHaveAttribute('placeholder', '{Producto} {Marca}[, largo {Largo}].');
    await pattern().fill('De , y más');
    await press('{Home}{ArrowRight}{ArrowRight}{ArrowRight}');
    await page.getByRole('button', { name: 'Insertar {Largo}' }).click();
    await expect.element(pattern()).toHaveValue('De {Largo}, y más');
    await expect.element(pattern()).toHaveFocus();
    await shown('Texto de De {Largo}, y más');
    await press('{End}[[');
    await shown('Falta cerrar un corchete con «]»');
    await page.getByRole('button', { name: 'Usar el sugerido' }).click();
    await expect.element(pattern()).toHaveValue('{Producto} {Marca}[, largo {Largo}].');
    expect(page.getByRole('button', { name: 'Usar el sugerido' }).length).toBe(0);
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect
      .poll(() => fake.calls(api.products.add))
      .toMatchObject([{ body: { description_pattern: '{Producto} {Marca}[, largo {Largo}].' } }]);
  });
});
