import type { Result } from '@piezario/contract/endpoint';
import type { ImportFile } from '@piezario/contract/importer';
import {
  type MappedColumn,
  type MappingPreview,
  type SampleColumn,
  type SampleSheet,
  type Target,
  WorkbookMapping,
  type workbookMappings,
} from '@piezario/contract/workbook-mappings';

/* A price list that waits for a mapping: two sheets with the same titles, and one of names. */

export const UDID = '7b0f8d0e-6f0c-4c57-9a38-0c3f5f4c2a11';

export const makeImportFile = (given: Partial<ImportFile> = {}): ImportFile => ({
  ...{ id: 12, udid: UDID, name: 'Lista Pampafil.xlsx', bytes: 48_000, user: 'Paula Prueba' },
  ...{ created_at: '2026-11-12T13:00:00.000Z', finished_at: null, state: 'mapping' },
  status_message: 'Decinos cómo se lee: sus hojas no son las de la planilla modelo',
  ...{ rows_total: 412, rows_done: 0, rows_created: 0, rows_updated: 0, rows_removed: 0, rows_unchanged: 0 },
  ...{ rows_suspicious: 0, rows_left_out: 0, errors_count: 0 },
  ...{ warnings: [], alarms: [], replaces: [], operation_id: null, undone_by: null },
  ...given,
});

const TITLES = ['Artículo', 'Rubro', 'Detalle', 'Alto (mm)', 'Original', 'Aplicación', 'Precio'];
const PARTS = [
  ['PF 1020', 'FILT ACEITE', 'Filtro roscado', '76', '030115561; 030115561AN', 'VW Gol 1.6 08/13', '12.300,00'],
  [
    'PF 1021',
    'FILT ACEITE',
    'Filtro roscado corto',
    '55',
    '7700274177',
    'Renault Clio II / Kangoo 1.2 16v',
    '11.050,00',
  ],
  ['PF 2040', 'FILT AIRE', 'Panel', '48', '1J0129620', 'VW Golf IV - Bora 1.9 TDI', '15.400,00'],
];

const sampleColumn = (position: number, values: readonly string[], given: Partial<SampleColumn> = {}) => ({
  ...{ position, filled: 200, distinct: values.length, separators: [] },
  values: [...new Set(values)].map((value) => ({ value, rows: 1 })),
  ...given,
});

const sampleSheet = (name: string): SampleSheet => ({
  ...{ name, rows: 206, struck_rows: 2, hidden_rows: 0, discontinued_rows: 3, reason: '' },
  first: [
    { row: 1, cells: ['PAMPAFIL S.A. — Lista de precios'], kind: 'title' },
    { row: 2, cells: [], kind: 'blank' },
    { row: 3, cells: TITLES, kind: 'header' },
    { row: 4, cells: ['LÍNEA LIVIANA'], kind: 'group' },
    ...PARTS.map((cells, index) => ({ row: 5 + index, cells, kind: 'part' as const })),
    { row: 8, cells: ['', '', 'Total', '', '', '', '38.750,00'], kind: 'total' },
  ],
  columns: TITLES.map((_, position) =>
    sampleColumn(
      position,
      PARTS.map((cells) => cells[position] ?? ''),
      position === 4
        ? {
            separators: [
              { separator: ';', rows: 212, example: '030115561; 030115561AN' },
              { separator: '\n', rows: 130, example: '030115561\n030115561AN' },
            ],
          }
        : {},
    ),
  ),
  groups: [{ value: 'LÍNEA LIVIANA', rows: 180 }],
});

const NAMES: SampleSheet = {
  ...{ name: 'Rubros', rows: 2, groups: [], struck_rows: 0, hidden_rows: 0, discontinued_rows: 0, reason: '' },
  first: [
    { row: 1, cells: ['Sigla', 'Nombre'], kind: 'header' },
    { row: 2, cells: ['FA', 'Filtro de aire'], kind: 'part' },
  ],
  columns: [sampleColumn(0, ['FA']), sampleColumn(1, ['Filtro de aire'])],
};

const TARGETS: readonly Target[] = [
  { is: 'code' },
  { is: 'product' },
  { is: 'field', field: 'observation' },
  { is: 'attribute', attributes: [{ name: 'Alto', unit: 'mm' }] },
  { is: 'cross', brand: 'OEM' },
  { is: 'application' },
  { is: 'ignored' },
];

const columnOf = (position: number, title: string, target: Target): MappedColumn => ({
  ...{ position, title, target, fills_down: false, drops_marks: false, names_in: '', values: [] },
  separators: target.is === 'cross' ? [';'] : [],
});

const MAPPING = WorkbookMapping.parse({
  version: 1,
  sheets: [
    {
      ...{ names: ['Livianos', 'Pesados'], use: 'rows', header: [3], constants: { brand: 'Pampafil' } },
      columns: TARGETS.map((target, position) => columnOf(position, TITLES[position] ?? '', target)),
    },
    {
      ...{ names: ['Rubros'], use: 'names', header: [1], constants: {} },
      columns: [columnOf(0, 'Sigla', { is: 'key' }), columnOf(1, 'Nombre', { is: 'name' })],
    },
  ],
});

export type Proposal = Result<typeof workbookMappings.show>;

export const makeProposal = (given: Partial<Proposal> = {}): Proposal => ({
  ...{ file: makeImportFile(), text: null, stored: null },
  sheets: [sampleSheet('Livianos'), sampleSheet('Pesados'), NAMES],
  mapping: MAPPING,
  ...given,
});

export const UNKNOWN_PRODUCT = {
  ...{ sheet: 'Livianos', position: 1, column: 'Producto', value: 'FILT ACEITE', rows: 140 },
  offers: ['Filtro de aceite', 'Filtro de aire'],
};

/** Answer of a server that knows no products except those that the mapping decides. */
export function makePreview(mapping: WorkbookMapping, given: Partial<MappingPreview> = {}): MappingPreview {
  const [sheet] = mapping.sheets;
  const products = new Map(sheet?.columns[1]?.values.map(({ value, means }) => [value, means]));
  const description = sheet?.columns[2]?.target;
  return {
    parts: PARTS.map(([code = '', product = '', text = '', height = '', cross = '', application = ''], index) => ({
      ...{ sheet: 'Livianos', row: 5 + index, code, brand: sheet?.constants.brand ?? '' },
      product: products.get(product) ?? product,
      fields: description?.is === 'field' ? [{ label: 'Descripción', value: text }] : [],
      attributes: [{ name: 'Alto', value: height, unit: 'mm' }],
      crosses: cross.split('; ').map((code) => ({ brand: 'OEM', code })),
      applications: [application],
    })),
    rows: [],
    questions: [
      { sheet: 'Livianos', position: 6, message: 'Parece un precio: no se lee', blocks: false },
      ...(products.has(UNKNOWN_PRODUCT.value)
        ? []
        : [{ sheet: 'Livianos', position: 1, message: 'Hay productos sin decidir en Rubro', blocks: true }]),
    ],
    unknown: products.has(UNKNOWN_PRODUCT.value) ? [] : [UNKNOWN_PRODUCT],
    unclear: [{ text: 'VW Golf IV - Bora 1.9 TDI', rows: 3, reason: 'Golf IV son varias generaciones' }],
    ...given,
  };
}
