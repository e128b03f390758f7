import {
  CODE_SEPARATORS,
  type MappedColumn,
  type MappedSheet,
  NAMED_SEPARATORS,
  type SampleColumn,
  type SampleSheet,
  type Target,
  type UnknownValue,
  type WorkbookMapping,
} from '@piezario/contract/workbook-mappings';

/* Changes of a mapping. Each returns another mapping and leaves the given one as it is. */

export type Edit = (mapping: WorkbookMapping) => WorkbookMapping;

const MAX_TITLE = 200;
const MAX_HEADER_ROWS = 3;

export const sheetOf = ({ sheets }: WorkbookMapping, name: string) => sheets.find(({ names }) => names.includes(name));

/** The names of the sheets whose rows or names are read. */
export const readSheets = (mapping: WorkbookMapping, samples: readonly SampleSheet[]) =>
  samples.map(({ name }) => name).filter((name) => (sheetOf(mapping, name)?.use ?? 'nothing') !== 'nothing');

/** Changes how a sheet is read, and with it the sheets that share its mapping. */
export const editSheet =
  (name: string, change: (sheet: MappedSheet) => MappedSheet): Edit =>
  (mapping) => ({
    ...mapping,
    sheets: mapping.sheets.map((sheet) => (sheet.names.includes(name) ? change(sheet) : sheet)),
  });

export const editColumn = (name: string, position: number, change: (column: MappedColumn) => MappedColumn): Edit =>
  editSheet(name, (sheet) => ({
    ...sheet,
    columns: sheet.columns.map((column) => (column.position === position ? change(column) : column)),
  }));

const contentOf = (sheet: MappedSheet) => JSON.stringify({ ...sheet, names: [] });

/**
 * Changes how one sheet is read, but not the sheets that share its mapping. The sheet leaves their group, and joins a
 * group with an equal mapping if there is one.
 */
const editAlone =
  (sample: SampleSheet, change: (sheet: MappedSheet) => MappedSheet): Edit =>
  (mapping) => {
    const { name } = sample;
    const before = sheetOf(mapping, name);
    const changed = { ...change(before ?? blankSheet(sample)), names: [name] };
    const others = mapping.sheets.flatMap((sheet) => {
      const names = sheet.names.filter((one) => one !== name);
      return names.length > 0 ? { ...sheet, names } : [];
    });
    const equal = others.find((sheet) => contentOf(sheet) === contentOf(changed));
    if (equal) {
      return {
        ...mapping,
        sheets: others.map((sheet) => (sheet === equal ? { ...sheet, names: [...sheet.names, name] } : sheet)),
      };
    }
    const at = before ? mapping.sheets.indexOf(before) : others.length;
    return { ...mapping, sheets: others.toSpliced(at, 0, changed) };
  };

/** Initial mapping of a sheet without one: its first row that may be a header, and columns without a target. */
function blankSheet(sample: SampleSheet): MappedSheet {
  const titles =
    sample.first.find(({ kind }) => kind === 'header') ?? sample.first.find(({ kind }) => kind !== 'blank');
  const header = titles ? [titles.row] : [];
  return {
    names: [sample.name],
    use: 'nothing',
    header,
    columns: sample.columns.map(({ position }) => blankColumn(position, titleAt(sample, header, position))),
    constants: { brand: '', product: '' },
    product_is_sheet: false,
    product_by_code: false,
    groups: 'ignored',
    vehicle_brand: 'columns',
    struck_rows: 'read',
    hidden_rows: 'read',
    discontinued_rows: 'read',
    group_values: [],
    flipped_rows: [],
  };
}

const blankColumn = (position: number, title: string): MappedColumn => ({
  ...{ position, title, target: { is: 'ignored' } },
  ...{ separators: [], fills_down: false, drops_marks: false, names_in: '', values: [] },
});

/** Joins a title as the server does, so that stored mappings are found. An upper title spans the blanks after it. */
function titleAt({ first }: SampleSheet, header: readonly number[], position: number): string {
  const rows = first.filter(({ row }) => header.includes(row));
  const lower = rows.at(-1)?.cells[position]?.trim() ?? '';
  const uppers = rows.slice(0, -1).map(({ cells }) => {
    const own = cells[position]?.trim() ?? '';
    if (own !== '' || lower === '') return own;
    const before = cells.slice(0, position).map((cell) => cell.trim());
    return before.findLast((cell) => cell !== '') ?? '';
  });
  return [...uppers, lower].filter(Boolean).join(' ').replace(/\s+/g, ' ').slice(0, MAX_TITLE);
}

/** A sheet without columns gets those of the sample. */
export const setUse = (sample: SampleSheet, use: MappedSheet['use']): Edit =>
  editAlone(sample, (sheet) => ({ ...(sheet.columns.length > 0 ? sheet : blankSheet(sample)), use }));

/** Affects one sheet only: sheets that share a mapping have different rows. */
export const flipRow = (sample: SampleSheet, row: number): Edit =>
  editAlone(sample, (sheet) => ({ ...sheet, flipped_rows: toggle(sheet.flipped_rows, row) }));

export const toggle = <T>(all: readonly T[], one: T): T[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one];

/** Removes a row from the header, adds it to an adjacent header, or moves the header to it. */
export const toggleHeader = (sample: SampleSheet, row: number): Edit =>
  editSheet(sample.name, (sheet) => {
    const header = nextHeader(sheet.header, row);
    const known = new Map(sheet.columns.map((column) => [column.position, column]));
    const columns = sample.columns.map(({ position }) => {
      const title = titleAt(sample, header, position);
      return { ...(known.get(position) ?? blankColumn(position, title)), title };
    });
    return { ...sheet, header, columns };
  });

function nextHeader(header: readonly number[], row: number): number[] {
  if (header.includes(row)) return header.filter((one) => one !== row);
  const isBeside = header.some((one) => Math.abs(one - row) === 1);
  return isBeside && header.length < MAX_HEADER_ROWS ? [...header, row].toSorted((a, b) => a - b) : [row];
}

type Separators = SampleColumn['separators'];

/** Initial separators of a target: its usual ones that the cells contain, as the server proposes them. */
function separatorsFor({ is }: Target, found: Separators): MappedColumn['separators'] {
  const usual = is === 'cross' || is === 'codes' ? CODE_SEPARATORS : is === 'attributes' ? NAMED_SEPARATORS : [];
  return usual.filter((one) => found.some(({ separator }) => separator === one));
}

/** Sets a target. Meanings of values and separators are kept if the new target is of the same kind. */
export const setTarget = (name: string, position: number, target: Target, found: Separators = []): Edit =>
  editColumn(name, position, (column) =>
    column.target.is === target.is
      ? { ...column, target }
      : { ...column, target, values: [], separators: separatorsFor(target, found) },
  );

type Place = Pick<UnknownValue, 'sheet' | 'position' | 'value'>;
type Meanings = MappedColumn['values'];

/** How a value is read; undefined when that was not decided. */
export function meaningOf(mapping: WorkbookMapping, { sheet, position, value }: Place): string | undefined {
  const found = sheetOf(mapping, sheet);
  const meanings =
    position === null ? found?.group_values : found?.columns.find((column) => column.position === position)?.values;
  return meanings?.find((meaning) => meaning.value === value)?.means;
}

type Unknown = Place & Partial<Pick<UnknownValue, 'column' | 'rows'>>;

/** Decides how a value is read. Blank leaves the cell blank; undefined takes the decision back. */
export function setMeaning({ sheet, position, value, column, rows }: Unknown, means: string | undefined): Edit {
  const decide = (meanings: Meanings): Meanings => [
    ...meanings.filter((meaning) => meaning.value !== value),
    ...(means === undefined ? [] : [{ value, means }]),
  ];
  if (position !== null) return editColumn(sheet, position, (one) => ({ ...one, values: decide(one.values) }));
  // A constant is in no row of the file, so the constant itself is replaced.
  const constant = rows === 0 && CONSTANTS.find(({ title }) => title === column);
  return editSheet(sheet, (one) =>
    constant
      ? { ...one, constants: { ...one.constants, [constant.name]: means ?? '' } }
      : { ...one, group_values: decide(one.group_values) },
  );
}

const CONSTANTS = [
  { title: 'Marca', name: 'brand' },
  { title: 'Producto', name: 'product' },
] as const;
