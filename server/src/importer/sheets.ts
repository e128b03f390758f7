import { attributes } from '@piezario/contract/attributes';
import { crosses } from '@piezario/contract/crosses';
import { requiredLine } from '@piezario/contract/fields';
import type { ImportSheet, Offer } from '@piezario/contract/importer';
import { parts } from '@piezario/contract/parts';
import { findAttributes, insertAttributes } from '../attributes/bulk.ts';
import { findCrosses, insertCrosses } from '../crosses/bulk.ts';
import type { Db } from '../db/connect.ts';
import type { ImportEntity } from '../db/schema.ts';
import type { Fields } from '../history/entities.ts';
import { findParts, insertParts, readMoments } from '../parts/bulk.ts';
import { findLinks, insertLinks } from '../vehicles/bulk.ts';
import type { Column } from './layout.ts';
import type { ParsedRow } from './parse-rows.ts';
import type { RowReader } from './row-reader.ts';
import { splitCodes } from './split-codes.ts';
import type { TextFolding } from './text-folding.ts';
import type { VehicleMatcher } from './vehicle-matcher.ts';
import { type Described, describeVehicle, ID_COLUMN, isReadable } from './vehicle-row.ts';

/** Something that a row of the file names: most rows name one thing. */
export type Named<Item = unknown> = {
  readonly parsed: ParsedRow;
  readonly brand: number;
  readonly product: number;
  /** Folded name of the category of the product. */
  readonly category: string;
  /** Null while the part does not exist. */
  readonly part: number | null;
  readonly item: Item;
};

export type StoredRow = { readonly id: number; readonly fields: Fields };

/** Why a row is refused, at which column, and what may have been meant. */
export type Refusal = readonly [column: Column, reason: string, offers?: readonly Offer[]];

/** How the rows of a sheet are read, compared and saved. */
export type SheetRules<Values = unknown, Item = unknown> = {
  readonly format: ImportSheet;
  readonly entity: ImportEntity;
  /** Reads the columns that do not identify the part. */
  read(reader: RowReader): Values;
  /** Texts that have to be folded before `complete`. */
  compared(values: Values): readonly (string | null)[];
  /** What the row names; nothing when it lacks what identifies it. */
  complete(values: Values, folding: TextFolding, reader: RowReader): readonly Item[];
  /** Identifies the item within its part. */
  key(item: Item): string;
  /** The column that shows the error of a duplicate. */
  readonly keyColumn: Column;
  /** Why the row cannot be meant, whatever is stored. */
  check?(named: Named<Item>): Refusal | null;
  /** What is stored under these names, in their order. Parts may be locked. */
  find(db: Db, named: readonly Named<Item>[], lock: boolean): Promise<(StoredRow | null)[]>;
  /** What a stored row should have, without the fields that stay as they are; null when it should go. */
  wanted(named: Named<Item>): Fields | null;
  /** What a new row has, or why there cannot be one. */
  created(named: Named<Item>): Fields | Refusal;
  /** Whether two values of the field differ only in how they are written. */
  isRespelling(field: string, before: unknown, after: unknown): boolean;
  /** Inserts new rows. Returns the indexes of those that exist by now. */
  insert(db: Db, rows: readonly { readonly named: Named<Item>; readonly fields: Fields }[]): Promise<readonly number[]>;
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

/** A blank cell leaves the field as it is. */
const filled = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const without = ({ id, ...fields }: { readonly id: number }): StoredRow => ({ id, fields });

const findStored = async (found: Promise<readonly ({ readonly id: number } | null)[]>): Promise<(StoredRow | null)[]> =>
  (await found).map((row) => row && without(row));

type PartItem = {
  readonly category: string | null;
  readonly observation: string | null;
  readonly enabled: boolean | null;
  readonly discontinued: boolean | null;
};

const keyOf = ({ brand, product, parsed: { bare } }: Named) => ({ brand, product, bare });

/** A part that is to be removed comes with the moment of its last change, which a review compares. */
async function findNamedParts(db: Db, named: readonly Named[], lock: boolean): Promise<(StoredRow | null)[]> {
  const found = await findStored(findParts(db, named.map(keyOf), { lock }));
  const going = found.flatMap((part, index) => (part && named[index]?.parsed.removes ? part.id : []));
  if (going.length === 0) return found;
  const moments = await readMoments(db, going);
  return found.map((part) => {
    const updated_at = part && moments.get(part.id);
    return updated_at ? { id: part.id, fields: { ...part.fields, updated_at } } : part;
  });
}

const partRules: SheetRules<PartItem, PartItem> = {
  format: 'Piezas',
  entity: 'part',
  read: (reader) => ({
    category: reader.optional('Categoría', Name),
    observation: reader.clearable('Descripción', partFields.observation, ''),
    enabled: reader.flag('Habilitada'),
    discontinued: reader.flag('Discontinuada'),
  }),
  compared: ({ category }) => [category],
  complete: (values, folding) => [{ ...values, category: values.category && folding.fold(values.category) }],
  key: () => '',
  keyColumn: CODE,
  check: ({ category, item }) =>
    item.category === null || item.category === category ? null : ['Categoría', 'No es la categoría del producto'],
  find: findNamedParts,
  wanted: ({ parsed: { code }, item: { observation, enabled, discontinued } }) =>
    filled({ code, observation, enabled, discontinued }),
  created: ({ brand, product, parsed: { code }, item: { observation, enabled, discontinued } }) => ({
    part_brand_id: brand,
    part_product_id: product,
    code,
    observation: observation ?? '',
    enabled: enabled ?? true,
    discontinued: discontinued ?? false,
  }),
  isRespelling: (field) => field === 'code',
  insert: (db, rows) =>
    insertParts(
      db,
      rows.map(({ named, fields }) => ({
        ...keyOf(named),
        code: String(fields.code),
        observation: String(fields.observation),
        enabled: fields.enabled === true,
        discontinued: fields.discontinued === true,
      })),
    ),
};

/** The part of a row that belongs to one, once it exists. */
const partOf = ({ part }: Named): number => {
  if (part === null) throw new Error('The part has to exist before its rows');
  return part;
};

/** Finds rows of parts. Parts that do not exist yet have none. */
async function findOfParts<Item>(
  named: readonly Named<Item>[],
  find: (existing: readonly Named<Item>[]) => Promise<(StoredRow | null)[]>,
): Promise<(StoredRow | null)[]> {
  const existing = named.filter(({ part }) => part !== null);
  const found = existing.length > 0 ? await find(existing) : [];
  const rows = new Map(existing.map((one, index) => [one, found[index] ?? null]));
  return named.map((one) => rows.get(one) ?? null);
}

const REMOVED = Symbol('removed');

type AttributeValues = {
  readonly name: string;
  readonly value: string | typeof REMOVED | null;
  readonly unit: string | null;
};
type AttributeItem = AttributeValues & { readonly folded: string };

const attributeRules: SheetRules<AttributeValues, AttributeItem> = {
  format: 'Atributos',
  entity: 'attribute',
  read: (reader) => ({
    name: reader.required('Nombre', attributeFields.name),
    value: reader.undated('Valor', attributeFields.value, REMOVED),
    unit: reader.clearable('Unidad', attributeFields.unit, ''),
  }),
  compared: ({ name, unit }) => [name, unit],
  complete: (values, folding) => (values.name ? [{ ...values, folded: folding.fold(values.name) }] : []),
  key: ({ folded }) => folded,
  keyColumn: 'Nombre',
  find: (db, named) =>
    findOfParts(named, (existing) =>
      findStored(
        findAttributes(
          db,
          existing.map((one) => ({ part: partOf(one), folded: one.item.folded })),
        ),
      ),
    ),
  wanted: ({ item: { name, value, unit } }) => (value === REMOVED ? null : filled({ name, value, unit })),
  created: ({ item: { name, value, unit } }) =>
    typeof value === 'string'
      ? { name, value, unit: unit ?? '' }
      : ['Valor', 'La pieza no tiene este atributo: completá su valor'],
  isRespelling: (field, before, after) => field === 'name' || (field === 'unit' && isSameWord(before, after)),
  insert: async (db, rows) => {
    await insertAttributes(
      db,
      rows.map(({ named, fields: { name, value, unit } }) => ({
        part: partOf(named),
        name: String(name),
        value: String(value),
        unit: String(unit),
      })),
    );
    return [];
  },
};

/** MM and mm, or Pulg and pulg.: the same but for case, accents and punctuation. */
const isSameWord = (one: unknown, other: unknown) => wordOf(one) !== '' && wordOf(one) === wordOf(other);
const wordOf = (text: unknown) =>
  String(text)
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

type CrossValues = { readonly brand: string; readonly codes: readonly string[] };
type CrossItem = { readonly brand: string; readonly code: string; readonly folded: string; readonly bare: string };
const CROSS_CODE = 'Código equivalente';

const crossRules: SheetRules<CrossValues, CrossItem> = {
  format: 'Equivalencias',
  entity: 'cross',
  read: (reader) => ({
    brand: reader.required('Marca equivalente', crossFields.brand),
    codes: splitCodes.read(reader, CROSS_CODE, crossFields.code),
  }),
  compared: ({ brand, codes }) => [brand, ...codes],
  complete: ({ brand, codes }, folding) =>
    brand ? codes.map((code) => ({ brand, code, folded: folding.fold(brand), bare: folding.bare(code) })) : [],
  key: ({ folded, bare }) => `${folded}\n${bare}`,
  keyColumn: CROSS_CODE,
  check: ({ parsed: { destination, bare }, item }) =>
    item.folded === destination.brand && item.bare === bare
      ? [CROSS_CODE, 'Es la misma pieza: una pieza no es equivalente de sí misma']
      : null,
  find: (db, named) =>
    findOfParts(named, (existing) =>
      findStored(
        findCrosses(
          db,
          existing.map((one) => ({ part: partOf(one), folded: one.item.folded, bare: one.item.bare })),
        ),
      ),
    ),
  wanted: ({ item: { brand, code } }) => ({ brand, code }),
  created: ({ item: { brand, code } }) => {
    const offer = splitCodes.offer(CROSS_CODE, code);
    return offer ? [CROSS_CODE, 'Parecen varios códigos en una celda: va uno por fila', [offer]] : { brand, code };
  },
  isRespelling: () => true,
  insert: async (db, rows) => {
    await insertCrosses(
      db,
      rows.map(({ named, fields: { brand, code } }) => ({
        part: partOf(named),
        brand: String(brand),
        code: String(code),
      })),
    );
    return [];
  },
};

type ApplicationItem = { readonly vehicle: number };

const applicationRules = (matcher: VehicleMatcher): SheetRules<Described, ApplicationItem> => ({
  format: 'Aplicaciones',
  entity: 'application',
  read: describeVehicle,
  compared: ({ texts }) => texts,
  complete: (described, folding, reader) => {
    const vehicles = isReadable(reader) ? matcher.find(described, folding, reader) : null;
    return (vehicles ?? []).map((vehicle) => ({ vehicle }));
  },
  key: ({ vehicle }) => String(vehicle),
  keyColumn: ID_COLUMN,
  find: (db, named) =>
    findOfParts(named, async (existing) => {
      const links = existing.map((one) => ({ part: partOf(one), vehicle: one.item.vehicle }));
      const found = await findLinks(db, links);
      return found.map((link, index) => link && { id: link.id, fields: { vehicle_id: links[index]?.vehicle } });
    }),
  wanted: ({ item: { vehicle } }) => ({ vehicle_id: vehicle }),
  created: ({ item: { vehicle } }) => ({ vehicle_id: vehicle }),
  isRespelling: () => false,
  insert: async (db, rows) => {
    await insertLinks(
      db,
      rows.map(({ named }) => ({ part: partOf(named), vehicle: named.item.vehicle })),
    );
    return [];
  },
});

/** In reading order: parts exist before rows refer to them. */
export const sheetRules = (matcher: VehicleMatcher): ReadonlyMap<ImportSheet, SheetRules> =>
  new Map(
    [partRules, attributeRules, crossRules, applicationRules(matcher)].map((rules: SheetRules) => [
      rules.format,
      rules,
    ]),
  );
