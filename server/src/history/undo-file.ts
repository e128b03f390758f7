import type { Download } from '@piezario/contract/endpoint';
import { OUTCOMES, type Outcome } from '@piezario/contract/undos';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { type Sheet, writeWorkbook, XLSX } from '../spreadsheet/writing/write.ts';
import type { Row } from '../spreadsheet/writing/write-cells.ts';

const BATCH = 1_000;
const SHEETS: Readonly<Record<Outcome, string>> = {
  undone: 'Deshechas',
  kept: 'Conservadas',
  impossible: 'Imposibles',
};
const COLUMNS = [
  { header: 'Marca', width: 18 },
  { header: 'Producto', width: 28 },
  { header: 'Código', width: 18 },
  { header: 'Detalle', width: 60 },
  { header: 'Cambiada por', width: 24 },
  { header: 'Cambiada el', width: 14 },
];

/** Workbook with the results of an undo by part, and a sheet for each outcome. */
export const writeResults = (db: Db, undo: number, isMeant: RawBuilder<SqlBool>): Download => ({
  name: `deshacer_${undo}.xlsx`,
  type: XLSX,
  content: writeWorkbook(
    OUTCOMES.map((outcome): Sheet => ({ name: SHEETS[outcome], columns: COLUMNS, rows: rowsOf(db, isMeant, outcome) })),
  ),
});

async function* rowsOf(db: Db, isMeant: RawBuilder<SqlBool>, outcome: Outcome): AsyncGenerator<Row[]> {
  for (let last = 0; ; ) {
    const found = await db
      .selectFrom('undo_results')
      .leftJoin('part_brands', 'part_brands.id', 'undo_results.part_brand_id')
      .leftJoin('part_products', 'part_products.id', 'undo_results.part_product_id')
      .leftJoin('users', 'users.id', 'changed_by')
      .where(isMeant)
      .where('outcome', '=', outcome)
      .where('undo_results.id', '>', last)
      .select(['undo_results.id', 'part_brands.name as brand', 'part_products.name as product', 'code', 'detail'])
      .select([sql<string | null>`users.name`.as('changed_by'), 'changed_at'])
      .orderBy('undo_results.id')
      .limit(BATCH)
      .execute();
    yield found.map((row) => [row.brand, row.product, row.code, row.detail, row.changed_by, row.changed_at]);
    const end = found.at(-1);
    if (!end || found.length < BATCH) return;
    last = end.id;
  }
}
