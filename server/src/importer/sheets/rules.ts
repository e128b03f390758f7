import { requiredLine } from '@piezario/contract/fields';
import type { ImportSheet, Offer } from '@piezario/contract/importer';
import type { Db } from '../../db/connection/connect.ts';
import type { ImportEntity } from '../../db/schema.ts';
import type { ENTITIES, Fields } from '../../part-rows/entities.ts';
import type { Column } from '../reading/layout.ts';
import type { ParsedRow } from '../reading/parsed-row.ts';
import type { RowReader } from '../reading/row-reader.ts';
import type { TextFolding } from '../reading/text-folding.ts';

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
export type StoredRows = readonly StoredRow[];

/** Why a row is refused, at which column, and what may have been meant. */
export type Refusal = readonly [column: Column, reason: string, offers?: readonly Offer[]];

/** The column of every field of a kind of row. When a part is created is no column. */
export type ColumnsOf<E extends ImportEntity> = Readonly<
  Record<Exclude<(typeof ENTITIES)[E]['columns'][number], 'created_at'>, Column>
>;

/** How the rows of a sheet are read, compared and saved. */
export type SheetRules<Values = unknown, Item = unknown> = {
  readonly format: ImportSheet;
  readonly entity: ImportEntity;
  /** Reads the columns that do not identify the part. */
  read(reader: RowReader): Values;
  /** Texts that have to be folded before `complete`. */
  compared(values: Values): readonly (string | null)[];
  /** What the row names; nothing when it lacks what identifies it. */
  complete(
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
  /** What it says apart from that. Duplicates that say something else are told as such. */
  says?(item: Item): string;
  /** The item beside the earlier rows of its part. `rowOf` says which of them has a key, in words for the user. */
  beside?(item: Item, rowOf: (key: string) => string | null): Item;
  /** Why the row cannot be meant, whatever is stored. */
  check?(named: Named<Item>): Refusal | null;
  /** What is stored under each of these names: one row at most, but for applications. Parts may be locked. */
  find(db: Db, named: readonly Named<Item>[], lock: boolean): Promise<StoredRows[]>;
  /** What a stored row should have, without the fields that stay as they are; null when it should go. */
  wanted(named: Named<Item>, stored: Fields | null): Fields | null;
  /** What the user should know of how the row was understood. Equal notices of several rows are told once. */
  tells?(named: Named<Item>, stored: Fields | null): readonly string[];
  /** What a new row has, or why there cannot be one. */
  created(named: Named<Item>): Fields | Refusal;
  /** What is wrong with each of the rows that will be new or different: why it is refused, or what is only told. */
  judge?(
    db: Db,
    rows: readonly { readonly named: Named<Item>; readonly fields: Fields }[],
  ): Promise<readonly (Refusal | string | null)[]>;
  /** Whether two values of the field differ only in how they are written. */
  isRespelling(field: string, before: unknown, after: unknown): boolean;
  /** Fields that are one in a conflict: when one of them changed after the review, none is applied. */
  readonly together?: readonly string[];
  /** Whether what changes has a meaning only together, but for spellings: all of it is carried out, or nothing. */
  isOneChange?(named: Named<Item>): boolean;
  /** Inserts new rows. Returns the indexes of those that exist by now. */
  insert(db: Db, rows: readonly { readonly named: Named<Item>; readonly fields: Fields }[]): Promise<readonly number[]>;
};

/** Names that are only searched for. */
export const Name = requiredLine(200);

export const CODE = 'Código' satisfies Column;

/** A blank cell leaves the field as it is. */
export const filled = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** A row with the id apart. */
export const storedRow = ({ id, ...fields }: { readonly id: number }): StoredRow => ({ id, fields });

/** What was found, where a name is that of one row. */
export const findStored = async (found: Promise<readonly ({ readonly id: number } | null)[]>): Promise<StoredRows[]> =>
  (await found).map((row) => (row ? [storedRow(row)] : []));

/** The part of a row that belongs to one, once it exists. */
export const partOf = ({ part }: Named): number => {
  if (part === null) throw new Error('The part has to exist before its rows');
  return part;
};

/** Finds rows of parts. Parts that do not exist yet have none. */
export async function findOfParts<Item>(
  named: readonly Named<Item>[],
  find: (existing: readonly Named<Item>[]) => Promise<StoredRows[]>,
): Promise<StoredRows[]> {
  const existing = named.filter(({ part }) => part !== null);
  const found = existing.length > 0 ? await find(existing) : [];
  const rows = new Map(existing.map((one, index) => [one, found[index] ?? []]));
  return named.map((one) => rows.get(one) ?? []);
}
