import { MAX_PICTURES } from '@piezario/contract/pictures';
import { sql } from 'kysely';
import { lockPart } from '../access/parts.ts';
import type { Person } from '../access/scope.ts';
import { given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import type { Files } from '../files/files.ts';
import { Failure } from '../http/failure.ts';
import { runGroups } from '../jobs/groups.ts';
import { type Job, JobFailure } from '../jobs/job.ts';
import type { Work } from '../jobs/kind.ts';
import { createLimiter } from '../limiter.ts';
import { arrangePictures, type StoredPicture, storedPictures } from '../pictures/bulk.ts';
import { readCounts } from './counts.ts';
import { completed, MISSING, processing, TOO_MANY } from './messages.ts';
import { readOwned } from './owner.ts';
import { type Incoming, type Outcome, type Plan, planPictures } from './plan.ts';
import { openUploads, type Place, type Uploads } from './uploads.ts';

/** Stores the pictures with a part, one part at a time, or continues. */
export const runPictureImport: Work = async (attempt) => {
  const { db, job, files, scratch, progress } = attempt;
  const { owner } = await readOwned(db, job.id);
  const uploads = await openUploads(files, scratch, progress);
  try {
    await runGroups<PreparedPart>(attempt, {
      kind: 'pictures',
      count: async () => (await readCounts(db, owner, job.id)).found,
      next: async () => {
        const waiting = await nextPart(db, job);
        return waiting
          ? [await preparePart(db, job, files, waiting, await readPictures(uploads, waiting.files, progress))]
          : [];
      },
      save: async (trx, [part], reason) => (part ? savePart(trx, job, part, reason) : 0),
      processing,
      completed: async () => completed(await readCounts(db, owner, job.id)),
    });
  } finally {
    await uploads.close();
  }
};

type Waiting = Place & { readonly name: string; readonly is_blueprint: boolean };

/** A part with its pictures, in their order. Pictures above the limit of a part are not read. */
type WaitingPart = { readonly part: number; readonly files: readonly Waiting[]; readonly beyond: readonly Waiting[] };

async function nextPart(db: Db, { id }: Job): Promise<WaitingPart | null> {
  const { rows } = await sql<Waiting & { part_id: number }>`
    select f.id, f.upload_id, u.file_key, f.entry, f.part_id, f.is_blueprint,
      regexp_replace(f.name, '^.*/', '') as name
    from picture_import_files f join picture_import_uploads u on u.id = f.upload_id
    where f.picture_import_id = ${id} and f.outcome = 'found' and f.part_id = (
      select min(part_id) from picture_import_files where picture_import_id = ${id} and outcome = 'found')
    order by f.is_blueprint, f.rank, fold(f.name), f.id`.execute(db);
  const [first] = rows;
  return first ? { part: first.part_id, files: rows.slice(0, MAX_PICTURES), beyond: rows.slice(MAX_PICTURES) } : null;
}

/** As many as the image library decodes at once, so that few files are unpacked. */
const reading = createLimiter({ atOnce: 2 });

type Read = { readonly incoming: readonly Incoming[]; readonly refused: readonly Outcome[] };

async function readPictures(uploads: Uploads, files: readonly Waiting[], progress: () => void): Promise<Read> {
  const read = await Promise.all(
    files.map((file) => reading.run(async () => ({ ...file, image: await uploads.read(file).finally(progress) }))),
  );
  return {
    incoming: read.flatMap(({ image, ...file }) => ('refused' in image ? [] : [{ ...file, image }])),
    refused: read.flatMap(({ id, image }) =>
      'refused' in image ? [{ id, outcome: 'refused' as const, reason: image.refused }] : [],
    ),
  };
}

/** A part whose pictures are decoded and compared with those that it has, outside of the transaction. */
type PreparedPart = {
  readonly part: number;
  readonly files: readonly Waiting[];
  readonly stored: readonly StoredPicture[];
  readonly plan: Plan;
  readonly others: readonly Outcome[];
};

async function preparePart(db: Db, job: Job, files: Files, waiting: WaitingPart, read: Read): Promise<PreparedPart> {
  const { part, beyond } = waiting;
  const { mode } = await readOwned(db, job.id);
  const stored = await storedPictures(db, part);
  const plan = await planPictures(files, mode, stored, read.incoming);
  const others = [...read.refused, ...refuseAll(beyond, TOO_MANY)];
  return { part, files: [...waiting.files, ...beyond], stored, plan, others };
}

async function savePart(db: Db, job: Job, prepared: PreparedPart, reason: string | null): Promise<number> {
  const { owner, mayChange } = await readOwned(db, job.id);
  if (!mayChange) throw new JobFailure('la cuenta que lo pidió ya no puede cambiar piezas');
  const outcomes =
    reason === null
      ? await arrangePart(db, owner, prepared)
      : [...refuseAll(prepared.plan.outcomes, reason), ...prepared.others];
  if (outcomes === null) return 0;
  await sql`
    update picture_import_files f set outcome = given.outcome, reason = given.reason
    from ${given(outcomes, { id: 'int', outcome: 'text', reason: 'text' })} where f.id = given.id`.execute(db);
  return outcomes.length;
}

const refuseAll = (files: readonly { readonly id: number }[], reason: string): readonly Outcome[] =>
  files.map(({ id }) => ({ id, outcome: 'refused', reason }));

/** Returns null when the pictures of the part have changed since its preparation, which then has to be repeated. */
async function arrangePart(
  db: Db,
  owner: Person,
  { part, stored, plan, others }: PreparedPart,
): Promise<readonly Outcome[] | null> {
  const isThere = await lockPart(db, owner, part).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Failure && error.code === 404) return false;
      throw error;
    },
  );
  if (!isThere) return [...refuseAll(plan.outcomes, MISSING), ...others];
  const now = await storedPictures(db, part);
  if (now.map(({ id }) => id).join() !== stored.map(({ id }) => id).join()) return null;
  // When no picture could be read, a replacement removes none.
  if (plan.outcomes.length > 0) await arrangePictures(db, part, stored, plan.pictures);
  return [...plan.outcomes, ...others];
}
