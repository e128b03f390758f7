import type { Db } from '../db/connect.ts';
import { notFound } from '../http/failure.ts';
import { type Person, partInScope } from './scope.ts';

const partInReach = (db: Db, person: Person, id: number) =>
  db
    .selectFrom('parts')
    .where('parts.id', '=', id)
    .where(partInScope(person))
    .select(['id', 'version', 'part_product_id', 'pictures_count', 'vehicles_count']);

/** The part, if it is in the person's scope. */
export const findPart = (db: Db, person: Person, id: number) =>
  partInReach(db, person, id).executeTakeFirstOrThrow(notFound);

/** The same, locked until the end of the transaction: changes to the same part wait for each other. */
export const lockPart = (db: Db, person: Person, id: number) =>
  partInReach(db, person, id).forUpdate('parts').executeTakeFirstOrThrow(notFound);
