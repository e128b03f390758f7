import { admits } from '@piezario/contract/access';
import type { Answer } from '@piezario/contract/endpoint';
import {
  vehicleProposals as contract,
  MAX_NAMED_PARTS,
  MAX_PROPOSALS,
  MAX_WAITING_PARTS,
  type ProposalState,
} from '@piezario/contract/vehicle-proposals';
import { MAX_APPLICATIONS } from '@piezario/contract/vehicles';
import { counted } from '@piezario/contract/words';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { lockPart } from '../access/parts.ts';
import { type Person, partInScope } from '../access/scope.ts';
import { given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { readOperation } from '../db/transaction.ts';
import { Failure, notFound, refusal } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { positionsOf, writePositions, yearOutside } from '../vehicles/application.ts';
import { addToBase, asInBase, findAlike, refuseReversed } from '../vehicles/base.ts';
import { findApplications, insertApplications } from '../vehicles/bulk.ts';
import { VEHICLE_NAME } from '../vehicles/name.ts';

/** Condition: the person made the proposal, or may decide it. */
const isVisible = (person: Person): RawBuilder<SqlBool> =>
  admits('admin', person.role) ? sql`true` : sql`vehicle_proposals.user_id = ${person.id}`;

type Row = Answer<typeof contract.show>;

/** Selects a proposal with its first parts in the person's scope. */
const shownProposal = (person: Person, id: number | RawBuilder<number>, parts: number) => sql<Row>`
  select p.id, p.created_at, users.name as user, p.user_id = ${person.id} as is_own, p.brand, p.model_master, p.model,
    p.version, p.engine_code, p.fuel, p.sold_from_year, p.sold_until_year, p.comment, p.state, p.reason, p.decided_at,
    (select name from users where users.id = p.decided_by) as decided_by,
    (select ${VEHICLE_NAME} from vehicles where vehicles.id = p.vehicle_id) as vehicle,
    coalesce((
      select json_agg(json_build_object('part_id', w.part_id, 'code', w.code, 'positions', ${positionsOf('w')},
        'quantity', w.quantity, 'note', w.note, 'from_year', w.from_year, 'until_year', w.until_year,
        'is_linked', w.is_linked))
      from (select w.*, parts.code ${waitingParts(person)} order by parts.code, w.positions limit ${parts}) w), '[]') as parts,
    (select count(*)::int ${waitingParts(person)}) as parts_count
  from vehicle_proposals p join users on users.id = p.user_id where p.id = ${id}`;

/** Source of the applications `w` to the vehicle of the proposal `p`, of parts in the person's scope. */
const waitingParts = (person: Person) => sql`
  from vehicle_proposal_parts w join parts on parts.id = w.part_id where w.proposal_id = p.id and ${partInScope(person)}`;

const AUTHOR = {
  key: 'vehicle_proposals.user_id',
  from: sql.table('users'),
  id: 'users.id',
  compared: sql`fold(users.name)`,
};

async function readProposal(db: Db, person: Person, id: number): Promise<Row> {
  const { rows } = await shownProposal(person, id, MAX_WAITING_PARTS).execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

export const vehicleProposals: Handlers<typeof contract> = {
  list: ({ db, user, query }) =>
    page(db, query, {
      list: contract.list,
      table: 'vehicle_proposals',
      where: isVisible(user),
      columns: {
        id: 'vehicle_proposals.id',
        created_at: 'vehicle_proposals.created_at',
        user: AUTHOR,
        brand: 'vehicle_proposals.brand',
        model_master: 'vehicle_proposals.model_master',
        model: 'vehicle_proposals.model',
        version: 'vehicle_proposals.version',
        engine_code: 'vehicle_proposals.engine_code',
        fuel: 'vehicle_proposals.fuel',
        sold_from_year: 'vehicle_proposals.sold_from_year',
        sold_until_year: 'vehicle_proposals.sold_until_year',
        state: 'vehicle_proposals.state',
        decided_at: 'vehicle_proposals.decided_at',
      },
      show: (id) => shownProposal(user, id, MAX_NAMED_PARTS),
    }),

  show: async ({ db, user, params: { id } }) => {
    const visible = db.selectFrom('vehicle_proposals').where('id', '=', id).where(isVisible(user)).select('id');
    await visible.executeTakeFirstOrThrow(notFound);
    return readProposal(db, user, id);
  },

  store: async ({ db, user, body: { comment, part_id, positions, quantity, note, ...fields } }) => {
    const { from_year, until_year, ...vehicle } = fields;
    const years = { from_year, until_year };
    refuseReversed(vehicle);
    if (part_id !== null) await lockPart(db, user, part_id);
    const wrong = part_id !== null && yearOutside(vehicle, years);
    if (wrong) throw refusal(wrong.field, wrong.reason);
    const named = { ...vehicle, ...(await asInBase(db, 0, vehicle)) };
    const alike = await findAlike(db, named);
    if (alike) throw new Failure(409, `Ya está en la base: ${alike}`, { version: 'Ya está en la base de vehículos' });
    const id = await addProposal(db, user, named, comment);
    if (part_id !== null) {
      await addWaiting(db, id, { part_id, positions: writePositions(positions), quantity, note, ...years });
    }
    return readProposal(db, user, id);
  },

  accept: async ({ db, user, body: { id, ...vehicle } }) => {
    const proposal = await lockWaiting(db, id);
    return answer(db, user, proposal, await addToBase(db, vehicle));
  },

  acceptAs: async ({ db, user, body: { id, vehicle_id } }) => answer(db, user, await lockWaiting(db, id), vehicle_id),

  refuse: async ({ db, user, body: { id, reason } }) => {
    await decide(db, user, await lockWaiting(db, id), { state: 'refused', reason, vehicle_id: null });
    return null;
  },

  withdraw: async ({ db, user, body: { id } }) => {
    await lockWaiting(db, id, sql`user_id = ${user.id}`);
    await db.deleteFrom('vehicle_proposals').where('id', '=', id).execute();
    return null;
  },

  seen: async ({ db, user }) => {
    await db
      .updateTable('vehicle_proposals')
      .set({ seen_at: sql`now()` })
      .where('user_id', '=', user.id)
      .where('state', '<>', 'waiting')
      .where('seen_at', 'is', null)
      .execute();
    return null;
  },
};

type ProposedVehicle = {
  readonly brand: string;
  readonly model_master: string;
  readonly model: string;
  readonly version: string;
  readonly engine_code: string;
  readonly fuel: string;
  readonly sold_from_year: number;
  readonly sold_until_year: number | null;
};

/** Returns the id of the person's proposal of this vehicle that waits, or of a new one. */
async function addProposal(db: Db, { id: user_id }: Person, vehicle: ProposedVehicle, comment: string) {
  // The lock makes a second proposal at the same time wait, so that it finds the first one, and both are counted.
  await db.selectFrom('users').where('id', '=', user_id).select('id').forNoKeyUpdate().execute();
  const { rows } = await sql<{ id: number; is_same: boolean }>`
    select id, (fold(brand), fold(model), fold(version), fold(engine_code), fold(fuel), sold_from_year, sold_until_year)
      is not distinct from (fold(${vehicle.brand}), fold(${vehicle.model}), fold(${vehicle.version}),
        fold(${vehicle.engine_code}), fold(${vehicle.fuel}), ${vehicle.sold_from_year}::int,
        ${vehicle.sold_until_year}::int) as is_same
    from vehicle_proposals where user_id = ${user_id} and state = 'waiting'`.execute(db);
  const same = rows.find(({ is_same }) => is_same);
  if (same) {
    if (comment) await db.updateTable('vehicle_proposals').set({ comment }).where('id', '=', same.id).execute();
    return same.id;
  }
  if (rows.length >= MAX_PROPOSALS)
    throw new Failure(409, `Ya esperan ${MAX_PROPOSALS} propuestas tuyas: retirá alguna, o esperá la respuesta`);
  const { id } = await db
    .insertInto('vehicle_proposals')
    .values({ ...vehicle, user_id, comment })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Waiting = {
  readonly part_id: number;
  readonly positions: string;
  readonly quantity: number | null;
  readonly note: string;
  readonly from_year: number | null;
  readonly until_year: number | null;
};

async function addWaiting(db: Db, proposal_id: number, { part_id, positions, ...fields }: Waiting): Promise<void> {
  await db
    .insertInto('vehicle_proposal_parts')
    .values({ proposal_id, part_id, positions, ...fields })
    .onConflict((conflict) => conflict.columns(['proposal_id', 'part_id', 'positions']).doUpdateSet(fields))
    .execute();
  const { count } = await db
    .selectFrom('vehicle_proposal_parts')
    .where('proposal_id', '=', proposal_id)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) > MAX_WAITING_PARTS)
    throw new Failure(
      409,
      `Una propuesta puede tener hasta ${counted(MAX_WAITING_PARTS, 'aplicación', 'aplicaciones')}`,
    );
}

type Proposal = { readonly id: number; readonly user_id: number };

/** Locks a proposal that waits. Throws for one that was decided. */
async function lockWaiting(db: Db, id: number, where = sql<SqlBool>`true`): Promise<Proposal> {
  const { state, ...proposal } = await db
    .selectFrom('vehicle_proposals')
    .where('id', '=', id)
    .where(where)
    .select(['id', 'user_id', 'state'])
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  if (state !== 'waiting') throw new Failure(409, 'Esa propuesta ya tiene respuesta');
  return proposal;
}

/** Links the waiting parts with the vehicle, and accepts the proposal. */
async function answer(db: Db, person: Person, proposal: Proposal, vehicle_id: number) {
  const vehicle = await db
    .selectFrom('vehicles')
    .where('id', '=', vehicle_id)
    .select(['sold_from_year', 'sold_until_year'])
    .forKeyShare()
    .executeTakeFirstOrThrow(notFound);
  const waiting = await lockWaitingParts(db, proposal);
  const keys = waiting.map(({ part_id }) => ({ part: part_id, vehicle: vehicle_id }));
  const applications = await findApplications(db, keys);
  const linked = waiting.filter(
    (row, index) =>
      row.can_link &&
      !yearOutside(vehicle, row) &&
      !applications[index]?.some(({ positions }) => positions === row.positions),
  );
  await insertApplications(
    db,
    linked.map(({ part_id: part, can_link: _, ...row }) => ({ ...row, part, vehicle_id })),
  );
  await decide(db, person, proposal, { state: 'accepted', reason: '', vehicle_id });
  await markLinked(db, proposal, linked);
  return { linked: linked.length, skipped: waiting.length - linked.length, operation_id: await readOperation(db) };
}

type Answered = { readonly state: ProposalState; readonly reason: string; readonly vehicle_id: number | null };

async function decide(db: Db, person: Person, { id, user_id }: Proposal, decision: Answered): Promise<void> {
  const now = sql<Date>`now()`;
  // An answer to an own proposal needs no notice.
  const seen_at = user_id === person.id ? now : null;
  await db
    .updateTable('vehicle_proposals')
    .set({ ...decision, decided_by: person.id, decided_at: now, seen_at })
    .where('id', '=', id)
    .execute();
}

/** Reads the applications that wait, with their parts locked. */
async function lockWaitingParts(db: Db, { id, user_id }: Proposal) {
  const author = await db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['id', 'role'])
    .executeTakeFirstOrThrow(notFound);
  await sql`select from parts where id in (select part_id from vehicle_proposal_parts where proposal_id = ${id})
    order by id for update`.execute(db);
  const applications = sql`(select from part_vehicles v where v.part_id = parts.id limit ${sql.lit(MAX_APPLICATIONS)})`;
  const { rows } = await sql<Waiting & { can_link: boolean }>`
    select part_id, positions, quantity, note, from_year, until_year, ${partInScope(author)}
      and (select count(*) from ${applications} counted) + count(*) over (partition by part_id)
        <= ${sql.lit(MAX_APPLICATIONS)} as can_link
    from vehicle_proposal_parts join parts on parts.id = part_id where proposal_id = ${id}
    order by part_id, positions`.execute(db);
  return rows;
}

const markLinked = (db: Db, { id }: Proposal, linked: readonly Waiting[]) =>
  sql`update vehicle_proposal_parts w set is_linked = exists (
      select from ${given(linked, { part_id: 'int', positions: 'text' })}
      where given.part_id = w.part_id and given.positions = w.positions)
    where proposal_id = ${id}`.execute(db);
