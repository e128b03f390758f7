import { type GridPart, grid } from '@piezario/contract/grid';
import { byField } from '@piezario/contract/part-fields';
import type { TemplateAttribute } from '@piezario/contract/templates';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makePart } from '../testing/catalog.ts';
import { type Fakes, Refusal } from '../testing/fakeApi.ts';
import { openApp, reopenApp } from '../testing/openApp.tsx';

const ADDRESS = CATALOG.replace('/catalog', '/grid').concat('&part_product=5');
const fieldsOf = byField(
  (_, { initial }) => (initial ? 1 : 0) as 0 | 1,
  () => '',
);
let lastId = 0;
const partOf = (code: string, attributes: GridPart['attributes'] = [], more: Partial<GridPart> = {}): GridPart => {
  lastId += 1;
  return { id: lastId, code, ...fieldsOf, attributes, crosses: [], ...more };
};
const attribute = (
  given: Partial<TemplateAttribute> & Pick<TemplateAttribute, 'name' | 'type'>,
): TemplateAttribute => ({
  ...{ aliases: [], unit: '', units: [], importance: 'recommended', values: [], min: null, max: null },
  ...{ mercadolibre_id: null, is_strict: 0 },
  ...given,
});
const TEMPLATE = [
  attribute({ name: 'Ancho', type: 'number', unit: 'mm', units: [{ unit: 'cm', factor: 10 }] }),
  attribute({ name: 'Material', type: 'list', values: ['Acero', 'Hierro'] }),
];
const mm = (name: string, value: string, unit = 'mm') => ({ name, value, unit });

function open(parts: readonly GridPart[], more: Fakes = {}) {
  const base = catalogOf([makePart()]);
  return openApp(ADDRESS, {
    fakes: {
      ...base,
      attributes: { usual: () => TEMPLATE.map(({ name, unit, type, values }) => ({ name, unit, type, values })) },
      templates: { show: () => ({ product_id: 5, version: 1, attributes: TEMPLATE, job: null }) },
      ...more,
      grid: { rows: () => [...parts], ...more.grid },
    },
  });
}
const sheet = () => page.getByRole('grid');
const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true });
const textsOf = () =>
  [...document.querySelectorAll('[role="grid"] [data-row]')].map((row) =>
    [...row.querySelectorAll('[role="gridcell"]')].slice(0, 3).map((one) => one.textContent),
  );
const typed = (text: string) => userEvent.keyboard(text);
function paste(text: string, html = '') {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  if (html) data.setData('text/html', html);
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  );
}

afterEach(() => localStorage.clear());

test('cells are edited by keyboard alone, undone and redone', async () => {
  open([partOf('A-1', [mm('Ancho', '10')]), partOf('A-2')]);
  await cell('A-1').click();
  await typed('{ArrowRight}12{Enter}');
  await typed('8{Tab}Acero{Enter}');
  await expect.poll(textsOf).toEqual([
    ['A-1', '12', ''],
    ['A-2', '8', 'Acero'],
    ['', '', ''],
  ]);
  await expect.element(page.getByRole('button', { name: 'Guardar 3 cambios' })).toBeVisible();
  await typed('{Control>}zz{/Control}');
  await expect.poll(textsOf).toEqual([
    ['A-1', '12', ''],
    ['A-2', '', ''],
    ['', '', ''],
  ]);
  await typed('{Control>}y{/Control}');
  await expect.poll(() => textsOf()[1]).toEqual(['A-2', '8', '']);
  // Escape leaves the cell as it was, and F2 edits what it has.
  await typed('{ArrowUp}{F2}5{Escape}');
  expect(textsOf()[1]).toEqual(['A-2', '8', '']);
});

test('a copied table is pasted over several cells, beyond the end as new parts', async () => {
  open([partOf('A-1'), partOf('A-2')]);
  await cell('A-2').click();
  paste('B-1\t1\tAcero\r\nB-2\t2\tHierro\r\n');
  // The code of a stored part does not change.
  await expect.poll(textsOf).toEqual([
    ['A-1', '', ''],
    ['A-2', '1', 'Acero'],
    ['B-2', '2', 'Hierro'],
    ['', '', ''],
  ]);
  await cell('B-2').click();
  await typed('{ArrowRight}{Shift>}{ArrowUp}{ArrowUp}{/Shift}');
  paste('7');
  await expect.poll(() => textsOf().map(([, width]) => width)).toEqual(['7', '7', '7', '']);
  await typed('{Delete}');
  await expect.poll(() => textsOf().map(([, width]) => width)).toEqual(['', '', '', '']);
});

test('Ctrl+D fills the selected cells with the first one', async () => {
  open([partOf('A-1', [mm('Ancho', '10')]), partOf('A-2'), partOf('A-3')]);
  await cell('10').click();
  await typed('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');
  await expect.poll(() => textsOf().map(([, width]) => width)).toEqual(['10', '10', '10', '']);
});

test('a cell that does not fit the template says why, and takes the suggestion', async () => {
  open([partOf('A-1', [mm('Ancho', '2', 'cm'), mm('Material', 'Acerro', '')])]);
  await cell('2 cm').click();
  await expect.element(page.getByText('No es la unidad de la plantilla')).toBeVisible();
  await page.getByRole('button', { name: 'Poner «20»' }).click();
  await expect.poll(() => textsOf()[0]).toEqual(['A-1', '20', 'Acerro']);
  await page.getByText('Con problemas').click();
  await page.getByRole('button', { name: 'Corregir 1 celda' }).click();
  await expect.poll(() => textsOf()[0]).toEqual(['A-1', '20', 'Acero']);
});

test('find and replace shows each cell before it changes', async () => {
  open([partOf('A-1', [mm('Material', 'Acerro', '')]), partOf('A-2', [mm('Material', 'acérro fino', '')])]);
  await cell('Acerro').click();
  await page.getByRole('button', { name: 'Buscar y reemplazar' }).click();
  await page.getByRole('textbox', { name: 'Buscar' }).fill('acerro');
  await page.getByRole('textbox', { name: 'Reemplazar por' }).fill('Acero');
  await expect.element(page.getByText('2 celdas con ese texto')).toBeVisible();
  await page.getByRole('button', { name: 'Reemplazar 2 celdas' }).click();
  await expect.poll(() => textsOf().map(([, , material]) => material)).toEqual(['Acero', 'Acero fino', '']);
});

test('changes survive a closed tab, and show what others have changed since', async () => {
  const part = partOf('A-1', [mm('Ancho', '10')]);
  let stored = part;
  open([], { grid: { rows: () => [stored] } });
  await cell('10').click();
  await typed('12{Enter}');
  await expect.element(page.getByRole('button', { name: 'Guardar 1 cambio' })).toBeVisible();
  stored = { ...part, attributes: [mm('Ancho', '11')] };
  await reopenApp();
  await expect.element(page.getByText('Recuperamos lo que no habías guardado')).toBeVisible();
  await expect.element(page.getByText('Cambió después de que empezaste: ahora dice «11»')).not.toBeInTheDocument();
  await cell('12').click();
  await expect.element(page.getByText('Cambió después de que empezaste: ahora dice «11»')).toBeVisible();
  await page.getByRole('button', { name: 'Dejar la mía' }).click();
  await expect.element(page.getByRole('button', { name: 'Dejar la mía' })).not.toBeInTheDocument();
  expect(textsOf()[0]).toEqual(['A-1', '12', '']);
});

test('a save sends the changed cells with what they had, and a refused one reads the parts again', async () => {
  const part = partOf('A-1', [mm('Ancho', '10')], { crosses: [{ brand: 'Fram', code: 'PH1' }] });
  let reads = 0;
  const api = open([], {
    grid: {
      rows: () => {
        reads += 1;
        return [reads === 1 ? part : { ...part, attributes: [mm('Ancho', '11')] }];
      },
      store: () => {
        throw new Refusal(409, 'Otra persona cambió algunas de estas celdas');
      },
    },
  });
  await cell('10').click();
  await typed('12{Enter}');
  await cell('Fram: PH1').click();
  await typed('{F2}; Mann: W 712/75{Enter}{Control>}s{/Control}');
  await expect.element(page.getByText('1 celda tiene otro valor que cuando empezaste a cambiarla.')).toBeVisible();
  expect(api.calls(grid.store)[0]).toMatchObject({
    body: {
      part_brand_id: 3,
      part_product_id: 5,
      parts: [
        {
          part_id: part.id,
          attributes: [{ name: 'Ancho', from: { value: '10', unit: 'mm' }, to: { value: '12', unit: 'mm' } }],
          crosses: [{ brand: 'Mann', code: 'W 712/75', remove: 0 }],
        },
      ],
    },
  });
  await page.getByRole('button', { name: 'Dejar lo de los demás' }).click();
  await expect.element(page.getByRole('button', { name: 'Guardar 1 cambio' })).toBeVisible();
});

test('a new part needs a code that no other one has', async () => {
  open([partOf('A-1')]);
  await cell('A-1').click();
  await typed('{Control>}{End}{/Control}{Home}{ArrowRight}5{Enter}');
  await typed('{ArrowUp}{ArrowLeft}');
  await expect.element(page.getByText('Completá el código de la pieza nueva')).toBeVisible();
  await typed('a1{Enter}{ArrowUp}');
  await expect.element(page.getByText('Otra pieza de la planilla tiene este código')).toBeVisible();
  await expect.element(sheet()).toBeVisible();
});

test('changes of parts that a filter leaves out stay in the draft', async () => {
  const [first, second] = [partOf('A-1', [mm('Ancho', '10')]), partOf('A-2', [mm('Ancho', '20')])];
  open([], { grid: { rows: ({ query }) => (query.length > 0 ? [second] : [first, second]) } });
  await cell('10').click();
  await typed('12{Enter}');
  await expect.element(page.getByRole('button', { name: 'Guardar 1 cambio' })).toBeVisible();
  await reopenApp(`${ADDRESS}&filter[contains-code]=A-2`);
  await expect
    .element(
      page.getByText('1 cambio sin guardar es de piezas que no están acá: un filtro las deja afuera, o ya no existen'),
    )
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Guardar', exact: true })).toBeDisabled();
  await reopenApp(ADDRESS);
  await expect.element(page.getByRole('button', { name: 'Guardar 1 cambio' })).toBeVisible();
});

test('a click on another cell keeps what was typed, and Ctrl+S saves an open cell', async () => {
  const [first, second] = [partOf('A-1', [mm('Ancho', '10')]), partOf('A-2', [mm('Ancho', '20')])];
  const api = open([first, second], {
    grid: {
      store: () => {
        throw new Refusal(422, 'No se pudo', { 'parts.1.attributes.0.to.value': 'Así no' });
      },
    },
  });
  await cell('10').click();
  await typed('12');
  await cell('20').click();
  await expect.poll(() => textsOf().map(([, width]) => width)).toEqual(['12', '20', '']);
  await typed('{F2}5{Control>}s{/Control}');
  await expect
    .poll(() => api.calls(grid.store))
    .toMatchObject([
      {
        body: {
          parts: [
            { part_id: first.id, attributes: [{ to: { value: '12' } }] },
            { part_id: second.id, attributes: [{ to: { value: '205' } }] },
          ],
        },
      },
    ]);
  // The refused cell says why.
  await cell('205').click();
  await expect.element(page.getByText('Así no')).toBeVisible();
});
