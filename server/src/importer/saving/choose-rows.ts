import { sql } from 'kysely';
import type { ParsedRow } from '../reading/parsed-row.ts';
import { forgetRefused } from '../review/replace.ts';
import type { Group } from './phase.ts';

/** Returns the rows that the pass reads. Deletes the errors of refused rows that are read again. */
export async function chooseRows({ db, job, pass }: Group, rows: readonly ParsedRow[]): Promise<readonly ParsedRow[]> {
  if (!pass.onlyRefused) return rows;
  const { rows: refused } = await sql<{ position: number }>`
    with deleted as (
      delete from import_errors where import_id = ${job.id}
        and position = any (${rows.map(({ position }) => position)}::int[])
      returning position)
    select distinct position from deleted`.execute(db);
  const positions = new Set(refused.map(({ position }) => position));
  await forgetRefused(db, job.id, [...positions]);
  return rows.filter(({ position }) => positions.has(position));
}
