import { admits } from '@piezario/contract/access';
import type { Person } from '../../access/scope.ts';
import type { Db } from '../../db/connection/connect.ts';
import { JobFailure } from '../../jobs/job.ts';

/** Reads the person who uploaded a file, for each group, so that a withdrawn right takes effect at once. */
export async function readOwner(db: Db, id: number): Promise<Person> {
  const { active, role } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['active', 'role'])
    .executeTakeFirstOrThrow();
  if (!active || !admits('manufacturer', role)) throw new JobFailure('la cuenta que lo subió ya no puede importar');
  return { id, role };
}
