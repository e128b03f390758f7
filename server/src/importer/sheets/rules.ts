import { requiredLine } from '@piezario/contract/fields';
import type { ImportSheet, Offer } from '@piezario/contract/importer';
import type { Db } from '../../db/connection/connect.ts';
import type { ImportEntity } from '../../db/schema.ts';
import type { ENTITIES, Fields } from '../../part-rows/entities.ts';
import type { Column } from '../reading/layout.ts';
import type { ParsedRow } from '../reading/parsed-row.ts';
import type { RowReader } from '../reading/row-reader.ts';
import type { TextFolding } from '../reading/text-folding.ts';

/** One thing that a row of the file names, with ids. Most rows name only one. */
export type LocatedItem<Item = unknown> = {
  readonly parsed: ParsedRow;
  readonly brand: number;
  readonly product: number;
  /** Folded name of the category of the product. */
  readonly category: string;
  /** Null while the part does not exist. */
  readonly part: number | null;
  readonly item: Item;
};

/** The fields that a row will have. */
export type FutureRow<Item = unknown> = { readonly located: LocatedItem<Item>; readonly fields: Fields };

export type StoredRow = { readonly id: number; readonly fields: Fields };
export type StoredRows = readonly StoredRow[];

/** Why a row is refused, at which column, and likely corrections. */
export type Refusal = readonly [column: Column, reason: string, offers?: readonly Offer[]];

/** The column of every field of a kind of row. `created_at` has none. */
export type ColumnsOf<E extends ImportEntity> = Readonly<
  Record<Exclude<(typeof ENTITIES)[E]['columns'][number], 'created_at'>, Column>
>;

/** How the rows of a sheet are read, compared and saved. */
export type SheetRules<Values = unknown, Item = unknown> = {
  readonly format: ImportSheet;
  readonly entity: ImportEntity;
  /** Reads the columns that do not identify the part. */
  read(reader: RowReader): Values;
  textsToFold(values: Values): readonly (string | null)[];
  /** Returns nothing when the row lacks what identifies its items. */
  resolve(
    values: Values,
    folding: TextFolding,
    reader: RowReader,
    destination: ParsedRow['destination'],
  ): readonly Item[];
  /** Identifies the item within its part, or one of the rows that are stored under its name. */
  key(item: Item, stored?: Fields): string;
  /** The column that shows the error of a duplicate. */
  readonly keyColumn: Column;
  /** The column of each field, which shows its conflicts. */
  readonly columns: Readonly<Record<string, Column>>;
  /** Duplicates with different signatures contradict each other. */
  duplicateSignature?(item: Item): string;
  /** Adds the earlier rows of its part to the item. `rowOf` returns the row that has a key, in words for the user. */
  withSiblings?(item: Item, rowOf: (key: string) => string | null): Item;
  /** Checks what needs ids, but no stored rows. */
  checkItem?(located: LocatedItem<Item>): Refusal | null;
  /** Returns the rows stored under each name: at most one, except for applications. Only parts are locked. */
  findStored(db: Db, items: readonly LocatedItem<Item>[], lock: boolean): Promise<StoredRows[]>;
  /** The fields that a stored row should have, without those that stay as they are; null to remove it. */
  target(located: LocatedItem<Item>, stored: Fields | null): Fields | null;
  notices?(located: LocatedItem<Item>, stored: Fields | null): readonly string[];
  newFields(located: LocatedItem<Item>): Fields | Refusal;
  /** Checks new and changed rows. A string is a notice. */
  validate?(db: Db, rows: readonly FutureRow<Item>[]): Promise<readonly (Refusal | string | null)[]>;
  isRespelling(field: string, before: unknown, after: unknown): boolean;
  /** When one of these fields changed after the review, none is applied. */
  readonly jointFields?: readonly string[];
  /** Whether the changes make sense only together. Respellings do not count. */
  isAllOrNothing?(located: LocatedItem<Item>): boolean;
  /** Returns the indexes of rows that another transaction has inserted. */
  insertRows(db: Db, rows: readonly FutureRow<Item>[]): Promise<readonly number[]>;
};

/** Names that are only searched for. */
export const Name = requiredLine(200);

export const CODE = 'Código' satisfies Column;

/** A blank cell leaves the field as it is. */
export const filled = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** Separates the id of a row from its fields. */
export const storedRow = ({ id, ...fields }: { readonly id: number }): StoredRow => ({ id, fields });

/** Wraps the results of a search that finds one row at most for each name. */
export const oneRowEach = async (found: Promise<readonly ({ readonly id: number } | null)[]>): Promise<StoredRows[]> =>
  (await found).map((row) => (row ? [storedRow(row)] : []));

/** Returns the id of an item's part. Throws while the part does not exist. */
export const partOf = ({ part }: LocatedItem): number => {
  if (part === null) throw new Error('The part has to exist before its rows');
  return part;
};

/** Finds rows of parts. Parts that do not exist yet have none. */
export async function findOfParts<Item>(
  items: readonly LocatedItem<Item>[],
  find: (existing: readonly LocatedItem<Item>[]) => Promise<StoredRows[]>,
): Promise<StoredRows[]> {
  const existing = items.filter(({ part }) => part !== null);
  const found = existing.length > 0 ? await find(existing) : [];
  const rows = new Map(existing.map((one, index) => [one, found[index] ?? []]));
  return items.map((one) => rows.get(one) ?? []);
}
