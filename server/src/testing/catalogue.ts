import { api } from '@piezario/contract/api';
import type { WorkbookMapping } from '@piezario/contract/workbook-mappings';
import type { Db } from '../db/connection/connect.ts';
import { inTransaction } from '../db/transaction.ts';

/** Three digits, so that names sort in the order in which they were made. */
let counter = 100;
const unique = (word: string) => `${word} ${++counter}`;

/* Rows for tests, each with a unique name. */

export const addBrand = (db: Db, name = unique('Marca')) =>
  db.insertInto('part_brands').values({ name }).returning(['id', 'name']).executeTakeFirstOrThrow();

export const addCategory = (db: Db, name = unique('Categoría')) =>
  db.insertInto('part_categories').values({ name }).returning(['id', 'name']).executeTakeFirstOrThrow();

export const addProduct = (db: Db, part_category_id: number, name = unique('Producto')) =>
  db
    .insertInto('part_products')
    .values({ name, part_category_id })
    .returning(['id', 'name', 'part_category_id'])
    .executeTakeFirstOrThrow();

/** Removes all parts, and the trash: a part that is created again would come back from it. */
export async function clearParts(db: Db) {
  await db.deleteFrom('parts').execute();
  await db.deleteFrom('removed_parts').execute();
}

export const addPart = (db: Db, part_brand_id: number, part_product_id: number, code = unique('C')) =>
  db
    .insertInto('parts')
    .values({ part_brand_id, part_product_id, code })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();

export const addAttribute = (db: Db, part_id: number, name = unique('Atributo')) =>
  db.insertInto('part_attributes').values({ part_id, name, value: '1' }).returning('id').executeTakeFirstOrThrow();

export const addCross = (db: Db, part_id: number, brand = unique('Otra marca')) =>
  db.insertInto('part_crosses').values({ part_id, brand, code: 'X1' }).returning('id').executeTakeFirstOrThrow();

export const addApplication = async (db: Db, part_id: number) =>
  db
    .insertInto('part_vehicles')
    .values({ part_id, vehicle_id: (await addVehicle(db)).id })
    .returning(['id', 'vehicle_id'])
    .executeTakeFirstOrThrow();

type PictureFields = { name?: string; position?: number; is_blueprint?: boolean; width?: number; height?: number };

/** Row of a picture whose files do not exist: no test reads them. */
const picture = (part_id: number, { position = 1, ...fields }: PictureFields) => ({
  ...{ part_id, position, name: unique('Foto'), is_blueprint: false, width: 1200, height: 900, bytes: 1000 },
  ...{ image_key: `media/aa/${part_id}-${position}.jpg`, thumbnail_key: `media/aa/${part_id}-${position}.webp` },
  ...fields,
});

export const addPicture = (db: Db, part_id: number, fields: PictureFields = {}) =>
  db.insertInto('part_pictures').values(picture(part_id, fields)).returning('id').executeTakeFirstOrThrow();

/** Removes the row and returns its id. */
export async function addRemoved(
  db: Db,
  table: 'parts' | 'part_attributes' | 'part_crosses' | 'part_vehicles' | 'part_pictures',
  { id }: { id: number },
) {
  await db.deleteFrom(table).where('id', '=', id).execute();
  return id;
}

export const addVehicleAlias = (db: Db, name = unique('Alias'), brand = 'Fiat') =>
  db.insertInto('vehicle_brand_aliases').values({ name, brand }).returning('id').executeTakeFirstOrThrow();

/** An operation that has added an attribute to the part, and its change. */
export async function addOperation(db: Db, part_id: number) {
  const { id } = await addAttribute(db, part_id);
  const { operation_id, id: change } = await db
    .selectFrom('changes')
    .where('part_id', '=', part_id)
    .where('entity', '=', 'attribute')
    .where('row_id', '=', id)
    .select(['operation_id', 'id'])
    .executeTakeFirstOrThrow();
  return { operation: operation_id, change: Number(change) };
}

export const addVehicle = (db: Db, model = unique('Modelo'), version = '1.4') =>
  db
    .insertInto('vehicles')
    .values({
      origin: 'Argentina',
      brand: 'Fiat',
      model,
      model_master: model,
      version,
      engine_code: 'E1',
      fuel: 'Nafta',
      sold_from_year: 2001,
      components: '{"caja": "Manual"}',
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Technical column. The database does not number them, because their ids come with the vehicle base. */
export const addHeader = (db: Db, id = ++counter) =>
  db
    .insertInto('vehicle_headers')
    .values({ id, key: `clave_${id}`, name: `Componente ${id}` })
    .returning('id')
    .executeTakeFirstOrThrow();

/** A queued import with an error and a correction. */
export async function addImport(db: Db, user_id: number, name = unique('Archivo'), udid: string = crypto.randomUUID()) {
  const id = await inTransaction(db, { user: user_id, what: 'import' }, async (trx) => {
    const job = { kind: 'import', user_id, same_as: udid } as const;
    const { id } = await trx.insertInto('jobs').values(job).returning('id').executeTakeFirstOrThrow();
    const file = { id, name, udid, bytes: 1, sha256: udid, file_key: `imports/${udid}.xlsx` };
    await trx.insertInto('imports').values(file).execute();
    return id;
  });
  const place = { import_id: id, sheet: 'Piezas', row: 2, position: 0, column: 'Marca' };
  const { id: error } = await db
    .insertInto('import_errors')
    .values({ ...place, value: name, reason: 'No existe', cells: JSON.stringify([name]) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: correction } = await db
    .insertInto('import_corrections')
    .values({ ...place, before: 'Antes', after: name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, udid, error, correction };
}

/** An import in review, with a change to the part, and a stored mapping of a value for its owner. */
export async function addReview(
  db: Db,
  user_id: number,
  part_id: number,
  name = unique('Archivo'),
  udid: string = crypto.randomUUID(),
) {
  const { id, error, correction } = await addImport(db, user_id, name, udid);
  await db.updateTable('jobs').set({ state: 'review', finished_at: new Date() }).where('id', '=', id).execute();
  await db.updateTable('imports').set({ phase: 'review' }).where('id', '=', id).execute();
  const part = await db
    .selectFrom('parts')
    .where('id', '=', part_id)
    .select(['part_brand_id', 'part_product_id', 'code', 'code_bare as key'])
    .executeTakeFirstOrThrow();
  const change = {
    entity: 'part',
    action: 'changed',
    field: 'observation',
    part_id,
    row_id: part_id,
    ...part,
  } as const;
  const [before, after] = [JSON.stringify({ observation: '' }), JSON.stringify({ observation: name })];
  await db
    .insertInto('import_changes')
    .values({ ...change, before, after, import_id: id, sheet: 'Piezas', position: 0, row: 2, accepted: true })
    .execute();
  await db.insertInto('import_named_rows').values({ import_id: id, entity: 'cross', part_id }).execute();
  const { id: mapping } = await db
    .insertInto('import_mappings')
    .values({ user_id, column: 'Marca', value: name, to: name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, udid, mapping, error, correction };
}

export const MAPPING: WorkbookMapping = {
  version: 1,
  sheets: [
    {
      names: ['Lista'],
      use: 'rows',
      header: [1],
      columns: [
        {
          position: 0,
          title: 'Artículo',
          target: { is: 'code' },
          separators: [],
          fills_down: false,
          drops_marks: false,
          names_in: '',
          values: [],
        },
      ],
      constants: { brand: 'Marca', product: 'Producto' },
      product_is_sheet: false,
      product_by_code: false,
      groups: 'ignored',
      vehicle_brand: 'columns',
      struck_rows: 'read',
      hidden_rows: 'read',
      discontinued_rows: 'read',
      group_values: [],
      flipped_rows: [],
    },
  ],
};

/** A file of another format that waits to be mapped, and a stored mapping of the brand. */
export async function addMapping(
  db: Db,
  user_id: number,
  part_brand_id: number,
  name = unique('Mapeo'),
  udid: string = crypto.randomUUID(),
) {
  const { id } = await addImport(db, user_id, name, udid);
  await db.updateTable('jobs').set({ state: 'mapping', finished_at: new Date() }).where('id', '=', id).execute();
  const first = [{ row: 1, cells: ['Artículo'], kind: 'header' }];
  const sheets = [
    {
      name: 'Lista',
      rows: 1,
      first,
      columns: [],
      groups: [],
      header: [1],
      titles: ['Artículo'],
      struck_rows: 0,
      hidden_rows: 0,
      discontinued_rows: 0,
    },
  ];
  const sample = JSON.stringify({ text: null, sheets });
  const mapping = JSON.stringify(MAPPING);
  await db.updateTable('imports').set({ sample, mapping, phase: 'review' }).where('id', '=', id).execute();
  const stored = await db
    .insertInto('workbook_mappings')
    .values({ part_brand_id, name, mapping, user_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { udid, stored: stored.id };
}

/** A view of the list of parts, without filters. */
export const addView = (db: Db, user_id: number, name = unique('Vista')) =>
  db
    .insertInto('saved_views')
    .values({ user_id, name, list: api.parts.list.path, query: '{}', columns: JSON.stringify(NO_COLUMNS) })
    .returning('id')
    .executeTakeFirstOrThrow();
export const NO_COLUMNS = { hidden: [], order: [], widths: {} };

/** A proposed vehicle that an application of the part waits for. */
export async function addProposal(db: Db, user_id: number, part_id: number, model = unique('Modelo')) {
  const names = { brand: 'Fiat', model_master: model, model, version: '1.4', engine_code: '', fuel: '' };
  const proposal = await db
    .insertInto('vehicle_proposals')
    .values({ ...names, user_id, sold_from_year: 2001, comment: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const application = { proposal_id: proposal.id, part_id, positions: 'Trasera', note: '' };
  await db.insertInto('vehicle_proposal_parts').values(application).execute();
  return proposal;
}

/** A queued undo of an operation that has added an attribute to the part, and one of its results. */
export async function addUndo(db: Db, user_id: number, part_id: number, detail = unique('Detalle')) {
  const { operation } = await addOperation(db, part_id);
  const job = { kind: 'undo', user_id, same_as: String(operation) } as const;
  const { id } = await db.insertInto('jobs').values(job).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('undos').values({ id, undoes: operation }).execute();
  const { part_brand_id, part_product_id, code } = await db
    .selectFrom('parts')
    .where('id', '=', part_id)
    .select(['part_brand_id', 'part_product_id', 'code'])
    .executeTakeFirstOrThrow();
  const result = { undo_id: id, part_id, outcome: 'kept', part_brand_id, part_product_id, code, detail };
  await db.insertInto('undo_results').values(result).execute();
  return id;
}

/** A queued bulk action, and a part that it could not change. */
export async function addBulk(db: Db, user_id: number, part_id: number, reason = unique('Motivo')) {
  const job = { kind: 'bulk', user_id, same_as: reason } as const;
  const { id } = await db.insertInto('jobs').values(job).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('bulks')
    .values({ id, action: JSON.stringify({ do: 'remove' }) })
    .execute();
  const { part_brand_id, part_product_id, code } = await db
    .selectFrom('parts')
    .where('id', '=', part_id)
    .select(['part_brand_id', 'part_product_id', 'code'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('bulk_results')
    .values({ bulk_id: id, part_id, part_brand_id, part_product_id, code, reason })
    .execute();
  await db.insertInto('bulk_parts').values({ bulk_id: id, part_id }).execute();
  return id;
}

/** An import of pictures in review, with a file that was matched to the part. */
export async function addPictureImport(db: Db, user_id: number, part_id: number, name = unique('Foto')) {
  const job = { kind: 'pictures', user_id, same_as: name, state: 'review' } as const;
  const { id } = await db.insertInto('jobs').values(job).returning('id').executeTakeFirstOrThrow();
  const { part_brand_id, part_product_id, code } = await db
    .selectFrom('parts')
    .where('id', '=', part_id)
    .select(['part_brand_id', 'part_product_id', 'code'])
    .executeTakeFirstOrThrow();
  await db.insertInto('picture_imports').values({ id, part_brand_id }).execute();
  const upload = { picture_import_id: id, name, bytes: 1, sha256: name, file_key: `uploads/${id}.image` };
  const { id: upload_id } = await db
    .insertInto('picture_import_uploads')
    .values(upload)
    .returning('id')
    .executeTakeFirstOrThrow();
  const file = { picture_import_id: id, upload_id, name, part_id, part_brand_id, part_product_id, code };
  const { id: fileId } = await db
    .insertInto('picture_import_files')
    .values({ ...file, outcome: 'found', reason: name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { pictureImport: id, pictureImportFile: fileId };
}

type Place = { part_brand_id: number; part_category_id?: number; part_product_id?: number };
export const addGrant = (db: Db, user_id: number, place: Place) =>
  db
    .insertInto('grants')
    .values({ user_id, ...place })
    .returning('id')
    .executeTakeFirstOrThrow();

/** A brand that becomes the only one in the scope of a person, so that a file without a brand is read as one of it. */
export async function addOnlyBrand(db: Db, user_id: number, name: string) {
  const brand = await addBrand(db, name);
  await db.deleteFrom('grants').where('user_id', '=', user_id).execute();
  await addGrant(db, user_id, { part_brand_id: brand.id });
  return brand;
}

/** A running download, in a new session. */
export async function addDownload(db: Db, user_id: number) {
  const expires_at = new Date(Date.now() + 60_000);
  const session = await db
    .insertInto('sessions')
    .values({ user_id, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return db
    .insertInto('download_tickets')
    .values({ session_id: session.id, secret_hash: unique('hash'), path: '/', expires_at, state: 'running' })
    .returning('id')
    .executeTakeFirstOrThrow();
}
