import { ACTIVITY_FIELDS, type ActivityField } from '@piezario/contract/activity';
import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addAttribute, addBrand, addCategory, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { importFile, makeWorkbook } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { sendTemplate, templated } from '../testing/templates.ts';

const server = await startServer();
const { db } = server;
const brand = await addBrand(db, 'Plafren');
const category = await addCategory(db, 'Frenos');
const [discs, pads] = [await addProduct(db, category.id, 'Discos'), await addProduct(db, category.id, 'Pastillas')];
const vehicle = await addVehicle(db, 'Uno', '1.3');
const ofBrand = { part_brand_id: brand.id };
const maker = await enrol(server, 'manufacturer', ofBrand);
const admin = await enrol(server, 'admin');

let counter = 0;
const place = { part_brand_id: brand.id, part_product_id: discs.id };
const newCode = () => `D-${++counter}`;
const create = async (code = newCode()) => maker.call(api.parts.store, { body: { ...place, code } });
const update = (id: number, fields: object) =>
  maker.call(api.parts.update, { body: { ...place, part_id: id, code: newCode(), ...fields } });
const historyOf = async (partId: number, query: Record<string, string> = {}, person: Client = maker) =>
  (await person.call(api.history.list, { params: { partId }, query: api.history.list.query.parse(query) })).data;
const restore = (body: { part_id: number; operation_id: number; change_id?: number; field?: string }) =>
  maker.send(api.history.restore, { body });
const show = (partId: number) => maker.call(api.parts.show, { params: { partId } });

describe('the history of a part', () => {
  test('lists every save, the newest first, with its author, its origin, and old and new values', async () => {
    const { id, code } = await create();
    await update(id, { code, part_product_id: pads.id, observation: 'Con sensor', enabled: 0 });
    const { id: attribute_id } = await maker.call(api.attributes.store, {
      body: { part_id: id, name: 'Ancho', value: '10', unit: 'mm' },
    });
    await admin.call(api.attributes.store, {
      body: { part_id: id, attribute_id, name: 'Ancho', value: '12', unit: 'mm' },
    });
    await maker.call(api.vehicles.toggle, { body: { part_id: id, vehicle_id: vehicle.id } });
    await maker.call(api.attributes.remove, { body: { part_id: id, attribute_id } });
    const saves = await historyOf(id);
    expect(saves.map(({ user, kind, file }) => [user, kind, file])).toEqual([
      ['Persona manufacturer', 'screen', null],
      ['Persona manufacturer', 'screen', null],
      ['Persona admin', 'screen', null],
      ['Persona manufacturer', 'screen', null],
      ['Persona manufacturer', 'screen', null],
      ['Persona manufacturer', 'screen', null],
    ]);
    expect(saves.map(({ changes }) => changes)).toMatchObject([
      [{ entity: 'attribute', action: 'removed', name: 'Ancho' }],
      [{ entity: 'application', action: 'created', name: 'Fiat Uno 1.3 desde 2001', fields: [] }],
      [
        {
          entity: 'attribute',
          action: 'changed',
          name: 'Ancho',
          fields: [{ field: 'value', before: '10', after: '12' }],
        },
      ],
      [{ entity: 'attribute', action: 'created', name: 'Ancho' }],
      [
        {
          ...{ entity: 'part', action: 'changed', name: code },
          fields: [
            { field: 'part_product_id', before: 'Discos', after: 'Pastillas' },
            { field: 'observation', before: null, after: 'Con sensor' },
            { field: 'enabled', before: 'SI', after: 'NO' },
          ],
        },
      ],
      [{ entity: 'part', action: 'created', name: code }],
    ]);
  });

  test('shows up to a hundred changes of a save, and their number', async () => {
    const { id } = await create();
    const pasted = Array.from({ length: 120 }, (_, n) => ({ brand: 'Fiat', code: `X-${n}` }));
    await maker.call(api.crosses.storeMany, { body: { part_id: id, rows: pasted } });
    const [save] = await historyOf(id);
    expect(save?.changes).toHaveLength(100);
    expect(save?.changes_count).toBe(120);
  });

  test('names the file of an import, and is filtered by person, kind and day', async () => {
    startJobs(server);
    const { id, code } = await create();
    const rows = { Piezas: [['Plafren', '', 'Discos', code, 'Importada']] };
    await importFile(maker, await makeWorkbook(rows, 'octubre.xlsx'));
    await admin.call(api.crosses.store, { body: { part_id: id, brand: 'Fiat', code: '1' } });
    const kinds = async (query: Record<string, string>) => (await historyOf(id, query)).map(({ kind }) => kind);
    expect(await historyOf(id, { 'filter[matches-kind]': 'import' })).toMatchObject([
      { kind: 'import', file: 'octubre.xlsx', changes: [{ fields: [{ field: 'observation', after: 'Importada' }] }] },
    ]);
    expect(await kinds({ 'filter[contains-user]': 'admin' })).toEqual(['screen']);
    expect(await kinds({ 'filter[less_than-at]': '2020-01-01' })).toEqual([]);
    expect(await kinds({ sort: 'at' })).toEqual(['screen', 'import', 'screen']);
  });
});

test('the history of a part that came from a brand outside the scope hides its changes there', async () => {
  const other = await addBrand(db, 'Marca oculta');
  const body = { ...place, part_brand_id: other.id, code: newCode() };
  const { id } = await admin.call(api.parts.store, { body: { ...body, observation: 'Secreta' } });
  await admin.call(api.parts.update, {
    body: { ...body, part_id: id, part_brand_id: brand.id, observation: 'Abierta' },
  });
  const saves = await historyOf(id);
  expect(saves).toHaveLength(1);
  expect(JSON.stringify(saves)).not.toContain('oculta');
  expect((await historyOf(id, {}, admin)).map(({ changes }) => changes.length)).toEqual([1, 1]);
});

describe('a restore', () => {
  test('puts back one field, and keeps later changes of the others', async () => {
    const { id } = await create('R-1');
    await update(id, { code: 'R-2', observation: 'Nueva' });
    await update(id, { code: 'R-2', observation: 'Nueva', discontinued: 1 });
    const [, save] = await historyOf(id);
    const operation_id = save?.id ?? 0;
    const change_id = save?.changes[0]?.id ?? 0;
    expect(await restore({ part_id: id, operation_id, change_id, field: 'code' })).toMatchObject({
      ...{ code: 200, message: 'Restaurado' },
    });
    expect(await show(id)).toMatchObject({ code: 'R-1', observation: 'Nueva', discontinued: 1 });
    expect(await historyOf(id)).toMatchObject([
      { kind: 'restore', changes: [{ fields: [{ field: 'code', before: 'R-2', after: 'R-1' }] }] },
      {},
      {},
      {},
    ]);
    expect(await restore({ part_id: id, operation_id, change_id, field: 'code' })).toMatchObject({
      ...{ code: 409, message: 'Ya está como antes' },
    });
    expect(await restore({ part_id: id, operation_id, change_id, field: 'enabled' })).toMatchObject({ code: 404 });
    expect(await restore({ part_id: id, operation_id, change_id, field: '__proto__' })).toMatchObject({ code: 404 });
  });

  test('reverts the removal, the addition or a change of a child', async () => {
    const { id } = await create();
    const body = { part_id: id, name: 'Alto', value: '1', unit: '' };
    const { id: attribute_id } = await maker.call(api.attributes.store, { body });
    await maker.call(api.attributes.store, { body: { ...body, attribute_id, value: '2' } });
    await maker.call(api.attributes.remove, { body: { part_id: id, attribute_id } });
    const [removed, changed, added] = await historyOf(id);
    const again = (save: typeof removed) => restore({ part_id: id, operation_id: save?.id ?? 0 });
    expect(await again(changed)).toMatchObject({ code: 409, message: expect.stringContaining('Ya no existe') });
    await again(removed);
    expect((await show(id)).attributes).toMatchObject([{ id: attribute_id, value: '2' }]);
    await again(changed);
    expect((await show(id)).attributes).toMatchObject([{ id: attribute_id, value: '1' }]);
    await again(added);
    expect((await show(id)).attributes).toEqual([]);
  });

  test('is refused when the name or the code was taken since', async () => {
    const { id } = await create('X-1');
    await update(id, { code: 'X-2' });
    await create('x1');
    const [save] = await historyOf(id);
    expect(await restore({ part_id: id, operation_id: save?.id ?? 0 })).toMatchObject({
      code: 409,
      message: 'Ya hay una pieza con ese código en la marca y el producto',
    });
    const { id: attribute_id } = await addAttribute(db, id, 'Largo');
    const { operation_id } = await maker.call(api.attributes.remove, { body: { part_id: id, attribute_id } });
    await addAttribute(db, id, 'LARGO');
    expect(await restore({ part_id: id, operation_id: operation_id ?? 0 })).toMatchObject({
      code: 409,
      message: 'La pieza ya tiene un atributo con ese nombre',
    });
    expect(await show(id)).toMatchObject({ code: 'X-2' });
  });

  test('is refused for a place outside the current grants, and for the creation of the part', async () => {
    const other = await addBrand(db);
    const { id, code } = await create();
    await admin.call(api.parts.update, { body: { ...place, part_id: id, part_brand_id: other.id, code } });
    await admin.call(api.parts.update, { body: { ...place, part_id: id, code } });
    const [back, created] = await historyOf(id);
    expect(await restore({ part_id: id, operation_id: back?.id ?? 0 })).toMatchObject({ code: 404 });
    expect(await restore({ part_id: id, operation_id: created?.id ?? 0 })).toMatchObject({ code: 409 });
    expect(await show(id)).toMatchObject({ code, brand: 'Plafren' });
  });
});

test('a removal from a part outside the scope is answered like a missing part', async () => {
  const other = await addBrand(db);
  const { id: part_id } = await admin.call(api.parts.store, {
    body: { ...place, part_brand_id: other.id, code: newCode() },
  });
  const { id: attribute_id } = await addAttribute(db, part_id);
  const removed = await admin.call(api.attributes.remove, { body: { part_id, attribute_id } });
  const operation_id = removed.operation_id ?? 0;
  const missing = await restore({ part_id: 999_999, operation_id });
  expect(await restore({ part_id, operation_id })).toEqual(missing);
  await admin.call(api.parts.remove, { body: { id: part_id } });
  expect(await restore({ part_id, operation_id })).toEqual(missing);
});

describe('a part that was removed', () => {
  const trash = async (query: Record<string, string> = {}) =>
    (await maker.call(api.trash.list, { query: api.trash.list.query.parse(query) })).data;

  test('is in the trash, and comes back with all it had and with its history', async () => {
    const { id, code } = await create();
    await maker.call(api.attributes.store, { body: { part_id: id, name: 'Ancho', value: '1' } });
    await maker.call(api.vehicles.toggle, { body: { part_id: id, vehicle_id: vehicle.id } });
    const before = await show(id);
    await maker.call(api.parts.remove, { body: { id } });
    expect(await trash({ 'filter[matches-code]': code })).toMatchObject([
      { id, code, brand: 'Plafren', product: 'Discos', removed_by: 'Persona manufacturer' },
    ]);
    expect(await maker.send(api.trash.restore, { body: { ids: [id] } })).toMatchObject({
      ...{ code: 200, message: 'Se recuperó 1 pieza', result: { restored: [id], refused: [] } },
    });
    expect(await show(id)).toEqual({ ...before, updated_at: expect.any(String) });
    expect(await trash({ 'filter[matches-code]': code })).toEqual([]);
    expect((await historyOf(id)).map(({ kind }) => kind)).toEqual(['restore', 'screen', 'screen', 'screen', 'screen']);
  });

  test('before parts could be universal is restored as not universal', async () => {
    const { id } = await create();
    await maker.call(api.parts.remove, { body: { id } });
    await sql`update changes set before = before - 'is_universal' where part_id = ${id} and after is null`.execute(db);
    await maker.call(api.trash.restore, { body: { ids: [id] } });
    expect(await show(id)).toMatchObject({ is_universal: 0 });
  });

  test('comes back when a person creates it again, with all that it had', async () => {
    const { id } = await maker.call(api.parts.store, { body: { ...place, code: 'V-1', observation: 'Como estaba' } });
    const { id: attribute_id } = await addAttribute(db, id, 'Largo');
    await maker.call(api.parts.remove, { body: { id } });
    const again = await maker.send(api.parts.store, { body: { ...place, code: 'v 1', discontinued: 1 } });
    expect(again).toMatchObject({
      code: 200,
      message: 'Plafren V-1 estaba en la papelera: volvió con sus fotos y todo lo que tenía',
      result: { id, code: 'V-1', observation: 'Como estaba', discontinued: 1, restored: true },
    });
    expect((await show(id)).attributes).toMatchObject([{ id: attribute_id }]);
    expect((await maker.send(api.parts.store, { body: { ...place, code: 'V-1' } })).code).toBe(409);
    expect(await create('V-2')).toMatchObject({ restored: false });
  });

  test('is refused when its code was taken since, and the others are restored', async () => {
    const [taken, free] = [await create('T-1'), await create('T-2')];
    for (const { id } of [taken, free]) await maker.call(api.parts.remove, { body: { id } });
    await addPart(db, brand.id, discs.id, 't 1');
    const { result, message } = await maker.send(api.trash.restore, { body: { ids: [taken.id, free.id, 999_999] } });
    expect(message).toBe('Se recuperó 1 pieza; 2 no se pudieron recuperar');
    expect(result).toMatchObject({
      restored: [free.id],
      refused: [
        { id: taken.id, code: 'T-1', reason: 'Ya hay una pieza con ese código en la marca y el producto' },
        { id: 999_999, reason: 'Ya no está en la papelera' },
      ],
    });
  });

  test('is restored once, also by concurrent calls', async () => {
    const { id } = await create();
    await maker.call(api.parts.remove, { body: { id } });
    const answers = await Promise.all([1, 2, 3].map(() => maker.send(api.trash.restore, { body: { ids: [id] } })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
  });
});

describe('the activity', () => {
  const activityOf = async (person: Client, query: Record<string, string> = {}) =>
    (await person.call(api.activity.list, { query: api.activity.list.query.parse(query) })).data;

  test('shows each operation to those in its scope, with counts and changes', async () => {
    const { id } = await create();
    const [last] = await activityOf(maker);
    expect(last).toMatchObject({
      ...{ user: 'Persona manufacturer', kind: 'screen', brands: 'Plafren', can_undo: 1, undoes: null },
      done: [{ entity: 'part', action: 'created', rows: 1 }],
    });
    const query = api.activity.changes.query.parse({});
    const { data } = await maker.call(api.activity.changes, { params: { operationId: last?.id ?? 0 }, query });
    expect(data).toMatchObject([
      { entity: 'part', action: 'created', part_id: id, part: `Plafren ${(await show(id)).code}` },
    ]);
    expect(await activityOf(maker, { 'filter[matches-kind]': 'undo' })).toEqual([]);
    expect((await activityOf(maker, { 'filter[contains-brands]': 'plaf' })).length).toBeGreaterThan(0);
  });

  test('names the parts of each operation, and is filtered by their codes, also of parts in the trash', async () => {
    const [one, other] = [await create(), await create()];
    const code = (await show(one.id)).code;
    await maker.call(api.attributes.store, { body: { part_id: one.id, name: 'Alto', value: '1', unit: '' } });
    await maker.call(api.parts.remove, { body: { id: one.id } });
    const ofCode = await activityOf(maker, { 'filter[matches-part]': code.toLowerCase() });
    expect(ofCode.map(({ done }) => done.at(-1))).toMatchObject([
      { entity: 'part', action: 'removed' },
      { entity: 'attribute', action: 'created' },
      { entity: 'part', action: 'created' },
    ]);
    expect(ofCode.map(({ names }) => names)).toEqual(Array(3).fill([`Plafren ${code}`]));
    const otherCode = (await show(other.id)).code;
    expect(await activityOf(maker, { 'filter[matches-part]': otherCode })).toMatchObject([
      { names: [`Plafren ${otherCode}`] },
    ]);
    expect(await activityOf(admin, { 'filter[matches-part]': 'NO-EXISTE' })).toEqual([]);
  });

  test('is filtered by what changed: a field of parts, or rows of another kind', async () => {
    const { id, code } = await create();
    await update(id, { code, observation: 'Con sensor' });
    await update(id, { code, enabled: 0 });
    await maker.call(api.attributes.store, { body: { part_id: id, name: 'Ancho', value: '10', unit: 'mm' } });
    const ofField = async (field: ActivityField) => {
      const place = String(ACTIVITY_FIELDS.indexOf(field) + 1);
      const found = await activityOf(maker, { 'filter[matches-part]': code, 'filter[matches-field]': place });
      return found.map(({ done }) => done.map(({ entity, action }) => `${entity} ${action}`).join());
    };
    expect(await ofField('observation')).toEqual(['part changed']);
    expect(await ofField('enabled')).toEqual(['part changed']);
    expect(await ofField('discontinued')).toEqual([]);
    expect(await ofField('attribute')).toEqual(['attribute created']);
    expect(await ofField('picture')).toEqual([]);
  });

  test('names the product of a change of its template', async () => {
    const product = await addProduct(db, category.id, 'Campanas');
    const attributes = [templated('Ancho'), templated('Alto')];
    await sendTemplate(admin, product.id, attributes);
    await sendTemplate(admin, product.id, [templated('Ancho', { unit: 'mm' }), templated('Alto')]);
    const [changed, created] = await activityOf(admin, {
      'filter[matches-field]': String(ACTIVITY_FIELDS.indexOf('template') + 1),
    });
    expect([changed?.names, created?.names]).toEqual([['Campanas'], ['Campanas']]);
    const { data } = await admin.call(api.activity.changes, {
      params: { operationId: changed?.id ?? 0 },
      query: api.activity.changes.query.parse({}),
    });
    expect(data.map(({ name }) => name)).toContain('Campanas: Ancho');
  });

  test('names parts of a deleted brand', async () => {
    const gone = await addBrand(db, 'Efímera');
    const { id } = await admin.call(api.parts.store, { body: { ...place, part_brand_id: gone.id, code: 'EF-1' } });
    await admin.call(api.parts.remove, { body: { id } });
    await admin.call(api.brands.remove, { body: { brand_id: gone.id } });
    const [, removed] = await activityOf(admin);
    expect(removed).toMatchObject({ names: ['EF-1'] });
  });

  test('of people and grants is for admins alone', async () => {
    const staff = await enrol(server, 'staff');
    await admin.call(api.clients.store, {
      body: { name: 'Cliente', email: 'cliente@example.com', password: 'otra-clave-larga' },
    });
    const [ofAdmin] = await activityOf(admin);
    expect(ofAdmin).toMatchObject({ can_undo: 0, done: [{ entity: 'user', action: 'created', rows: 1 }] });
    for (const person of [staff, maker]) {
      const seen = (await activityOf(person)).flatMap(({ done }) => done);
      expect(seen.filter(({ entity }) => entity === 'user' || entity === 'grant')).toEqual([]);
      const params = { operationId: ofAdmin?.id ?? 0 };
      expect(await person.send(api.activity.show, { params })).toMatchObject({ code: 404 });
      expect(await person.send(api.undos.preview, { params })).toMatchObject({ code: 404 });
    }
  });
});
