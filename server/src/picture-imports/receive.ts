import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Received } from '@piezario/contract/endpoint';
import { tidy } from '@piezario/contract/fields';
import {
  MAX_PICTURE_IMPORT_BYTES,
  MAX_PICTURE_IMPORT_FILES,
  type PictureOutcome,
} from '@piezario/contract/picture-imports';
import { formatNumber } from '@piezario/contract/words';
import { sql } from 'kysely';
import type { Person } from '../access/scope.ts';
import { given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import { storable } from '../db/storable.ts';
import { type Act, inTransaction } from '../db/transaction.ts';
import type { Files } from '../files/files.ts';
import { Failure } from '../http/failure.ts';
import { UnreadableWorkbook } from '../spreadsheet/reading/unreadable.ts';
import { openZip } from '../spreadsheet/reading/zip.ts';
import { findBrands, findPartsByName } from './find-parts.ts';
import { isFile, refusalOf, sayUnreadable, ZIP_LIMITS } from './zip.ts';

const refuse = (message: string) => new Failure(422, message, { attachment: message });

/** Limit of bytes of one person's waiting pictures: those of two full imports. */
const MAX_WAITING_BYTES = 2 * MAX_PICTURE_IMPORT_BYTES;

const tooManyFiles = () =>
  refuse(`Una tanda tiene hasta ${formatNumber(MAX_PICTURE_IMPORT_FILES)} fotos: subí el resto en otra`);

/** A picture of an upload, as it is listed. */
type ListedFile = {
  /** Index in the directory of the zip; null for an upload that is a picture. */
  readonly entry: number | null;
  readonly name: string;
  readonly refused: string | null;
};

/** The import that a file is added to. */
type Target = {
  readonly id: number;
  readonly owner: Person;
  readonly part_brand_id: number;
  readonly part_product_id: number | null;
};

/** Stores an upload and lists its pictures with the parts of their names. A repeated upload is listed once. */
export async function receive(db: Db, files: Files, act: Act, target: Target, attachment: Received): Promise<void> {
  await refuseUnlessWaiting(readState(db, target.id));
  const pictures = await list(attachment);
  const rows = await findRows(db, target, pictures);
  const { name, bytes, path } = attachment;
  const sha256 = await hashOf(path);
  const isZip = pictures[0]?.entry !== null;
  const file_key = `uploads/${randomUUID()}.${isZip ? 'zip' : 'image'}`;
  await files.put(file_key, path);
  const upload = { picture_import_id: target.id, name, bytes, sha256, file_key };
  const isAdded = await inTransaction(db, act, (trx) => add(trx, upload, rows)).catch(async (error: unknown) => {
    // The upload may be stored although the connection broke. If the check fails, the sweep deletes an unused file.
    const mayBeKept = await inTransaction(db, act, (trx) => isKept(trx, upload)).catch(() => true);
    if (!mayBeKept) await files.remove(file_key);
    throw error;
  });
  if (!isAdded) await files.remove(file_key);
}

/** Returns true when the upload is stored. Waits for a transaction that still adds it. */
async function isKept(db: Db, { picture_import_id, file_key }: Upload): Promise<boolean> {
  await readState(db, picture_import_id).forUpdate().execute();
  const kept = await db
    .selectFrom('picture_import_uploads')
    .where('file_key', '=', file_key)
    .select('id')
    .executeTakeFirst();
  return kept !== undefined;
}

async function list({ name, bytes, path }: Received): Promise<ListedFile[]> {
  if (!/\.zip$/i.test(name)) {
    const refused = refusalOf({ shownName: name, bytes, isLocked: false });
    if (refused !== null) throw refuse(refused);
    return [{ entry: null, name, refused }];
  }
  const zip = await openZip(path, ZIP_LIMITS).catch((error: unknown) => {
    throw error instanceof UnreadableWorkbook ? refuse(sayUnreadable(error)) : error;
  });
  await zip.close();
  const found = zip.entries.flatMap((entry, index) => (isFile(entry) ? [{ entry, index }] : []));
  if (found.length === 0) throw refuse('El zip no tiene fotos adentro');
  if (found.length > MAX_PICTURE_IMPORT_FILES) throw tooManyFiles();
  return found.map(({ entry, index }) => ({
    entry: index,
    name: shortPath(entry.shownName),
    refused: refusalOf(entry),
  }));
}

const MAX_PATH = 300;

/** Keeps the end of a long path, which says more. Cuts it before it is normalized, which may take quadratic time. */
const shortPath = (path: string) => tidy(storable(path.slice(-MAX_PATH)).replace(/\p{Control}/gu, ''));

/** Limit of folders that are compared with the names of brands, from the innermost on. */
const MAX_FOLDERS = 5;

const splitPath = (path: string) => {
  const [file = '', ...folders] = path.split('/').reverse();
  return { stem: file.replace(/\.[^.]*$/, '').trim(), folders: folders.slice(0, MAX_FOLDERS).map(tidy) };
};

type Row = {
  readonly entry: number | null;
  readonly name: string;
  readonly part_brand_id: number;
  readonly part_product_id?: number;
  readonly part_id?: number;
  readonly code: string;
  readonly is_blueprint: boolean;
  readonly rank: number;
  readonly outcome: PictureOutcome;
  readonly reason: string;
};

async function findRows(db: Db, target: Target, pictures: readonly ListedFile[]): Promise<Row[]> {
  const { owner, part_brand_id, part_product_id } = target;
  const split = pictures.map((file) => ({ ...file, ...splitPath(file.name) }));
  const brands = await findBrands(db, owner, [...new Set(split.flatMap(({ folders }) => folders))]);
  const withBrands = split.map(({ folders, ...file }) => {
    const folder = folders.find((one) => brands.has(one));
    return { ...file, brand: (folder !== undefined && brands.get(folder)) || part_brand_id };
  });
  const names = withBrands.map(({ stem, brand }) => ({ name: stem, brand }));
  const matches = await findPartsByName(db, owner, part_product_id, names);
  return withBrands.map(({ entry, name, refused, brand }, index): Row => {
    const match = matches[index];
    const file = { entry, name, part_brand_id: brand, code: '', is_blueprint: false, rank: 1, reason: '' };
    if (refused !== null || !match) return { ...file, outcome: 'refused', reason: refused ?? '' };
    return { ...file, ...match };
  });
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

type Upload = {
  readonly picture_import_id: number;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly file_key: string;
};

/** Adds the upload. Returns false when the same was sent before, even if the import is full. */
async function add(db: Db, upload: Upload, rows: readonly Row[]): Promise<boolean> {
  const { picture_import_id, sha256, name } = upload;
  await refuseUnlessWaiting(readState(db, picture_import_id).forUpdate());
  const same = await db
    .selectFrom('picture_import_uploads')
    .where('picture_import_id', '=', picture_import_id)
    .where('sha256', '=', sha256)
    .where('name', '=', name)
    .select('id')
    .executeTakeFirst();
  if (same) return false;
  await refuseTooMuch(db, upload, rows.length);
  const added = await db.insertInto('picture_import_uploads').values(upload).returning('id').executeTakeFirstOrThrow();
  const columns = {
    entry: 'int',
    name: 'text',
    part_brand_id: 'int',
    part_product_id: 'int',
    part_id: 'int',
    code: 'text',
    is_blueprint: 'boolean',
    rank: 'int',
    outcome: 'text',
    reason: 'text',
  } as const;
  await sql`
    insert into picture_import_files (picture_import_id, upload_id, entry, name, part_brand_id, part_product_id, part_id,
      code, is_blueprint, rank, outcome, reason)
    select ${picture_import_id}::int, ${added.id}::int, entry, name, part_brand_id, part_product_id, part_id,
      code, is_blueprint, rank, outcome, reason
    from ${given(rows, columns)} order by position`.execute(db);
  return true;
}

/** Selects the state of the job. Its row is locked to add files, to apply and to cancel, one after the other. */
export const readState = (db: Db, id: number) => db.selectFrom('jobs').where('id', '=', id).select('state');

export async function refuseUnlessWaiting(read: ReturnType<typeof readState>): Promise<void> {
  const { state } = await read.executeTakeFirstOrThrow();
  if (state !== 'review') throw new Failure(409, 'Esta tanda ya se guardó o se descartó: abrí otra');
}

async function refuseTooMuch(db: Db, { picture_import_id, bytes }: Upload, files: number): Promise<void> {
  const { rows } = await sql<{ files: number; bytes: number; waiting: number }>`
    select (select count(*)::int from picture_import_files where picture_import_id = ${picture_import_id}) as files,
      (select coalesce(sum(bytes), 0)::float8 from picture_import_uploads
        where picture_import_id = ${picture_import_id}) as bytes,
      (select coalesce(sum(bytes), 0)::float8 from picture_import_uploads
        join jobs on jobs.id = picture_import_uploads.picture_import_id
        where jobs.user_id = (select user_id from jobs where id = ${picture_import_id})
          and jobs.state in ('review', 'queued', 'running')) as waiting`.execute(db);
  const before = rows[0] ?? { files: 0, bytes: 0, waiting: 0 };
  if (before.files + files > MAX_PICTURE_IMPORT_FILES) throw tooManyFiles();
  if (before.bytes + bytes > MAX_PICTURE_IMPORT_BYTES)
    throw refuse(`Una tanda pesa hasta ${MAX_PICTURE_IMPORT_BYTES / 1024 ** 3} GB: subí el resto en otra`);
  if (before.waiting + bytes > MAX_WAITING_BYTES) {
    const most = MAX_WAITING_BYTES / 1024 ** 3;
    throw new Failure(409, `Tus fotos sin guardar pueden pesar hasta ${most} GB: guardá o descartá alguna tanda`);
  }
}
