import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ChangedPart, type grid as contract, GRID_PAGE, type GridPart } from '@piezario/contract/grid';
import { byField } from '@piezario/contract/part-fields';
import { type RawBuilder, sql } from 'kysely';
import { given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import type { Files } from '../files/files.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { readImport } from '../importer/importer.ts';
import { receive } from '../importer/receive.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { readSelection, type Selection, selectedParts } from '../parts/selection.ts';
import { writeWorkbook, XLSX } from '../spreadsheet/writing/write.ts';
import { conflictsOf, storedPart } from './conflicts.ts';
import { sheetsOf } from './sheets.ts';

const rowsOf = <T>(rows: RawBuilder<unknown>) => sql<T[]>`coalesce((select json_agg(one) from (${rows}) one), '[]')`;

const FIELDS = Object.values(
  byField(
    (name) => sql<0 | 1>`${sql.ref(`parts.${name}`)}::int`.as(name),
    (name) => sql<string>`${sql.ref(`parts.${name}`)}`.as(name),
  ),
);

const selectRows = (db: Db, selection: Selection) =>
  selectedParts(db, selection)
    .select(['parts.id', 'parts.code', ...FIELDS])
    .select([
      rowsOf<GridPart['attributes'][number]>(
        sql`select name, value, unit from part_attributes where part_id = parts.id order by id`,
      ).as('attributes'),
      rowsOf<GridPart['crosses'][number]>(
        sql`select brand, code from part_crosses where part_id = parts.id order by fold(brand), id`,
      ).as('crosses'),
    ])
    .$castTo<GridPart>();

type Services = {
  readonly files: Files;
  readonly jobs: Pick<JobQueue, 'kick'>;
  /** Folder for workbooks that are being written. */
  readonly uploads: string;
};

export const gridHandlers = ({ files, jobs, uploads }: Services): Handlers<typeof contract> => ({
  rows: async ({ db, user, params: { brandId, productId, after }, query }) => {
    const selection = await readSelection(db, user, { brandId, productId, filters: query });
    return selectRows(db, selection).where('parts.id', '>', after).orderBy('parts.id').limit(GRID_PAGE).execute();
  },

  store: async ({ db, user, act, body: { part_brand_id, part_product_id, parts } }) => {
    const asked = { brandId: part_brand_id, productId: part_product_id, filters: [] };
    const selection = await readSelection(db, user, asked);
    const stored = await readStored(db, selection, parts);
    const errors = conflictsOf(parts, stored, await findTaken(db, asked, parts));
    const count = Object.keys(errors).length;
    if (count > 0)
      throw new Failure(409, 'Algunas celdas cambiaron después de que se leyeron, y no se guardó nada', errors);
    const path = join(uploads, randomUUID());
    try {
      await pipeline(writeWorkbook(sheetsOf(selection, parts, stored)), createWriteStream(path));
      const { size: bytes } = await stat(path);
      const attachment = { name: nameOf(selection), type: XLSX, bytes, path };
      const { udid } = await receive(db, files, act, user.id, { attachment, mode: 'preview', replace: [] });
      jobs.kick();
      return readImport(db, user, udid);
    } finally {
      await rm(path, { force: true });
    }
  },
});

const nameOf = ({ brand, product }: Selection) => `Planilla ${brand.name}, ${product?.name}.xlsx`;

/** The stored parts of the changes by id. Throws 404 if one does not exist in the selection. */
async function readStored(db: Db, selection: Selection, parts: readonly ChangedPart[]) {
  const ids = parts.flatMap(({ part_id }) => part_id ?? []);
  if (new Set(ids).size < ids.length) throw new Failure(422, 'Una pieza está repetida');
  const rows = ids.length === 0 ? [] : await selectRows(db, selection).where('parts.id', 'in', ids).execute();
  if (rows.length < ids.length) throw notFound();
  return new Map(rows.map((row) => [row.id, storedPart(row)]));
}

type Place = { readonly brandId: number; readonly productId: number };

/** Indexes of the new parts whose codes exist already. An import would change those parts. */
async function findTaken(db: Db, { brandId, productId }: Place, parts: readonly ChangedPart[]) {
  const added = parts.flatMap(({ part_id, code }, index) => (part_id === null ? [{ index, code }] : []));
  if (added.length === 0) return new Set<number>();
  const { rows } = await sql<{ position: number }>`
    select given.position::int from ${given(added, { code: 'text', index: 'int' })}
    join parts on parts.part_brand_id = ${brandId} and parts.part_product_id = ${productId}
      and parts.code_bare = bare(given.code)`.execute(db);
  return new Set(rows.flatMap(({ position }) => added[position - 1]?.index ?? []));
}
