import { attributes } from '@piezario/contract/attributes';
import { crosses } from '@piezario/contract/crosses';
import { requiredLine } from '@piezario/contract/fields';
import type { ImportSheet } from '@piezario/contract/importer';
import { parts } from '@piezario/contract/parts';
import { REMOVED, saveAttributes } from '../attributes/bulk.ts';
import { saveCrosses } from '../crosses/bulk.ts';
import type { Db } from '../db/connect.ts';
import { lockParts, saveParts } from '../parts/bulk.ts';
import { linkVehicles } from '../vehicles/bulk.ts';
import { type Described, type Fits, ID_COLUMN, TEXT_COLUMNS } from './fits.ts';
import type { Folds } from './folds.ts';
import type { Reading } from './reading.ts';

/** What a row says, and the part that it says it of. */
export type Located<Row> = {
  /** Its place among the rows that are saved together. */
  readonly at: number;
  /** Tells the part from all others of the file. */
  readonly partName: string;
  readonly brand: number;
  readonly product: number;
  /** The name of the product's category, as names are compared. */
  readonly category: string;
  readonly code: string;
  readonly bare: string;
  readonly row: Row;
};

type Refuse<Row> = (given: Located<Row>, column: string, reason: string) => void;
type Saved = { readonly created: number; readonly updated: number };

/** How the rows of a sheet are read, told apart and saved. */
export type SheetRules<Values = unknown, Row = unknown> = {
  readonly format: ImportSheet;
  /** What the row says besides its part. */
  read(reading: Reading): Values;
  /** Its texts that are compared. */
  compared(values: Values): readonly (string | null)[];
  /** What is to be saved; null when the row cannot be told from the others of its part. */
  complete(values: Values, folds: Folds, reading: Reading): Row | null;
  /** What tells it from the others of its part. */
  key(row: Row): string;
  /** Where a row is refused that was there before. */
  readonly keyColumn: string;
  /** Whatever is neither created, updated nor refused was stored already. */
  save(db: Db, rows: readonly Located<Row>[], refuse: Refuse<Row>): Promise<Saved>;
};

const partFields = parts.store.body.shape;
const attributeFields = attributes.store.body.shape;
const crossFields = crosses.store.body.shape;
/** Names that are only looked up. */
const Name = requiredLine(200);

const CODE = 'Código';

/** The part that a row of any sheet is about. */
export const readPart = (reading: Reading) => ({
  brand: reading.required('Marca', Name),
  product: reading.required('Producto', Name),
  code: reading.code(CODE, partFields.code),
});

type PartValues = {
  readonly category: string | null;
  readonly observation: string | null;
  readonly enabled: boolean | null;
  readonly discontinued: boolean | null;
};

const partRules: SheetRules<PartValues, PartValues> = {
  format: 'Piezas',
  read: (reading) => ({
    category: reading.optional('Categoría', Name),
    observation: reading.clearable('Descripción', partFields.observation, ''),
    enabled: reading.flag('Habilitada'),
    discontinued: reading.flag('Discontinuada'),
  }),
  compared: ({ category }) => [category],
  complete: (values, folds) => ({ ...values, category: values.category && folds.fold(values.category) }),
  key: () => '',
  keyColumn: CODE,
  save: (db, rows, refuse) => {
    const [fitting, others] = split(rows, ({ category, row }) => row.category === null || row.category === category);
    for (const given of others) refuse(given, 'Categoría', 'No es la categoría del producto');
    return saveParts(
      db,
      fitting.map(({ brand, product, code, bare, row }) => ({ brand, product, code, bare, ...row })),
    );
  },
};

type AttributeValues = {
  readonly name: string;
  readonly value: string | typeof REMOVED | null;
  readonly unit: string | null;
};

const attributeRules: SheetRules<AttributeValues, AttributeValues & { readonly folded: string }> = {
  format: 'Atributos',
  read: (reading) => ({
    name: reading.required('Nombre', attributeFields.name),
    value: reading.clearable('Valor', attributeFields.value, REMOVED),
    unit: reading.clearable('Unidad', attributeFields.unit, ''),
  }),
  compared: ({ name }) => [name],
  complete: (values, folds) => (values.name ? { ...values, folded: folds.fold(values.name) } : null),
  key: ({ folded }) => folded,
  keyColumn: 'Nombre',
  save: (db, rows, refuse) =>
    ofParts(db, rows, refuse, async (held) => {
      const { refused, ...saved } = await saveAttributes(
        db,
        held.map(({ given: { row }, partId }) => ({ ...row, part: partId })),
      );
      for (const place of refused) {
        const given = held[place]?.given;
        if (given) refuse(given, 'Valor', 'La pieza no tiene este atributo: completá su valor');
      }
      return saved;
    }),
};

type CrossValues = { readonly brand: string; readonly code: string };
const CROSS_CODE = 'Código equivalente';

const crossRules: SheetRules<CrossValues, CrossValues & { readonly folded: string; readonly bare: string }> = {
  format: 'Equivalencias',
  read: (reading) => ({
    brand: reading.required('Marca equivalente', crossFields.brand),
    code: reading.code(CROSS_CODE, crossFields.code),
  }),
  compared: ({ brand, code }) => [brand, code],
  complete: ({ brand, code }, folds) =>
    brand && code ? { brand, code, folded: folds.fold(brand), bare: folds.bare(code) } : null,
  key: ({ folded, bare }) => `${folded}\n${bare}`,
  keyColumn: CROSS_CODE,
  save: (db, rows, refuse) =>
    ofParts(db, rows, refuse, (held) =>
      saveCrosses(
        db,
        held.map(({ given: { row }, partId }) => ({ ...row, part: partId })),
      ),
    ),
};

const YEAR = 'Tiene que ser un año';

const applicationRules = (fits: Fits): SheetRules<Described, { readonly vehicle: number }> => ({
  format: 'Aplicaciones',
  read: (reading) => ({
    id: reading.whole(ID_COLUMN, 'Tiene que ser el número de un vehículo'),
    texts: TEXT_COLUMNS.map((column) => reading.optional(column, Name)),
    from: reading.whole('Desde', YEAR),
    until: reading.whole('Hasta', YEAR),
  }),
  compared: ({ texts }) => texts,
  complete: (described, folds, reading) => {
    // What it says of the vehicle must be readable to be compared.
    if (reading.problems.some(({ column }) => DESCRIPTIVE.has(column))) return null;
    const vehicle = fits.find(described, folds, reading);
    return vehicle === null ? null : { vehicle };
  },
  key: ({ vehicle }) => String(vehicle),
  keyColumn: ID_COLUMN,
  save: (db, rows, refuse) =>
    ofParts(db, rows, refuse, async (held) => {
      const created = await linkVehicles(
        db,
        held.map(({ given: { row }, partId }) => ({ part: partId, vehicle: row.vehicle })),
      );
      return { created, updated: 0 };
    }),
});
const DESCRIPTIVE: ReadonlySet<string> = new Set([ID_COLUMN, ...TEXT_COLUMNS, 'Desde', 'Hasta']);

/** In the order in which they are read: parts exist before anything is said of them. */
export const sheetRules = (fits: Fits): ReadonlyMap<ImportSheet, SheetRules> =>
  new Map(
    [partRules, attributeRules, crossRules, applicationRules(fits)].map((rules: SheetRules) => [rules.format, rules]),
  );

type Held<Row> = { readonly given: Located<Row>; readonly partId: number };

/** Saves rows about parts that exist. The parts are held meanwhile. */
async function ofParts<Row>(
  db: Db,
  rows: readonly Located<Row>[],
  refuse: Refuse<Row>,
  save: (held: readonly Held<Row>[]) => Promise<Saved>,
): Promise<Saved> {
  const named = new Map(rows.map((row) => [row.partName, row]));
  const found = await lockParts(db, [...named.values()]);
  const ids = new Map([...named.keys()].map((name, place) => [name, found[place]]));
  const held: Held<Row>[] = [];
  for (const given of rows) {
    const partId = ids.get(given.partName);
    if (partId) held.push({ given, partId });
    else refuse(given, CODE, 'No hay una pieza con ese código en la marca y el producto');
  }
  return held.length > 0 ? save(held) : { created: 0, updated: 0 };
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): [first: T[], second: T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
