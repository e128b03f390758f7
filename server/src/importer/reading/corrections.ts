import { IMPORT_SHEETS, type ImportSheet } from '@piezario/contract/importer';
import { sql } from 'kysely';
import type { Db } from '../../db/connection/connect.ts';
import type { DataRow } from './layout.ts';

/** The corrected cells of a file, in its order. Columns are named as in the file. */
export const listCorrections = (db: Db, importId: number) =>
  selectCorrections(db, importId).select(['before', 'after']).execute();

/** The places of the corrected cells, without their texts, which may have megabytes together. */
export const selectCorrections = (db: Db, importId: number) =>
  db
    .selectFrom('import_corrections')
    .where('import_id', '=', importId)
    .select(['id', 'sheet', 'row', sql<string>`coalesce(title, "column")`.as('column')])
    .orderBy('position')
    .orderBy('id');

type Correction = {
  readonly position: number;
  readonly sheet: string;
  readonly row: number;
  readonly column: string;
  readonly after: string;
};

/** Cells that a person has corrected, which take the place of those of the file. */
export class Corrections {
  readonly #byPosition: ReadonlyMap<number, readonly Correction[]>;

  static async read(db: Db, importId: number): Promise<Corrections> {
    const corrections = await db
      .selectFrom('import_corrections')
      .where('import_id', '=', importId)
      .select(['position', 'sheet', 'row', 'column', 'after'])
      .execute();
    const byPosition = new Map<number, Correction[]>();
    for (const one of corrections) byPosition.set(one.position, [...(byPosition.get(one.position) ?? []), one]);
    return new Corrections(byPosition);
  }

  private constructor(byPosition: ReadonlyMap<number, readonly Correction[]>) {
    this.#byPosition = byPosition;
  }

  /** Returns rows with their corrected cells. `first` is the position of the first row. */
  apply(format: ImportSheet, rows: readonly DataRow[], first: number): readonly DataRow[] {
    if (this.#byPosition.size === 0) return rows;
    return rows.map((row, index) => {
      const corrections = this.#byPosition.get(first + index) ?? [];
      // A change of the vehicle base may move a row to another position.
      const own = corrections.filter((one) => one.sheet === row.sheet && one.row === row.number);
      return own.length > 0 ? correct(format, row, own) : row;
    });
  }
}

function correct(format: ImportSheet, row: DataRow, corrections: readonly Correction[]): DataRow {
  const columns: readonly string[] = IMPORT_SHEETS[format];
  const cells = [...row.cells];
  const indexes = [...row.indexes];
  for (const { column, after } of corrections) {
    const index = columns.indexOf(column);
    if (index === -1) continue;
    cells[index] = after === '' ? null : after;
    // The file may not have the column.
    indexes[index] ??= index;
  }
  return { ...row, cells, indexes };
}
