import { api } from '@piezario/contract/api';
import type { BulkAction } from '@piezario/contract/bulk';
import type { Part } from '@piezario/contract/parts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { runInBulk } from '../testing/bulk.ts';
import { addAttribute, addBrand, addCategory, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import { dumpCatalogue } from '../testing/dump.ts';
import { undo } from '../testing/history.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { inTiers } from '../testing/soak.ts';

const server = await startServer();
const { db } = server;
const category = await addCategory(db, 'Frenos');
const [product, other] = [await addProduct(db, category.id, 'Discos'), await addProduct(db, category.id, 'Pastillas')];
const vehicles: number[] = [];
for (let added = 0; added < 3; added++) vehicles.push((await addVehicle(db)).id);
const admin = await enrol(server, 'admin');

/** Seven parts, some of which are alike in what actions look for. */
async function fillBrand(name: string) {
  const brand = await addBrand(db, name);
  const parts: number[] = [];
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const { id } = await addPart(db, brand.id, product.id, `C-${n}`);
    if (n % 2 === 0) await addAttribute(db, id, 'Ancho');
    if (n % 3 === 0) await addAttribute(db, id, 'Alto');
    if (n > 3) await db.insertInto('part_crosses').values({ part_id: id, brand: 'Fiat', code: 'X-1' }).execute();
    for (const vehicle_id of vehicles.slice(0, n % 3)) {
      await db.insertInto('part_vehicles').values({ part_id: id, vehicle_id }).execute();
    }
    parts.push(id);
  }
  // Stands in the way of a part that is moved.
  parts.push((await addPart(db, brand.id, other.id, 'C-2')).id);
  return { brand: brand.id, parts };
}
type Filled = Awaited<ReturnType<typeof fillBrand>>;

/** What a brand has, without its name; without versions too, which an undo does not take back. */
async function contentsOf(name: string, { versions }: { versions: boolean }) {
  const { parts } = await dumpCatalogue(server.connection);
  return parts
    .filter(({ brand }) => brand === name)
    .map(({ brand, version, ...part }) => (versions ? { version, ...part } : part));
}

/** The same with the calls of one part. Those that are refused leave it as it is. */
async function saveOne(id: number, action: BulkAction, { parts }: Filled) {
  const part = await admin.call(api.parts.show, { params: { partId: id } });
  const { code, part_brand_id, part_product_id } = part;
  const update = (fields: Partial<Part>) => {
    const isChanged = Object.entries(fields).some(([name, value]) => part[name as keyof Part] !== value);
    const body = { part_id: id, code, part_brand_id, part_product_id, ...fields };
    return isChanged ? admin.send(api.parts.update, { body }) : null;
  };
  const found = (name: string) => part.attributes.find((one) => one.name.toLowerCase() === name.toLowerCase());
  switch (action.do) {
    case 'enable':
      return update({ enabled: action.enabled });
    case 'discontinue':
      return update({ discontinued: action.discontinued });
    case 'move':
      return update({ part_product_id: action.part_product_id ?? part_product_id });
    case 'replace_observation':
      return update({ observation: action.observation });
    case 'append_observation':
      return update({
        observation: part.observation ? `${part.observation}\n${action.observation}` : action.observation,
      });
    case 'clear_observation':
      return update({ observation: '' });
    case 'set_attribute': {
      const stored = found(action.name);
      const { name, unit } = stored ?? { name: action.name, unit: '' };
      const body = { part_id: id, attribute_id: stored?.id, name, value: action.value, unit: action.unit ?? unit };
      return admin.send(api.attributes.store, { body });
    }
    case 'rename_attribute': {
      const stored = found(action.name);
      if (!stored) return null;
      const { value, unit } = stored;
      return admin.send(api.attributes.store, {
        body: { part_id: id, attribute_id: stored.id, name: action.to, value, unit },
      });
    }
    case 'remove_attribute': {
      const attribute_id = found(action.name)?.id ?? 0;
      return admin.send(api.attributes.remove, { body: { part_id: id, attribute_id } });
    }
    case 'add_cross':
      return admin.send(api.crosses.store, { body: { part_id: id, brand: action.brand, code: action.code } });
    case 'remove_cross': {
      const meant = part.cross.filter((one) => one.code === action.code);
      for (const { id: cross_id } of meant) await admin.send(api.crosses.remove, { body: { part_id: id, cross_id } });
      return null;
    }
    case 'copy_applications': {
      const source = await admin.call(api.parts.show, { params: { partId: parts[action.from_part_id] ?? 0 } });
      const missing = source.vehicles.filter((one) => !part.vehicles.some((own) => own.id === one.id));
      for (const { id: vehicle_id } of missing) {
        await admin.call(api.vehicles.toggle, { body: { part_id: id, vehicle_id } });
      }
      return null;
    }
    case 'remove':
      return admin.send(api.parts.remove, { body: { id } });
  }
}

const flag = fc.constantFrom(0 as const, 1 as const);
const name = fc.constantFrom('Ancho', 'ALTO', 'Peso');
const ACTION: fc.Arbitrary<BulkAction> = fc.oneof(
  flag.map((enabled) => ({ do: 'enable' as const, enabled })),
  flag.map((discontinued) => ({ do: 'discontinue' as const, discontinued })),
  fc.constant({ do: 'move' as const, part_product_id: other.id }),
  fc.constant({ do: 'replace_observation' as const, observation: 'Nueva' }),
  fc.constant({ do: 'append_observation' as const, observation: 'Más' }),
  fc.constant({ do: 'clear_observation' as const }),
  fc.tuple(name, fc.constantFrom(undefined, '', 'mm')).map(([name, unit]) => ({
    do: 'set_attribute' as const,
    name,
    value: '9',
    ...(unit !== undefined && { unit }),
  })),
  fc.tuple(name, name).map(([name, to]) => ({ do: 'rename_attribute' as const, name, to })),
  name.map((name) => ({ do: 'remove_attribute' as const, name })),
  fc.constantFrom('X-1', 'X-2').map((code) => ({ do: 'add_cross' as const, brand: 'Fiat', code })),
  fc.constantFrom('X-1', 'X-2').map((code) => ({ do: 'remove_cross' as const, code })),
  fc.nat({ max: 5 }).map((from_part_id) => ({ do: 'copy_applications' as const, from_part_id })),
  fc.constant({ do: 'remove' as const }),
);

/** The part that applications are copied from is called by its place in the brand. */
const named = (action: BulkAction, { parts }: Filled): BulkAction =>
  action.do === 'copy_applications' ? { ...action, from_part_id: parts[action.from_part_id] ?? 0 } : action;

test('any action on many parts does what the calls of each part do, and undone it leaves only history', async () => {
  let worlds = 0;
  await fc.assert(
    fc.asyncProperty(ACTION, fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }), async (action, chosen) => {
      const names = [`Muchas ${++worlds}`, `De a una ${worlds}`] as const;
      const [many, single] = [await fillBrand(names[0]), await fillBrand(names[1])];
      const before = await contentsOf(names[0], { versions: false });
      const ids = chosen.map((index) => many.parts[index] ?? 0);
      const preview = await admin.call(api.bulk.preview, { body: { ids, action: named(action, many) } });
      const done = await runInBulk(server, admin, { ids, action: named(action, many) });
      for (const index of chosen) await saveOne(single.parts[index] ?? 0, action, single);
      expect(await contentsOf(names[0], { versions: true })).toEqual(await contentsOf(names[1], { versions: true }));
      expect(done).toMatchObject({ state: 'done', total: ids.length, done: ids.length, ...preview });
      if (done.operation_id !== null) {
        await undo(server, admin, done.operation_id);
        expect(await contentsOf(names[0], { versions: false })).toEqual(before);
      } else expect(done.changed).toBe(0);
    }),
    { numRuns: inTiers(10, 40, 1_000) },
  );
});

describe('a manufacturer', () => {
  const setUp = async (name: string) => {
    const filled = await fillBrand(name);
    const maker = await enrol(server, 'manufacturer', { part_brand_id: filled.brand });
    return { ...filled, maker };
  };

  test('changes those that a filter finds, but for some, as they were found when it was confirmed', async () => {
    const { brand, parts, maker } = await setUp('Filtrada');
    const matching = {
      brandId: brand,
      productId: 'all' as const,
      query: { 'filter[contains-code]': 'C-' },
      except: [parts[0] ?? 0],
    };
    const body = { matching, action: { do: 'discontinue' as const, discontinued: 1 as const } };
    expect(await maker.call(api.bulk.preview, { body })).toEqual({ changed: 6, unchanged: 0, impossible: 0 });
    const done = await runInBulk(server, maker, body);
    expect(done.status_message).toBe('Completado: 6 cambiadas, 0 sin cambios, 0 imposibles');
    const left = await maker.call(api.parts.show, { params: { partId: parts[0] ?? 0 } });
    expect(left.discontinued).toBe(0);
    expect(await admin.call(api.activity.show, { params: { operationId: done.operation_id ?? 0 } })).toMatchObject({
      kind: 'bulk',
      can_undo: 1,
    });
  });

  test('is told which parts cannot be moved, and why', async () => {
    const { parts, maker } = await setUp('Con choque');
    const done = await runInBulk(server, maker, { ids: parts, action: { do: 'move', part_product_id: other.id } });
    expect(done).toMatchObject({ changed: 5, unchanged: 1, impossible: 1 });
    const query = api.bulk.results.query.parse({});
    const { data } = await maker.call(api.bulk.results, { params: { bulkId: done.id }, query });
    expect(data).toMatchObject([{ code: 'C-2', reason: 'Ya hay una pieza con ese código en la marca y el producto' }]);
  });

  test('is told which part would be its own cross reference', async () => {
    const { parts, maker } = await setUp('Con espejo');
    const action = { do: 'add_cross', brand: 'con espejo', code: 'C 3' } as const;
    const done = await runInBulk(server, maker, { ids: parts, action });
    expect(done).toMatchObject({ changed: 6, unchanged: 0, impossible: 1 });
    const query = api.bulk.results.query.parse({});
    const { data } = await maker.call(api.bulk.results, { params: { bulkId: done.id }, query });
    expect(data).toMatchObject([{ code: 'C-3', reason: expect.stringContaining('no es equivalente de sí misma') }]);
  });

  test('of two parts that would get the same code, moves one', async () => {
    const { parts, maker } = await setUp('Con dos iguales');
    const third = await addProduct(db, category.id, 'Cintas');
    const ids = [parts[1] ?? 0, parts[6] ?? 0];
    const done = await runInBulk(server, maker, { ids, action: { do: 'move', part_product_id: third.id } });
    expect(done).toMatchObject({ changed: 1, unchanged: 0, impossible: 1 });
  });

  test('neither changes the parts of others nor moves theirs there nor copies from them', async () => {
    const [own, foreign] = [await setUp('Propia'), await setUp('Ajena')];
    const enable = { do: 'enable' as const, enabled: 0 as const };
    expect(await own.maker.call(api.bulk.preview, { body: { ids: foreign.parts, action: enable } })).toEqual({
      changed: 0,
      unchanged: 0,
      impossible: 0,
    });
    const refused = await own.maker.send(api.bulk.store, { body: { ids: foreign.parts, action: enable } });
    expect(refused).toMatchObject({ code: 409, message: 'No hay piezas para cambiar' });
    const copy = { do: 'copy_applications' as const, from_part_id: foreign.parts[0] ?? 0 };
    expect(await own.maker.send(api.bulk.preview, { body: { ids: own.parts, action: copy } })).toMatchObject({
      code: 404,
    });
    const move = { do: 'move' as const, part_brand_id: foreign.brand };
    const moved = await runInBulk(server, own.maker, { ids: own.parts, action: move });
    expect(moved).toMatchObject({ changed: 0, impossible: own.parts.length, operation_id: null });
    const query = api.bulk.results.query.parse({});
    const { data } = await own.maker.call(api.bulk.results, { params: { bulkId: moved.id }, query });
    expect(data[0]?.reason).toBe('El destino está fuera de tu alcance');
  });

  test('keeps nothing of what waits when it is cancelled, and reads that nothing changed', async () => {
    const { parts, maker } = await setUp('Cancelada');
    const body = { ids: parts, action: { do: 'remove' as const } };
    const { id } = await maker.call(api.bulk.store, { body });
    expect(await maker.send(api.bulk.store, { body })).toMatchObject({ code: 409, message: 'Ya está en marcha' });
    const cancelled = await maker.call(api.bulk.cancel, { body: { id } });
    expect(cancelled).toMatchObject({ state: 'cancelled', status_message: 'Cancelado: no cambió nada' });
    const { rows } = await sql`select from bulk_parts where bulk_id = ${id}`.execute(db);
    expect(rows).toEqual([]);
  });

  test.each([
    [{}, 'ids', 'Elegí las piezas, por su identificador o por filtros'],
    [{ ids: [1], action: { do: 'move' } }, 'part_product_id', 'Elegí una marca o un producto'],
  ])('is told what is missing in %j', async (body, field, message) => {
    const { maker } = await setUp(`Incompleta ${field}`);
    const action = { do: 'remove' as const };
    const answer = await maker.send(api.bulk.preview, { body: { action, ...body } as never });
    expect(answer.code).toBe(422);
    expect(JSON.stringify(answer)).toContain(message);
  });
});

test('a part that was removed before its turn is told as such', async () => {
  const { brand, parts } = await fillBrand('Con bajas');
  const maker = await enrol(server, 'manufacturer', { part_brand_id: brand });
  const body = { ids: parts, action: { do: 'enable' as const, enabled: 0 as const } };
  const done = await runInBulk(server, maker, body, () =>
    admin.call(api.parts.remove, { body: { id: parts[0] ?? 0 } }),
  );
  expect(done).toMatchObject({ changed: 6, impossible: 1 });
  const query = api.bulk.results.query.parse({});
  const { data } = await maker.call(api.bulk.results, { params: { bulkId: done.id }, query });
  expect(data).toMatchObject([{ part_id: parts[0], reason: 'Ya no existe o está fuera de tu alcance' }]);
});

test('someone who may no longer change parts changes none', async () => {
  const { brand, parts } = await fillBrand('Con retiro');
  const maker = await enrol(server, 'manufacturer', { part_brand_id: brand });
  const body = { ids: parts, action: { do: 'enable' as const, enabled: 0 as const } };
  const withdraw = () => db.updateTable('users').set({ role: 'client' }).where('id', '=', maker.id).execute();
  await expect(runInBulk(server, maker, body, withdraw)).rejects.toThrow('la cuenta que lo pidió ya no puede');
  expect((await admin.call(api.parts.show, { params: { partId: parts[0] ?? 0 } })).enabled).toBe(1);
});
