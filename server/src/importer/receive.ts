import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Received } from '@piezario/contract/endpoint';
import {
  hasImportExtension,
  type ImportMode,
  REPLACEABLE,
  type Replaceable,
  SPREADSHEETS,
} from '@piezario/contract/importer';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { type Act, inTransaction } from '../db/transaction.ts';
import type { Files } from '../files/files.ts';
import { Failure } from '../http/failure.ts';
import { addJob } from '../jobs/job.ts';
import { detectKind, type Kind } from '../spreadsheet/reading/detect-kind.ts';
import { UnreadableWorkbook } from '../spreadsheet/reading/read.ts';

/** Bytes of a file whose import takes seconds: some thousand rows, as a compressed spreadsheet. */
const MAX_SMALL_FILE = 256 * 1024;

/** Bytes of one person's spreadsheets that wait to be imported or reviewed. */
const MAX_WAITING_BYTES = 500 * 1024 * 1024;

const refuse = (message: string) => new Failure(422, message, { attachment: message });

type Upload = { readonly attachment: Received; readonly mode: ImportMode; readonly replace: readonly Replaceable[] };
type Receipt = { readonly udid: string; readonly is_queued: 0 | 1 };

/**
 * Stores a spreadsheet and queues its import. While an import is queued or running, uploading the same file again
 * returns the same import, as `is_queued` says.
 */
export async function receive(db: Db, files: Files, act: Act, user_id: number, upload: Upload): Promise<Receipt> {
  const { attachment, mode, replace } = upload;
  const { name, bytes, path } = attachment;
  // An import that replaces rows is always reviewed by a person.
  const auto_apply = mode === 'auto' && replace.length === 0;
  const phase = mode === 'import' && replace.length === 0 ? 'import' : 'review';
  const replaces = REPLACEABLE.filter((sheet) => replace.includes(sheet));
  const kind = await kindOf(attachment);
  // An import that replaces rows may change every part of a brand.
  const is_small = bytes <= MAX_SMALL_FILE && replaces.length === 0;
  const sha256 = await hashOf(path);
  const same_as = [sha256, auto_apply ? 'auto' : phase, ...replaces].join(' ');
  const same = () =>
    db
      .selectFrom('imports')
      .innerJoin('jobs', 'jobs.id', 'imports.id')
      .where('user_id', '=', user_id)
      .where('same_as', '=', same_as)
      .where('state', 'in', ['queued', 'running'])
      .select('udid')
      .executeTakeFirst();
  const before = await same();
  if (before) return { ...before, is_queued: 1 };

  await refuseTooMuch(db, user_id, bytes);
  const file_key = `imports/${randomUUID()}.${kind}`;
  await files.put(file_key, path);
  for (;;) {
    const added = await inTransaction(db, act, async (trx) => {
      const id = await addJob(trx, { kind: 'import', user_id, same_as, is_small });
      if (id === undefined) return undefined;
      await refuseTooMuch(trx, user_id, bytes);
      return trx
        .insertInto('imports')
        .values({ id, name, bytes, sha256, file_key, phase, auto_apply, replaces })
        .returning('udid')
        .executeTakeFirstOrThrow();
    }).catch(async (error: unknown) => {
      // After any other error the import may exist. The sweep removes the file if it does not.
      if (error instanceof Failure) await files.remove(file_key);
      throw error;
    });
    if (added) return { ...added, is_queued: 0 };
    // Another upload of the same file was added at the same time, and may have finished already.
    const faster = await same();
    if (!faster) continue;
    await files.remove(file_key);
    return { ...faster, is_queued: 1 };
  }
}

async function refuseTooMuch(db: Db, user_id: number, bytes: number): Promise<void> {
  const { waiting } = await db
    .selectFrom('imports')
    .innerJoin('jobs', 'jobs.id', 'imports.id')
    .where('user_id', '=', user_id)
    .where('state', 'in', ['queued', 'running', 'mapping', 'review'])
    .select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('waiting'))
    .executeTakeFirstOrThrow();
  if (waiting + bytes <= MAX_WAITING_BYTES) return;
  const most = MAX_WAITING_BYTES / 1024 ** 2;
  throw new Failure(409, `Tus planillas sin terminar pueden pesar hasta ${most} MB: esperá, o descartá una revisión`);
}

/** Detects the kind by the first bytes, since some systems export a CSV as .xls. The worker checks the rest. */
async function kindOf({ name, path }: Received): Promise<Kind> {
  if (!hasImportExtension(name)) throw refuse(`Elegí una planilla: un archivo ${SPREADSHEETS}`);
  try {
    return await detectKind(path);
  } catch (error) {
    throw error instanceof UnreadableWorkbook ? refuse(error.message) : error;
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
