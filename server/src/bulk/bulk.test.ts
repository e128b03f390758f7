import { api } from '@piezario/contract/api';
import type { Application, Position } from '@piezario/contract/applications';
import type { BulkAction } from '@piezario/contract/bulk';
import type { Sent } from '@piezario/contract/endpoint';
import { FLAG_NAMES } from '@piezario/contract/part-fields';
import type { Part } from '@piezario/contract/parts';
import type { ApplicationChange } from '@piezario/contract/vehicles';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { runInBulk } from '../testing/bulk.ts';
import { addAttribute, addBrand, addCategory, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import { openTransaction } from '../testing/database.ts';
import { dumpCatalogue } from '../testing/dump.ts';
import { undo } from '../testing/history.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { inTiers } from '../testing/soak.ts';
import { yearOutside } from '../vehicles/application.ts';

const server = await startServer();
const { db } = server;
const category = await addCategory(db, 'Frenos');
const [product, other] = [await addProduct(db, category.id, 'Discos'), await addProduct(db, category.id, 'Pastillas')];
await db.updateTable('part_products').set({ description_pattern: '{Código}[, ancho {Ancho}]' }).execute();
const vehicles: number[] = [];
for (let added = 0; added < 3; added++) vehicles.push((await addVehicle(db, 'Uno', `1.${added}`)).id);
const [firstVehicle = 0, secondVehicle = 0] = vehicles;
await db.updateTable('vehicles').set({ sold_until_year: 2010 }).where('id', '=', secondVehicle).execute();
const admin = await enrol(server, 'admin');

/** Creates a brand with seven parts, some of which have the attributes, texts and codes that actions change. */
async function fillBrand(name: string) {
  const brand = await addBrand(db, name);
  const parts: number[] = [];
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const { id } = await addPart(db, brand.id, product.id, `C-${n}`);
    if (n % 2 === 0) await addAttribute(db, id, 'Ancho');
    if (n % 3 === 0) await addAttribute(db, id, 'Alto');
    if (n > 4) await db.updateTable('parts').set({ observation: 'Vieja' }).where('id', '=', id).execute();
    if (n > 3) await db.insertInto('part_crosses').values({ part_id: id, brand: 'Fiat', code: 'X-1' }).execute();
    for (const vehicle_id of vehicles.slice(0, n % 3)) {
      const said = vehicle_id === secondVehicle ? { positions: 'Delantera', quantity: 2, from_year: 2004 } : {};
      await db
        .insertInto('part_vehicles')
        .values({ part_id: id, vehicle_id, ...said })
        .execute();
    }
    if (n === 5) {
      const rear = { part_id: id, vehicle_id: firstVehicle, positions: 'Trasera', note: 'Con ABS' };
      await db.insertInto('part_vehicles').values(rear).execute();
    }
    parts.push(id);
  }
  // Has the code of a part that is moved to its product.
  parts.push((await addPart(db, brand.id, other.id, 'C-2')).id);
  return { brand: brand.id, parts };
}
type Filled = Awaited<ReturnType<typeof fillBrand>>;

/** Returns the parts of a brand without its name. Versions are optional, because an undo does not restore them. */
async function contentsOf(name: string, { versions }: { versions: boolean }) {
  const { parts } = await dumpCatalogue(server.connection);
  return parts
    .filter(({ brand }) => brand === name)
    .map(({ brand, version, ...part }) => (versions ? { version, ...part } : part));
}

type Said = { readonly value: string; readonly unit: string };

const namedIn = (action: BulkAction, find: (name: string) => Said | undefined) =>
  'name' in action ? find(action.name) : undefined;

/** Returns true when a part with the stored value meets the condition of an action. */
function meets(only: { is: string; value?: string; unit?: string } | undefined, stored: Said | undefined) {
  if (only?.is === 'missing') return !stored?.value;
  return !only || only.is === 'all' || (stored?.value === only.value && stored?.unit === (only.unit ?? ''));
}

const samePlace = ({ positions }: Application, others: readonly Position[]) => positions.join() === others.join();

/** Does an action with the calls for a single part. A refused call leaves the part as it is. */
async function saveOne(id: number, action: BulkAction, { parts }: Filled) {
  const part = await admin.call(api.parts.show, { params: { partId: id } });
  const { code, part_brand_id, part_product_id } = part;
  const update = (fields: Partial<Part>) => {
    const isChanged = Object.entries(fields).some(([name, value]) => part[name as keyof Part] !== value);
    const body = { part_id: id, code, part_brand_id, part_product_id, ...fields };
    return isChanged ? admin.send(api.parts.update, { body }) : null;
  };
  const found = (name: string) => part.attributes.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const isText = action.do === 'replace_text' || action.do === 'describe';
  const stored = isText ? { value: part.observation, unit: '' } : namedIn(action, found);
  if ('only' in action && !meets(action.only, stored)) return null;
  switch (action.do) {
    case 'set_flag':
      return update({ [action.field]: action.value });
    case 'move':
      return update({ part_product_id: action.part_product_id ?? part_product_id });
    case 'replace_text':
      return update({ observation: action.text });
    case 'append_text':
      return update({
        observation: part.observation ? `${part.observation}\n${action.text}` : action.text,
      });
    case 'clear_text':
      return update({ observation: '' });
    case 'describe': {
      const width = found('Ancho');
      return update({ observation: width ? `${code}, ancho ${width.value}` : code });
    }
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
      const has = (vehicle: number, { positions }: Application) =>
        part.vehicles.some((own) => own.id === vehicle && own.applications.some((one) => samePlace(one, positions)));
      for (const { id: vehicle_id, applications } of source.vehicles) {
        for (const { id: _, ...fields } of applications.filter((one) => !has(vehicle_id, one)))
          await admin.call(api.vehicles.store, { body: { part_id: id, vehicle_id, ...fields } });
      }
      return null;
    }
    case 'change_applications': {
      const { vehicle_ids, set } = action;
      const chosen = part.vehicles.filter((one) => vehicle_ids.includes(one.id));
      const isRefused = chosen.some((vehicle) => {
        if (set.positions && vehicle.applications.length > 1) return true;
        return vehicle.applications.some((application) => {
          const { from_year = application.from_year, until_year = application.until_year } = set;
          return yearOutside(vehicle, { from_year, until_year }) || (from_year && until_year && from_year > until_year);
        });
      });
      if (isRefused) return null;
      for (const { id: vehicle_id, applications } of chosen) {
        for (const one of applications) {
          await admin.call(api.vehicles.store, { body: { ...one, ...set, part_id: id, vehicle_id } });
        }
      }
      return null;
    }
    case 'remove':
      return admin.send(api.parts.remove, { body: { id } });
  }
}

const flag = fc.constantFrom(0 as const, 1 as const);
const name = fc.constantFrom('Ancho', 'ALTO', 'Peso');
const MISSING = { is: 'missing' } as const;
const SAYING = { is: 'saying', unit: '' } as const;
const SAID = [
  { ...SAYING, value: '1' },
  { ...SAYING, value: '1', unit: 'mm' },
] as const;
const ACTION: fc.Arbitrary<BulkAction> = fc.oneof(
  fc.tuple(fc.constantFrom(...FLAG_NAMES), flag).map(([field, value]) => ({ do: 'set_flag' as const, field, value })),
  fc.constant({ do: 'move' as const, part_product_id: other.id }),
  fc.constantFrom(undefined, MISSING, { is: 'saying' as const, value: 'Vieja' }).map((only) => ({
    do: 'replace_text' as const,
    field: 'observation' as const,
    text: 'Nueva',
    ...(only && { only }),
  })),
  fc.constant({ do: 'append_text' as const, field: 'observation' as const, text: 'Más' }),
  fc.constant({ do: 'clear_text' as const, field: 'observation' as const }),
  fc.constantFrom(MISSING, { is: 'all' as const }).map((only) => ({ do: 'describe' as const, only })),
  fc
    .tuple(name, fc.constantFrom(undefined, '', 'mm'), fc.option(fc.constantFrom(MISSING, ...SAID)))
    .map(([name, unit, only]) => ({
      do: 'set_attribute' as const,
      name,
      value: '9',
      ...(unit !== undefined && { unit }),
      ...(only && { only }),
    })),
  fc.tuple(name, name).map(([name, to]) => ({ do: 'rename_attribute' as const, name, to })),
  fc
    .tuple(name, fc.option(fc.constantFrom(...SAID)))
    .map(([name, only]) => ({ do: 'remove_attribute' as const, name, ...(only && { only }) })),
  fc.constantFrom('X-1', 'X-2').map((code) => ({ do: 'add_cross' as const, brand: 'Fiat', code })),
  fc.constantFrom('X-1', 'X-2').map((code) => ({ do: 'remove_cross' as const, code })),
  fc.nat({ max: 5 }).map((from_part_id) => ({ do: 'copy_applications' as const, from_part_id })),
  fc
    .tuple(
      fc.subarray(vehicles, { minLength: 1 }),
      fc.constantFrom<ApplicationChange[]>(
        { positions: ['Delantera'] },
        { positions: [], note: 'Con ABS' },
        { quantity: 4 },
        { quantity: null, note: '' },
        { from_year: 2006 },
        { until_year: 2003 },
        { until_year: 2012 },
        { from_year: null, until_year: null },
      ),
    )
    .map(([vehicle_ids, set]) => ({ do: 'change_applications' as const, vehicle_ids, set })),
  fc.constant({ do: 'remove' as const }),
);

/** Replaces the index of the part that applications are copied from by its id. */
const named = (action: BulkAction, { parts }: Filled): BulkAction =>
  action.do === 'copy_applications' ? { ...action, from_part_id: parts[action.from_part_id] ?? 0 } : action;

test('any bulk action does what the calls for each part do, and its undo leaves only history', async () => {
  let worlds = 0;
  await fc.assert(
    fc.asyncProperty(ACTION, fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }), async (action, chosen) => {
      const names = [`Muchas ${++worlds}`, `De a una ${worlds}`] as const;
      const [many, single] = [await fillBrand(names[0]), await fillBrand(names[1])];
      const before = await contentsOf(names[0], { versions: false });
      const ids = chosen.map((index) => many.parts[index] ?? 0);
      const {
        overwrites,
        examples: _,
        ...preview
      } = await admin.call(api.bulk.preview, {
        body: { ids, action: named(action, many) },
      });
      if (overwrites) expect(overwrites.missing + overwrites.same + overwrites.other).toBe(ids.length);
      const done = await runInBulk(server, admin, { ids, action: named(action, many) });
      for (const index of chosen) await saveOne(single.parts[index] ?? 0, action, single);
      expect(await contentsOf(names[0], { versions: true })).toEqual(await contentsOf(names[1], { versions: true }));
      expect(done).toMatchObject({ state: 'done', total: ids.length, done: ids.length, ...preview });
      if (done.operation_id !== null) {
        await undo(server, admin, done.operation_id);
        expect(await contentsOf(names[0], { versions: false })).toEqual(before);
      } else expect(done.changed).toBe(0);
    }),
    { numRuns: inTiers(5, 40, 1_000) },
  );
});

describe('a manufacturer', () => {
  const setUp = async (name: string) => {
    const filled = await fillBrand(name);
    const maker = await enrol(server, 'manufacturer', { part_brand_id: filled.brand });
    return { ...filled, maker };
  };

  test('changes the parts that a filter finds, except excluded ones', async () => {
    const { brand, parts, maker } = await setUp('Filtrada');
    const matching = {
      brandId: brand,
      productId: 'all' as const,
      query: { 'filter[contains-code]': 'C-' },
      except: [parts[0] ?? 0],
    };
    const body = { matching, action: { do: 'discontinue' as const, discontinued: 1 as const } };
    expect(await maker.call(api.bulk.preview, { body })).toEqual({
      ...{ changed: 6, unchanged: 0, impossible: 0 },
      overwrites: null,
    });
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

  test('is told which applications cannot be changed, and why, and the others of that part stay', async () => {
    const { parts, maker } = await setUp('Con aplicaciones');
    const change = (set: ApplicationChange) =>
      runInBulk(server, maker, { ids: parts, action: { do: 'change_applications', vehicle_ids: vehicles, set } });
    const reasonsOf = async (bulkId: number) => {
      const query = api.bulk.results.query.parse({});
      const { data } = await maker.call(api.bulk.results, { params: { bulkId }, query });
      return data.map(({ code, reason }) => [code, reason]);
    };
    const placed = await change({ positions: ['Trasera'] });
    expect(placed).toMatchObject({ changed: 3, unchanged: 3, impossible: 1 });
    const several = 'Fiat Uno 1.0 tiene varias aplicaciones, que quedarían en la misma posición';
    expect(await reasonsOf(placed.id)).toEqual([['C-5', several]]);
    const dated = await change({ until_year: 2002 });
    expect(dated).toMatchObject({ changed: 2, unchanged: 3, impossible: 2 });
    const reversed = 'Fiat Uno 1.1 quedaría de 2004 a 2002';
    expect(await reasonsOf(dated.id)).toEqual(['C-2', 'C-5'].map((code) => [code, reversed]));
    const late = await change({ from_year: 2012, until_year: null });
    expect(await reasonsOf(late.id)).toContainEqual(['C-2', 'Fiat Uno 1.1 se vendió de 2001 a 2010']);
    const { vehicles: left } = await maker.call(api.parts.show, { params: { partId: parts[4] ?? 0 } });
    expect(left.flatMap(({ applications }) => applications.map(({ until_year }) => until_year))).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('moves only one of two parts that would get the same code', async () => {
    const { parts, maker } = await setUp('Con dos iguales');
    const third = await addProduct(db, category.id, 'Cintas');
    const ids = [parts[1] ?? 0, parts[6] ?? 0];
    const done = await runInBulk(server, maker, { ids, action: { do: 'move', part_product_id: third.id } });
    expect(done).toMatchObject({ changed: 1, unchanged: 0, impossible: 1 });
  });

  test('cannot change parts of another brand, nor move parts to it, nor copy from it', async () => {
    const [own, foreign] = [await setUp('Propia'), await setUp('Ajena')];
    const enable = { do: 'enable' as const, enabled: 0 as const };
    expect(await own.maker.call(api.bulk.preview, { body: { ids: foreign.parts, action: enable } })).toEqual({
      changed: 0,
      unchanged: 0,
      impossible: 0,
      overwrites: null,
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

  test('cancels a queued action, which deletes its list of parts and changes nothing', async () => {
    const { parts, maker } = await setUp('Cancelada');
    const body = { ids: parts, action: { do: 'remove' as const } };
    const { id } = await maker.call(api.bulk.store, { body });
    expect(await maker.send(api.bulk.store, { body })).toMatchObject({ code: 409, message: 'Ya está en marcha' });
    const cancelled = await maker.call(api.bulk.cancel, { body: { id } });
    expect(cancelled).toMatchObject({ state: 'cancelled', status_message: 'Cancelado: no cambió nada' });
    const { rows } = await sql`select from bulk_parts where bulk_id = ${id}`.execute(db);
    expect(rows).toEqual([]);
  });

  test('may use the former names of actions', async () => {
    const { maker, parts } = await setUp('Nombres de antes');
    const ids = parts.slice(0, 1);
    const ask = async (action: Sent<typeof api.bulk.store>['body']['action']) =>
      (await runInBulk(server, maker, { ids, action })).action;
    expect(await ask({ do: 'enable', enabled: 0 })).toEqual({ do: 'set_flag', field: 'enabled', value: 0 });
    expect(await ask({ do: 'discontinue', discontinued: 1 })).toMatchObject({ field: 'discontinued', value: 1 });
    const only = { is: 'missing' } as const;
    const replaced = await ask({ do: 'replace_observation', observation: 'Nueva', only });
    expect(replaced).toEqual({ do: 'replace_text', field: 'observation', text: 'Nueva', only });
    expect(await ask({ do: 'append_observation', observation: 'Más' })).toMatchObject({
      do: 'append_text',
      text: 'Más',
    });
    expect(await ask({ do: 'clear_observation' })).toEqual({ do: 'clear_text', field: 'observation' });
  });

  test('has an action run that was stored under its former name before an upgrade', async () => {
    const { maker, parts } = await setUp('En cola desde antes');
    const action = { do: 'set_flag', field: 'enabled', value: 0 } as const;
    const upgrade = () =>
      sql`update bulks set action = '{"do": "enable", "enabled": 0}'
      where id = (select max(id) from bulks)`.execute(db);
    expect(await runInBulk(server, maker, { ids: parts, action }, upgrade)).toMatchObject({ action, changed: 7 });
  });

  test.each([
    [{}, 'ids', 'Elegí las piezas, por su identificador o por filtros'],
    [{ ids: [1], action: { do: 'move' } }, 'part_product_id', 'Elegí una marca o un producto'],
    [{ ids: [1], action: { do: 'clear_observation', only: MISSING } }, 'only', 'only'],
    [{ ids: [1], action: { do: 'change_applications', vehicle_ids: [1], set: {} } }, 'set', 'Elegí qué cambia'],
    [{ ids: [1], action: { do: 'remove_attribute', name: 'Alto', only: MISSING } }, 'is', 'only.is'],
    [{ ids: [1], action: { do: 'set_attribute', name: 'Alto', value: '1', only: SAYING } }, 'value', 'only.value'],
  ])('is told what is missing in %j', async (body, field, message) => {
    const { maker } = await setUp(`Incompleta ${field}`);
    const action = { do: 'remove' as const };
    const answer = await maker.send(api.bulk.preview, { body: { action, ...body } as never });
    expect(answer.code).toBe(422);
    expect(JSON.stringify(answer)).toContain(message);
  });
});

test('a part that was removed before its turn is reported', async () => {
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

test('a bulk action fails when its owner may no longer change parts', async () => {
  const { brand, parts } = await fillBrand('Con retiro');
  const maker = await enrol(server, 'manufacturer', { part_brand_id: brand });
  const body = { ids: parts, action: { do: 'enable' as const, enabled: 0 as const } };
  const withdraw = () => db.updateTable('users').set({ role: 'client' }).where('id', '=', maker.id).execute();
  await expect(runInBulk(server, maker, body, withdraw)).rejects.toThrow('la cuenta que lo pidió ya no puede');
  expect((await admin.call(api.parts.show, { params: { partId: parts[0] ?? 0 } })).enabled).toBe(1);
});

describe('overwritten values', () => {
  const describePart = (id: number, observation: string) =>
    db.updateTable('parts').set({ observation }).where('id', '=', id).execute();

  /** A brand with a part for each of the attributes «Ancho»; null is a part without it. */
  async function fillWidths(name: string, widths: readonly (readonly [value: string, unit: string] | null)[]) {
    const brand = await addBrand(db, name);
    const parts: number[] = [];
    for (const width of widths) {
      const { id } = await addPart(db, brand.id, product.id);
      const [value, unit] = width ?? [];
      if (value) await db.insertInto('part_attributes').values({ part_id: id, name: 'Ancho', value, unit }).execute();
      parts.push(id);
    }
    const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
    const readWidths = async () => {
      const shown = await Promise.all(parts.map((partId) => maker.call(api.parts.show, { params: { partId } })));
      return shown.map(({ attributes: [one] }) => (one ? `${one.value} ${one.unit}`.trim() : null));
    };
    const preview = (action: BulkAction) => maker.call(api.bulk.preview, { body: { ids: parts, action } });
    return { brand: brand.id, parts, maker, preview, readWidths };
  }

  const WIDTHS = [null, ['12', 'mm'], ['14', 'mm'], ['16', 'mm'], ['16', 'mm'], ['12', 'cm'], null] as const;
  const SET = { do: 'set_attribute', name: 'ancho', value: '12', unit: 'mm' } as const;

  test('are counted by value and unit, with the most frequent ones, under any condition', async () => {
    const { preview } = await fillWidths('Anchos', WIDTHS);
    const sample = (value: string, unit: string, parts: number) => ({ value, unit, parts, is_cut: 0 });
    const samples = [sample('16', 'mm', 2), sample('12', 'cm', 1), sample('14', 'mm', 1)];
    const found = { missing: 2, same: 1, other: 4, samples };
    expect(await preview(SET)).toEqual({
      ...{ changed: 6, unchanged: 1, impossible: 0 },
      overwrites: { ...found, replaced: 4 },
    });
    expect(await preview({ ...SET, only: MISSING })).toEqual({
      ...{ changed: 2, unchanged: 5, impossible: 0 },
      overwrites: { ...found, replaced: 0 },
    });
    expect(await preview({ ...SET, only: { is: 'saying', value: '16', unit: 'mm' } })).toEqual({
      ...{ changed: 2, unchanged: 5, impossible: 0 },
      overwrites: { ...found, replaced: 2 },
    });
    const { unit, ...withoutUnit } = SET;
    expect(await preview(withoutUnit)).toMatchObject({ unchanged: 2, overwrites: { same: 2, other: 3 } });
    expect(await preview({ do: 'remove_attribute', name: 'Ancho' })).toMatchObject({
      changed: 5,
      overwrites: { missing: 2, same: 0, other: 5, replaced: 5 },
    });
  });

  test('have five samples at most', async () => {
    const { preview } = await fillWidths(
      'Muchos anchos',
      ['1', '2', '3', '4', '5', '6'].map((value) => [value, '']),
    );
    const { overwrites } = await preview(SET);
    expect(overwrites?.other).toBe(6);
    expect(overwrites?.samples.map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5']);
  });

  test('are cut when a description is long', async () => {
    const { parts, preview } = await fillWidths('Descripciones', [null, null, null, null]);
    const [first = 0, second = 0, third = 0] = parts;
    const long = 'á'.repeat(499);
    await describePart(first, `${long} uno`);
    await describePart(second, `${long}é`);
    await describePart(third, 'Corta');
    const found = {
      ...{ missing: 1, same: 0, other: 3 },
      samples: [
        { value: 'Corta', unit: '', parts: 1, is_cut: 0 },
        { value: 'á'.repeat(200), unit: '', parts: 1, is_cut: 1 },
        { value: `${long}é`, unit: '', parts: 1, is_cut: 0 },
      ],
    };
    const replace = { do: 'replace_text', field: 'observation', text: 'Nueva' } as const;
    expect(await preview(replace)).toMatchObject({ changed: 4, overwrites: { ...found, replaced: 3 } });
    expect(await preview({ ...replace, only: { is: 'saying', value: `${long}é` } })).toMatchObject({
      changed: 1,
      overwrites: { ...found, replaced: 1 },
    });
    expect(await preview({ ...replace, only: MISSING })).toMatchObject({ changed: 1, overwrites: { replaced: 0 } });
    expect(await preview({ do: 'clear_text', field: 'observation' })).toMatchObject({ changed: 3, overwrites: found });
  });

  test('are kept where the condition is not met', async () => {
    const { parts, maker, readWidths } = await fillWidths('Con condición', WIDTHS);
    const filled = await runInBulk(server, maker, { ids: parts, action: { ...SET, only: MISSING } });
    expect(filled).toMatchObject({ changed: 2, unchanged: 5, impossible: 0, action: { only: MISSING } });
    expect(await readWidths()).toEqual(['12 mm', '12 mm', '14 mm', '16 mm', '16 mm', '12 cm', '12 mm']);
    const only = { is: 'saying', value: '16', unit: 'mm' } as const;
    await runInBulk(server, maker, { ids: parts, action: { ...SET, value: '18', only } });
    expect(await readWidths()).toEqual(['12 mm', '12 mm', '14 mm', '18 mm', '18 mm', '12 cm', '12 mm']);
    const remove = { do: 'remove_attribute', name: 'Ancho', only: { is: 'saying', value: '12', unit: 'cm' } } as const;
    await runInBulk(server, maker, { ids: parts, action: remove });
    expect(await readWidths()).toEqual(['12 mm', '12 mm', '14 mm', '18 mm', '18 mm', null, '12 mm']);
  });

  test('are compared when a part has its turn', async () => {
    const { parts, maker, readWidths } = await fillWidths('Con cambios', [null, null, ['14', 'mm']]);
    const [first = 0] = parts;
    const filled = await runInBulk(server, maker, { ids: parts, action: { ...SET, only: MISSING } }, () =>
      maker.call(api.attributes.store, { body: { part_id: first, name: 'Ancho', value: '30' } }),
    );
    expect(filled).toMatchObject({ changed: 1, unchanged: 2, impossible: 0 });
    expect(await readWidths()).toEqual(['30', '12 mm', '14 mm']);
  });

  test('are compared after a save that the action waited for', async () => {
    const { parts, maker, readWidths } = await fillWidths('Con espera', [null, null]);
    const [first = 0] = parts;
    const saving = await openTransaction(server.connection);
    await saving.query(`select from parts where id = ${first} for update`);
    await saving.query(`insert into part_attributes (part_id, name, value) values (${first}, 'Ancho', '30')`);
    const working = runInBulk(server, maker, { ids: parts, action: { ...SET, only: MISSING } });
    await expect.poll(countWaiting).toBe(1);
    await saving.commit();
    expect(await working).toMatchObject({ changed: 1, unchanged: 1, impossible: 0 });
    expect(await readWidths()).toEqual(['30', '12 mm']);
  });

  test('are never those of parts out of scope', async () => {
    const own = await fillWidths('Anchos propios', [['14', 'mm']]);
    const foreign = await fillWidths('Anchos ajenos', [['99', 'mm'], null]);
    const body = { ids: [...own.parts, ...foreign.parts], action: SET };
    expect(await own.maker.call(api.bulk.preview, { body })).toEqual({
      ...{ changed: 1, unchanged: 0, impossible: 0 },
      overwrites: {
        ...{ missing: 0, same: 0, other: 1, replaced: 1 },
        samples: [{ value: '14', unit: 'mm', parts: 1, is_cut: 0 }],
      },
    });
  });
});

/** How many connections wait for a lock. */
async function countWaiting() {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
