import type { suggestions as contract } from '@piezario/contract/suggestions';
import { findPart, lockPart } from '../access/parts.ts';
import { readOperation } from '../db/transaction.ts';
import type { Handlers } from '../http/implement.ts';
import { writePositions } from '../vehicles/application.ts';
import { insertApplications } from '../vehicles/bulk.ts';
import { findSuggestions } from './find.ts';
import { findRejected } from './rejected.ts';

/** Application without qualifiers. */
const PLAIN = { positions: [], quantity: null, note: '', from_year: null, until_year: null };

export const suggestions: Handlers<typeof contract> = {
  list: async ({ db, user, params: { partId } }) => ({
    ...(await findSuggestions(db, user, await findPart(db, user, partId))),
    rejected: await findRejected(db, partId),
  }),

  /** Skips vehicles that are not suggested any more, because another person has linked them. */
  accept: async ({ db, user, body: { part_id, vehicle_ids } }) => {
    const part = await lockPart(db, user, part_id);
    const { vehicles } = await findSuggestions(db, user, part, vehicle_ids);
    await insertApplications(
      db,
      vehicles.flatMap(({ id: vehicle_id, applications }) =>
        (applications.length > 0 ? applications : [PLAIN]).map(({ positions, ...said }) => ({
          ...{ part: part_id, vehicle_id, positions: writePositions(positions) },
          ...said,
        })),
      ),
    );
    const { vehicles_count } = await findPart(db, user, part_id);
    return { added: vehicles.length, vehicles_count, operation_id: await readOperation(db) };
  },

  reject: async ({ db, user, body: { part_id, vehicle_ids } }) => {
    await lockPart(db, user, part_id);
    const rejected = await db
      .insertInto('rejected_suggestions')
      .columns(['part_id', 'vehicle_id', 'rejected_by'])
      .expression((eb) =>
        eb
          .selectFrom('vehicles')
          .where('id', 'in', vehicle_ids)
          .select(({ val }) => [val(part_id).as('part_id'), 'id', val(user.id).as('rejected_by')]),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('vehicle_id')
      .execute();
    return { vehicle_ids: rejected.map(({ vehicle_id }) => vehicle_id) };
  },

  restore: async ({ db, user, body: { part_id, vehicle_ids } }) => {
    await lockPart(db, user, part_id);
    const restored = await db
      .deleteFrom('rejected_suggestions')
      .where('part_id', '=', part_id)
      .where('vehicle_id', 'in', vehicle_ids)
      .returning('vehicle_id')
      .execute();
    return { vehicle_ids: restored.map(({ vehicle_id }) => vehicle_id) };
  },
};
