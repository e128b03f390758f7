import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Received } from '@piezario/contract/endpoint';
import type { Db } from '../db/connect.ts';
import type { Files } from '../files/files.ts';
import { Failure } from '../http/failure.ts';
import { lookAt } from '../spreadsheet/reading/kinds.ts';
import { UnreadableWorkbook } from '../spreadsheet/reading/read.ts';

const refuse = (message: string) => new Failure(422, message, { attachment: message });

/**
 * Keeps a spreadsheet and puts it into the queue; answers its udid. The same file of the same person that is not yet done
 * is the same import.
 */
export async function receive(db: Db, files: Files, userId: number, attachment: Received): Promise<string> {
  const { name, bytes, path } = attachment;
  const kind = await kindOf(attachment);
  const sha256 = await hashOf(path);
  const same = () =>
    db
      .selectFrom('imports')
      .where('user_id', '=', userId)
      .where('sha256', '=', sha256)
      .where('state', 'in', ['queued', 'running'])
      .select('udid')
      .executeTakeFirst();
  const before = await same();
  if (before) return before.udid;

  const file_key = `imports/${randomUUID()}.${kind}`;
  await files.put(file_key, path);
  for (;;) {
    const added = await db
      .insertInto('imports')
      .values({ user_id: userId, name, bytes, sha256, file_key })
      .onConflict((conflict) => conflict.doNothing())
      .returning('udid')
      .executeTakeFirst();
    if (added) return added.udid;
    // Sent twice at once: the other one was faster, and may even be done by now.
    const faster = await same();
    if (!faster) continue;
    await files.remove(file_key);
    return faster.udid;
  }
}

/** By its name and by how it begins; the worker finds out whether it is one to the end. */
async function kindOf({ name, path }: Received): Promise<'xlsx' | 'xls'> {
  if (!/\.xlsx?$/i.test(name)) throw refuse('Elegí una planilla de Excel: un archivo .xlsx o .xls');
  try {
    return await lookAt(path);
  } catch (error) {
    throw error instanceof UnreadableWorkbook ? refuse(error.message) : error;
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
