import { api } from '@piezario/contract/api';
import { MAX_PROPOSALS, MAX_WAITING_PARTS } from '@piezario/contract/vehicle-proposals';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { undo } from '../testing/history.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const admin = await enrol(server, 'admin');
const product = await addProduct(db, (await addCategory(db)).id, 'Bujía');
const brand = await addBrand(db);
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const otherBrand = await addBrand(db);
const otherMaker = await enrol(server, 'manufacturer', { part_brand_id: otherBrand.id });

const GOL = { brand: 'Volkswagen', model_master: 'Gol', model: 'Gol Trend', version: '1.6', sold_from_year: 2008 };
const inBase = await admin.call(api.vehicleBase.store, { body: GOL });
await admin.call(api.vehicleAliases.store, { body: { name: 'VW', brand: 'Volkswagen' } });

type Fields = Partial<Parameters<typeof maker.call<typeof api.vehicleProposals.store>>[1]['body']>;
let counter = 0;
const vehicle = () => ({ ...GOL, version: `Serie ${++counter}` });
const propose = (fields: Fields = {}, by = maker) =>
  by.call(api.vehicleProposals.store, { body: { ...vehicle(), ...fields } });
const refusal = async (fields: Fields, by = maker) => {
  const { code, message, result } = await by.send(api.vehicleProposals.store, { body: { ...vehicle(), ...fields } });
  return { code, message, ...(result as { errors?: object } | null)?.errors };
};
const show = (id: number, by = maker) => by.call(api.vehicleProposals.show, { params: { id } });
const idsFor = async (by: typeof maker, query: Record<string, string> = {}) =>
  (await by.call(api.vehicleProposals.list, { query: api.vehicleProposals.list.query.parse(query) })).data.map(
    ({ id }) => id,
  );
const newPart = async (of = brand) => (await addPart(db, of.id, product.id)).id;
const accept = (id: number, fields: object = {}) =>
  admin.send(api.vehicleProposals.accept, { body: { id, ...vehicle(), ...fields } });
const applicationsOf = (part: number) =>
  db
    .selectFrom('part_vehicles')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .where('part_id', '=', part)
    .select(['version', 'positions', 'quantity', 'note', 'part_vehicles.from_year'])
    .orderBy('positions')
    .execute();
const answers = async (by = maker) =>
  (await by.call(api.home.today, {})).tasks.filter(({ kind }) => kind === 'answers' || kind === 'proposals');

test('a proposal waits with its applications, is accepted as the admin edits it, and its author is told', async () => {
  const [part, otherPart] = [await newPart(), await newPart()];
  const fields = { version: 'Highline', comment: 'Sale en el catálogo 2024', part_id: part };
  const proposal = await propose({
    ...{ ...fields, brand: 'vw', model_master: '', model: 'gol trend' },
    ...{ positions: ['Trasera'], quantity: 2, note: 'Con ABS', from_year: 2010 },
  });
  expect(proposal).toMatchObject({
    ...{ ...GOL, version: 'Highline', state: 'waiting', is_own: true, vehicle: null, comment: fields.comment },
    parts: [{ part_id: part, positions: ['Trasera'], quantity: 2, note: 'Con ABS', is_linked: null }],
  });
  // The same vehicle in other words adds the part to the proposal that waits.
  const same = await propose({ version: 'HIGHLINE', part_id: otherPart });
  expect(same).toMatchObject({ id: proposal.id, parts_count: 2, comment: fields.comment });
  await propose({ version: 'Highline', part_id: part, positions: ['Trasera'], quantity: 4 });
  expect((await show(proposal.id)).parts_count).toBe(2);
  expect(await answers(admin)).toEqual([{ kind: 'proposals', proposals: 1 }]);
  expect(await answers()).toEqual([]);

  const { code, message, result } = await accept(proposal.id, { version: 'Highline I', fuel: 'Nafta' });
  expect({ code, message }).toEqual({ code: 200, message: 'Vehículo agregado; se vincularon 2 piezas' });
  expect(await applicationsOf(part)).toMatchObject([{ version: 'Highline I', positions: 'Trasera', quantity: 4 }]);
  expect(await applicationsOf(otherPart)).toMatchObject([{ version: 'Highline I', positions: '' }]);
  expect(await show(proposal.id)).toMatchObject({
    ...{ state: 'accepted', vehicle: 'Volkswagen Gol Trend Highline I desde 2008', version: 'Highline' },
    parts: [{ is_linked: true }, { is_linked: true }],
  });
  expect(await answers()).toEqual([{ kind: 'answers', accepted: 1, refused: 0 }]);
  await maker.call(api.vehicleProposals.seen, {});
  expect(await answers()).toEqual([]);
  expect(await accept(proposal.id)).toMatchObject({ code: 409, message: 'Esa propuesta ya tiene respuesta' });

  // One operation, which an undo takes back. The vehicle stays in the base.
  const { operation_id } = result;
  expect(await undo(server, admin, operation_id ?? 0)).toMatchObject({ undone: 2, impossible: 0 });
  expect([...(await applicationsOf(part)), ...(await applicationsOf(otherPart))]).toEqual([]);
});

test('only makers themselves and admins see a proposal, and its parts within their scope', async () => {
  const shared = await newPart();
  const own = await propose({ part_id: shared });
  const strange = await propose({ part_id: await newPart(otherBrand) }, otherMaker);
  expect(await idsFor(maker)).toContain(own.id);
  expect(await idsFor(maker)).not.toContain(strange.id);
  expect(await idsFor(await enrol(server, 'staff'))).toEqual([]);
  expect(await idsFor(admin)).toEqual(expect.arrayContaining([own.id, strange.id]));
  expect(await idsFor(admin, { 'filter[matches-state]': 'accepted' })).not.toContain(own.id);
  const { data } = await admin.call(api.vehicleProposals.list, {
    query: api.vehicleProposals.list.query.parse({ sort: '-decided_at,user,-brand', 'filter[contains-user]': 'a' }),
  });
  expect(data.length).toBeGreaterThan(1);
  for (const call of [api.vehicleProposals.withdraw, api.vehicleProposals.refuse])
    expect((await otherMaker.send(call, { body: { id: own.id, reason: 'No' } })).code).not.toBe(200);
  expect(await refusal({ part_id: shared }, otherMaker)).toMatchObject({ code: 404 });
  // Without its brand, the author sees the code no more, and the part is not linked.
  await db.deleteFrom('grants').where('user_id', '=', otherMaker.id).execute();
  expect(await show(strange.id, otherMaker)).toMatchObject({ parts: [], parts_count: 0 });
  expect(await accept(strange.id)).toMatchObject({ result: { linked: 0, skipped: 1 } });
});

test('an existing vehicle links what fits, and the rest is counted', async () => {
  const [fits, tooEarly, linked, removed] = [await newPart(), await newPart(), await newPart(), await newPart()];
  const { id } = await propose({ sold_from_year: 2001, part_id: fits });
  const again = async (part_id: number, fields: Fields = {}) =>
    propose({ ...(await show(id)), comment: '', part_id, ...fields });
  await again(tooEarly, { from_year: 2002 });
  await again(linked);
  await admin.call(api.vehicles.toggle, { body: { part_id: linked, vehicle_id: inBase.id } });
  await again(removed);
  await admin.call(api.parts.remove, { body: { id: removed } });
  expect((await show(id)).parts_count).toBe(3);
  expect(await admin.send(api.vehicleProposals.acceptAs, { body: { id, vehicle_id: 2_000_000_000 } })).toMatchObject({
    code: 404,
  });
  const { message, result } = await admin.send(api.vehicleProposals.acceptAs, {
    body: { id, vehicle_id: inBase.id },
  });
  expect(result).toMatchObject({ linked: 1, skipped: 2 });
  expect(message).toBe('Propuesta respondida; se vinculó 1 pieza; 2 piezas no se pudieron vincular');
  expect(await applicationsOf(fits)).toMatchObject([{ version: '1.6' }]);
  expect(await applicationsOf(tooEarly)).toEqual([]);
  const { parts } = await show(id);
  expect(parts.filter(({ is_linked }) => is_linked).map(({ part_id }) => part_id)).toEqual([fits]);
});

test('a refusal has a reason, and the author may withdraw or propose again', async () => {
  const proposal = await propose({ version: 'Rara' });
  const refuse = (id: number, reason: string) => admin.send(api.vehicleProposals.refuse, { body: { id, reason } });
  expect(await refuse(proposal.id, ' ')).toMatchObject({ code: 422 });
  expect(await refuse(proposal.id, 'No se vendió acá')).toMatchObject({ code: 200 });
  expect(await show(proposal.id)).toMatchObject({ state: 'refused', reason: 'No se vendió acá' });
  expect(await answers()).toContainEqual(expect.objectContaining({ kind: 'answers', refused: 1 }));
  const withdraw = (id: number) => maker.send(api.vehicleProposals.withdraw, { body: { id } });
  expect(await withdraw(proposal.id)).toMatchObject({ code: 409 });
  const again = await propose({ version: 'Rara' });
  expect(again.id).not.toBe(proposal.id);
  expect(await withdraw(again.id)).toMatchObject({ code: 200 });
  expect(await withdraw(again.id)).toMatchObject({ code: 404 });
  // An admin needs no notice of an own answer.
  const own = await propose({}, admin);
  await refuse(own.id, 'Era otro');
  expect((await answers(admin)).map(({ kind }) => kind)).not.toContain('answers');
});

describe('a proposal', () => {
  test.each<[string, Fields, object]>([
    [
      'of a vehicle of the base',
      { version: '1.6', brand: 'vw' },
      { code: 409, message: expect.stringContaining('Ya está en la base') },
    ],
    ['with the family of another model', { model_master: 'Saveiro' }, { code: 422, model_master: expect.any(String) }],
    ['with years in the wrong order', { sold_until_year: 2007 }, { code: 422, sold_until_year: expect.any(String) }],
    ['of a part that does not exist', { part_id: 2_000_000_000 }, { code: 404 }],
    ['without a brand', { brand: ' ' }, { code: 422, brand: expect.any(String) }],
  ])('%s is refused', async (_, fields, expected) => {
    expect(await refusal(fields)).toMatchObject(expected);
  });

  test('with years of the part outside those of the vehicle, or in the wrong order, is refused', async () => {
    const part_id = await newPart();
    expect(await refusal({ part_id, from_year: 2007 })).toMatchObject({ from_year: expect.any(String) });
    expect(await refusal({ part_id, from_year: 2012, until_year: 2010 })).toMatchObject({ code: 422 });
  });

  test('beyond the limits is refused', async () => {
    const busy = await enrol(server, 'staff');
    const { id } = await propose({ version: 'Con piezas' }, busy);
    await sql`insert into vehicle_proposals (user_id, brand, model_master, model, version, engine_code, fuel, sold_from_year, comment)
      select ${busy.id}, 'Fiat', 'Uno', 'Uno', n::text, '', '', 2001, '' from generate_series(2, ${MAX_PROPOSALS}::int) n`.execute(
      db,
    );
    expect(await refusal({}, busy)).toMatchObject({ code: 409, message: expect.stringContaining('500 propuestas') });
    const part = await newPart();
    await sql`insert into vehicle_proposal_parts (proposal_id, part_id, positions, note)
      select ${id}::int, ${part}::int, n::text, '' from generate_series(1, ${MAX_WAITING_PARTS}::int) n`.execute(db);
    expect(await refusal({ version: 'Con piezas', part_id: await newPart() }, busy)).toMatchObject({ code: 409 });
  });
});

test('a vehicle that is removed later leaves the answer without it', async () => {
  const { id } = await propose();
  await accept(id, { version: 'Efímero' });
  const { id: added } = await db
    .selectFrom('vehicles')
    .where('version', '=', 'Efímero')
    .select('id')
    .executeTakeFirstOrThrow();
  await admin.call(api.vehicleBase.remove, { body: { id: added } });
  expect(await show(id)).toMatchObject({ state: 'accepted', vehicle: null });
});
