import { type Person, partInScope } from '../access/scope.ts';
import type { Db } from '../db/connect.ts';
import { notFound } from '../http/failure.ts';

const partInReach = (db: Db, person: Person, id: number) =>
  db
    .selectFrom('parts')
    .where('parts.id', '=', id)
    .where(partInScope(person))
    .select(['id', 'version', 'part_product_id', 'pictures_count', 'vehicles_count']);

/** The part, if it is in the person's scope. */
export const findPart = (db: Db, person: Person, id: number) =>
  partInReach(db, person, id).executeTakeFirstOrThrow(notFound);

/** The same, held until the call is over: those who change the same part take turns. */
export const lockPart = (db: Db, person: Person, id: number) =>
  partInReach(db, person, id).forUpdate('parts').executeTakeFirstOrThrow(notFound);
