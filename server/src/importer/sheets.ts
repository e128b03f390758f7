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
import type { Column } from './layout.ts';
import type { RowReader } from './row-reader.ts';
import type { TextFolding } from './text-folding.ts';
import { type Described, ID_COLUMN, TEXT_COLUMNS, type VehicleMatcher } from './vehicle-matcher.ts';

/** A row with the ids of its brand and product. */
export type Located<Row> = {
  /** Its index among the rows that are saved together. */
  readonly index: number;
  /** Identifies the part in the file. */
  readonly partKey: string;
  readonly brand: number;
  readonly product: number;
  /** Folded name of the category of the product. */
  readonly category: string;
  readonly code: string;
  readonly bare: string;
  readonly row: Row;
};

type Refuse<Row> = (given: Located<Row>, column: Column, reason: string) => void;
type Saved = { readonly created: number; readonly updated: number };

/** How the rows of a sheet are read, compared and saved. */
export type SheetRules<Values = unknown, Row = unknown> = {
  readonly format: ImportSheet;
  /** Reads the columns that do not identify the part. */
  read(reader: RowReader): Values;
  /** Texts that have to be folded before `complete`. */
  compared(values: Values): readonly (string | null)[];
  /** The row to save; null when it lacks what identifies it. */
  complete(values: Values, folding: TextFolding, reader: RowReader): Row | null;
  /** Identifies the row within its part. */
  key(row: Row): string;
  /** The column that shows the error of a duplicate. */
  readonly keyColumn: Column;
  /** Rows that are neither created, updated nor refused are unchanged. */
  save(db: Db, rows: readonly Located<Row>[], refuse: Refuse<Row>): Promise<Saved>;
};

const partFields = parts.store.body.shape;
const attributeFields = attributes.store.body.shape;
const crossFields = crosses.store.body.shape;
/** Names that are only searched for. */
const Name = requiredLine(200);

const CODE = 'Código';

/** The columns that identify the part, in any sheet. */
export const readPart = (reader: RowReader) => ({
  brand: reader.required('Marca', Name),
  product: reader.required('Producto', Name),
  code: reader.code(CODE, partFields.code),
});

type PartValues = {
  readonly category: string | null;
  readonly observation: string | null;
  readonly enabled: boolean | null;
  readonly discontinued: boolean | null;
};

const partRules: SheetRules<PartValues, PartValues> = {
  format: 'Piezas',
  read: (reader) => ({
    category: reader.optional('Categoría', Name),
    observation: reader.clearable('Descripción', partFields.observation, ''),
    enabled: reader.flag('Habilitada'),
    discontinued: reader.flag('Discontinuada'),
  }),
  compared: ({ category }) => [category],
  complete: (values, folding) => ({ ...values, category: values.category && folding.fold(values.category) }),
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
  read: (reader) => ({
    name: reader.required('Nombre', attributeFields.name),
    value: reader.clearable('Valor', attributeFields.value, REMOVED),
    unit: reader.clearable('Unidad', attributeFields.unit, ''),
  }),
  compared: ({ name }) => [name],
  complete: (values, folding) => (values.name ? { ...values, folded: folding.fold(values.name) } : null),
  key: ({ folded }) => folded,
  keyColumn: 'Nombre',
  save: (db, rows, refuse) =>
    saveToParts(db, rows, refuse, async (held) => {
      const { refused, ...saved } = await saveAttributes(
        db,
        held.map(({ given: { row }, partId }) => ({ ...row, part: partId })),
      );
      for (const index of refused) {
        const given = held[index]?.given;
        if (given) refuse(given, 'Valor', 'La pieza no tiene este atributo: completá su valor');
      }
      return saved;
    }),
};

type CrossValues = { readonly brand: string; readonly code: string };
const CROSS_CODE = 'Código equivalente';

const crossRules: SheetRules<CrossValues, CrossValues & { readonly folded: string; readonly bare: string }> = {
  format: 'Equivalencias',
  read: (reader) => ({
    brand: reader.required('Marca equivalente', crossFields.brand),
    code: reader.code(CROSS_CODE, crossFields.code),
  }),
  compared: ({ brand, code }) => [brand, code],
  complete: ({ brand, code }, folding) =>
    brand && code ? { brand, code, folded: folding.fold(brand), bare: folding.bare(code) } : null,
  key: ({ folded, bare }) => `${folded}\n${bare}`,
  keyColumn: CROSS_CODE,
  save: (db, rows, refuse) =>
    saveToParts(db, rows, refuse, (held) =>
      saveCrosses(
        db,
        held.map(({ given: { row }, partId }) => ({ ...row, part: partId })),
      ),
    ),
};

const YEAR = 'Tiene que ser un año';

const applicationRules = (matcher: VehicleMatcher): SheetRules<Described, { readonly vehicle: number }> => ({
  format: 'Aplicaciones',
  read: (reader) => ({
    id: reader.whole(ID_COLUMN, 'Tiene que ser el número de un vehículo'),
    texts: TEXT_COLUMNS.map((column) => reader.optional(column, Name)),
    from: reader.whole('Desde', YEAR),
    until: reader.whole('Hasta', YEAR),
  }),
  compared: ({ texts }) => texts,
  complete: (described, folding, reader) => {
    // A row whose vehicle columns have errors cannot be compared.
    if (reader.problems.some(({ column }) => DESCRIPTIVE.has(column))) return null;
    const vehicle = matcher.find(described, folding, reader);
    return vehicle === null ? null : { vehicle };
  },
  key: ({ vehicle }) => String(vehicle),
  keyColumn: ID_COLUMN,
  save: (db, rows, refuse) =>
    saveToParts(db, rows, refuse, async (held) => {
      const created = await linkVehicles(
        db,
        held.map(({ given: { row }, partId }) => ({ part: partId, vehicle: row.vehicle })),
      );
      return { created, updated: 0 };
    }),
});
const DESCRIPTIVE: ReadonlySet<string> = new Set([ID_COLUMN, ...TEXT_COLUMNS, 'Desde', 'Hasta']);

/** In reading order: parts exist before rows refer to them. */
export const sheetRules = (matcher: VehicleMatcher): ReadonlyMap<ImportSheet, SheetRules> =>
  new Map(
    [partRules, attributeRules, crossRules, applicationRules(matcher)].map((rules: SheetRules) => [
      rules.format,
      rules,
    ]),
  );

type Held<Row> = { readonly given: Located<Row>; readonly partId: number };

/** Saves rows that refer to existing parts, which stay locked until the end of the transaction. */
async function saveToParts<Row>(
  db: Db,
  rows: readonly Located<Row>[],
  refuse: Refuse<Row>,
  save: (held: readonly Held<Row>[]) => Promise<Saved>,
): Promise<Saved> {
  const named = new Map(rows.map((row) => [row.partKey, row]));
  const found = await lockParts(db, [...named.values()]);
  const ids = new Map([...named.keys()].map((key, index) => [key, found[index]]));
  const held: Held<Row>[] = [];
  for (const given of rows) {
    const partId = ids.get(given.partKey);
    if (partId) held.push({ given, partId });
    else refuse(given, CODE, 'No hay una pieza con ese código en la marca y el producto');
  }
  return held.length > 0 ? save(held) : { created: 0, updated: 0 };
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): [first: T[], second: T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
