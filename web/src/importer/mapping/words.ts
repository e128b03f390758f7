import type {
  GROUP_TARGETS,
  HIDDEN_ROWS,
  RowKind,
  SEPARATORS,
  SHEET_USES,
  STRUCK_ROWS,
  VEHICLE_BRAND_SOURCES,
} from '@piezario/contract/workbook-mappings';

export const STEPS = ['Hojas', 'Filas', 'Columnas', 'Valores'] as const;
export type Step = (typeof STEPS)[number];

export const USE_NAMES: Record<(typeof SHEET_USES)[number], string> = {
  rows: 'Filas de piezas',
  names: 'Tabla de nombres',
  nothing: 'No leer',
};

export const GROUP_NAMES: Record<(typeof GROUP_TARGETS)[number], string> = {
  product: 'Producto',
  brand: 'Marca',
  ignored: 'No leer',
};

export const VEHICLE_BRAND_NAMES: Record<(typeof VEHICLE_BRAND_SOURCES)[number], string> = {
  columns: 'Está en las columnas',
  groups: 'Los grupos con su nombre',
  sheet: 'El nombre de la hoja',
};

export const STRUCK_NAMES: Record<(typeof STRUCK_ROWS)[number], string> = {
  read: 'Se leen',
  discontinued: 'Discontinuadas',
  skipped: 'Afuera',
};

export const HIDDEN_NAMES: Record<(typeof HIDDEN_ROWS)[number], string> = { read: 'Se leen', skipped: 'Afuera' };

export const KIND_NAMES: Record<RowKind, string> = {
  part: 'pieza',
  title: 'título',
  header: 'encabezado repetido',
  group: 'grupo',
  total: 'total',
  blank: 'vacía',
  skipped: 'afuera',
};

type Separator = (typeof SEPARATORS)[number];

/** salto de línea, ;, « - » */
export function separatorName(separator: Separator): string {
  if (separator === '\n') return 'salto de línea';
  return separator.trim() === separator ? separator : `«${separator}»`;
}

/** The values of a cell. The longest separator is tried first: « / » before «/». */
export function splitCell(text: string, separators: readonly Separator[]): string[] {
  if (separators.length === 0) return [text];
  const longestFirst = separators.toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map((one) => one.replaceAll('|', '\\|')).join('|'));
  return text
    .split(pattern)
    .map((value) => value.trim())
    .filter(Boolean);
}

/** `Map.groupBy`, which browsers of 2023 lack. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** As a spreadsheet names its columns: A, Z, AA. */
export function columnLetters(position: number): string {
  const last = String.fromCharCode(65 + (position % 26));
  return position < 26 ? last : columnLetters(Math.floor(position / 26) - 1) + last;
}

const DAY = new Intl.DateTimeFormat('es-AR', { day: 'numeric', month: 'numeric' });

/** 12/11 */
export const formatDay = (iso: string) => DAY.format(new Date(iso));
