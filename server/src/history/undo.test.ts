import { api } from '@piezario/contract/api';
import type { Position } from '@piezario/contract/applications';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { addBrand, addCategory, addGrant, addPart, addPicture, addProduct, addVehicle } from '../testing/catalogue.ts';
import { lastOperation, readCatalogue, undo } from '../testing/history.ts';
import { importFile, makeWorkbook } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { recount } from '../testing/recount.ts';
import { startServer } from '../testing/server.ts';
import { soak } from '../testing/soak.ts';

const server = await startServer();
const { db } = server;
const [brand, otherBrand] = [await addBrand(db, 'Plafren'), await addBrand(db, 'Suspenor')];
const category = await addCategory(db, 'Frenos');
const [product, otherProduct] = [
  await addProduct(db, category.id, 'Discos'),
  await addProduct(db, category.id, 'Pastillas'),
];
const vehicles: number[] = [];
for (let added = 0; added < 4; added++) vehicles.push((await addVehicle(db)).id);
const admin = await enrol(server, 'admin');
const place = { part_brand_id: brand.id, part_product_id: product.id };

describe('any changes', () => {
  const PLACES = [0, 1, 2];
  const idAt = async (at: number) => {
    const { rows } = await sql<{ id: number }>`select id from parts order by id limit 1 offset ${at}`.execute(db);
    return rows[0]?.id ?? 0;
  };
  const childAt = async (table: string, part_id: number, column = 'id') => {
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(column)} as id from ${sql.table(table)} where part_id = ${part_id} order by 1 limit 1`.execute(
      db,
    );
    return rows[0]?.id ?? 1;
  };

  type Write = { readonly name: string; readonly make: () => Promise<unknown> };
  const write = (name: string, make: () => Promise<unknown>): Write => ({ name, make });
  const at = fc.constantFrom(...PLACES);
  const number = fc.nat({ max: 3 });
  const call = fc.oneof(
    number.map((n) => write(`create ${n}`, () => admin.send(api.parts.store, { body: { ...place, code: `C-${n}` } }))),
    fc.tuple(at, number).map(([p, n]) =>
      write(`save ${p} ${n}`, async () => {
        const part_id = await idAt(p);
        const moved = {
          part_brand_id: n === 1 ? otherBrand.id : brand.id,
          part_product_id: n === 2 ? otherProduct.id : product.id,
        };
        const body = {
          part_id,
          ...moved,
          code: `S-${p}-${n}`,
          observation: `O${n}`,
          is_universal: n % 2 ? 1 : 0,
        } as const;
        return admin.send(api.parts.update, { body });
      }),
    ),
    at.map((p) => write(`remove ${p}`, async () => admin.send(api.parts.remove, { body: { id: await idAt(p) } }))),
    fc.constant(
      write('restore a part', async () => {
        const { rows } = await sql<{ id: number }>`select id from removed_parts order by id limit 1`.execute(db);
        return admin.send(api.trash.restore, { body: { ids: [rows[0]?.id ?? 1] } });
      }),
    ),
    fc.tuple(at, number).map(([p, n]) =>
      write(`attribute ${p} ${n}`, async () => {
        const part_id = await idAt(p);
        const attribute_id = n === 0 ? await childAt('part_attributes', part_id) : null;
        return admin.send(api.attributes.store, { body: { part_id, attribute_id, name: `N${n}`, value: `${p}${n}` } });
      }),
    ),
    at.map((p) =>
      write(`remove attribute ${p}`, async () => {
        const part_id = await idAt(p);
        const attribute_id = await childAt('part_attributes', part_id);
        return admin.send(api.attributes.remove, { body: { part_id, attribute_id } });
      }),
    ),
    fc
      .tuple(at, number)
      .map(([p, n]) =>
        write(`cross ${p} ${n}`, async () =>
          admin.send(api.crosses.store, { body: { part_id: await idAt(p), brand: 'Fiat', code: `${n}` } }),
        ),
      ),
    fc
      .tuple(at, number)
      .map(([p, n]) =>
        write(`toggle ${p} ${n}`, async () =>
          admin.send(api.vehicles.toggle, { body: { part_id: await idAt(p), vehicle_id: vehicles[n] ?? 0 } }),
        ),
      ),
    fc.tuple(at, number, number).map(([p, n, q]) =>
      write(`application ${p} ${n} ${q}`, async () => {
        const part_id = await idAt(p);
        const positions: Position[] = n % 2 ? ['Trasera'] : ['Delantera', 'Izquierda'];
        const said = { positions, quantity: q + 1, note: q === 3 ? 'Con ABS' : '' };
        const id = q === 0 ? await childAt('part_vehicles', part_id) : null;
        return admin.send(api.vehicles.store, { body: { id, part_id, vehicle_id: vehicles[n] ?? 0, ...said } });
      }),
    ),
    at.map((p) =>
      write(`remove application ${p}`, async () => {
        const part_id = await idAt(p);
        const application_id = await childAt('part_vehicles', part_id);
        return admin.send(api.vehicles.remove, { body: { part_id, application_id } });
      }),
    ),
    at.map((p) =>
      write(`remove picture ${p}`, async () => {
        const part_id = await idAt(p);
        const picture_id = await childAt('part_pictures', part_id);
        return admin.send(api.pictures.remove, { body: { part_id, picture_id } });
      }),
    ),
    fc.tuple(at, number).map(([p, n]) =>
      write(`move picture ${p} ${n}`, async () => {
        const part_id = await idAt(p);
        const picture_id = await childAt('part_pictures', part_id);
        return admin.send(api.pictures.changeOrder, { body: { part_id, picture_id, order: n + 1 } });
      }),
    ),
    fc.constant(
      write('many at once', () =>
        sql`update part_attributes set value = value || '+' where part_id % 2 = 0`.execute(db),
      ),
    ),
    fc.constant(write('all at once', () => sql`delete from parts where id % 3 = 0`.execute(db))),
  );

  async function begin() {
    await db.deleteFrom('parts').execute();
    for (const n of PLACES) {
      const { id } = await addPart(db, brand.id, product.id, `P-${n}`);
      for (const position of [1, 2, 3]) await addPicture(db, id, { position });
    }
  }

  /** Each undo leaves the tables as they were before its operation. */
  test('that are undone in reverse leave the tables as they were', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: soak(8, 30), size: 'max' }), async (writes) => {
        await begin();
        const made: { operation: number; before: unknown }[] = [];
        for (const { make } of writes) {
          const [before, last] = [await readCatalogue(db), await lastOperation(db)];
          await make();
          const operation = await lastOperation(db);
          if (operation > last) made.push({ operation, before });
        }
        for (const { operation, before } of made.toReversed()) {
          const { state, kept, impossible } = await undo(server, admin, operation);
          expect({ state, kept, impossible }).toEqual({ state: 'done', kept: 0, impossible: 0 });
          expect(await readCatalogue(db)).toEqual(before);
        }
      }),
      { numRuns: soak(6, 100) },
    );
  });

  /** Several changes run concurrently. */
  test('that are replayed on empty tables give the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(call, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), async (groups) => {
        await begin();
        for (const group of groups) await Promise.all(group.map(({ make }) => make()));
        expect(await recount(db, 'history')).toEqual([]);
      }),
      { numRuns: soak(8, 200) },
    );
  });
});

describe('the undo of an import', () => {
  const part = (n: number) => ['Plafren', 'Discos', `I-${n}`];
  const all = [1, 2, 3, 4, 5, 6];
  const makeFile = () =>
    makeWorkbook({
      Piezas: all.map((n) => ['Plafren', '', 'Discos', `I-${n}`, `Importada ${n}`, 'SI']),
      Atributos: all.map((n) => [...part(n), 'Ancho', n, 'mm']),
      Equivalencias: all.map((n) => [...part(n), 'Fiat', n]),
      Aplicaciones: all.map((n) => [...part(n), vehicles[0] ?? 0]),
    });

  test('leaves no trace of it, except on parts that changed since, which are listed with the author', async () => {
    startJobs(server);
    const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
    await db.deleteFrom('parts').execute();
    for (const n of [5, 6]) {
      const { id } = await addPart(db, brand.id, product.id, `I-${n}`);
      await admin.call(api.attributes.store, { body: { part_id: id, name: 'Ancho', value: '1', unit: 'cm' } });
    }
    const before = await readCatalogue(db);
    const { operation_id, udid } = await importFile(maker, await makeFile());
    const operation = operation_id ?? 0;
    expect(await readCatalogue(db)).not.toEqual(before);

    const { rows: parts } = await sql<{ id: number; code: string }>`select id, code from parts order by code`.execute(
      db,
    );
    const idOf = (code: string) => parts.find((one) => one.code === code)?.id ?? 0;
    await admin.call(api.crosses.store, { body: { part_id: idOf('I-1'), brand: 'Ford', code: '9' } });
    await admin.call(api.parts.update, {
      body: { part_id: idOf('I-5'), ...place, code: 'I-5', observation: 'Otra' },
    });

    const counts = { undone: 5, kept: 2, impossible: 0 };
    expect(await maker.call(api.undos.preview, { params: { operationId: operation } })).toEqual({
      ...counts,
      is_complete: true,
    });
    const { id } = await maker.call(api.undos.store, { body: { operation_id: operation } });
    await expect
      .poll(() => maker.call(api.undos.show, { params: { undoId: id } }))
      .toMatchObject({ state: 'done', total: 6, done: 6, ...counts });

    const { rows: left } = await sql<{ code: string; observation: string; attributes: string[] }>`
      select code, observation, array(select value || unit from part_attributes a where a.part_id = parts.id) as attributes
      from parts order by code`.execute(db);
    expect(left).toEqual([
      { code: 'I-1', observation: 'Importada 1', attributes: ['1mm'] },
      { code: 'I-5', observation: 'Otra', attributes: ['1cm'] },
      { code: 'I-6', observation: '', attributes: ['1cm'] },
    ]);
    const query = api.undos.results.query.parse({ 'filter[matches-outcome]': 'kept' });
    const { data } = await maker.call(api.undos.results, { params: { undoId: id }, query });
    expect(data).toMatchObject([
      { code: 'I-5', detail: 'Descripción', changed_by: 'Persona admin' },
      { code: 'I-1', detail: 'La pieza cambió después', changed_by: 'Persona admin' },
    ]);

    const { operation_id: undoing } = await maker.call(api.undos.show, { params: { undoId: id } });
    const readFile = () => maker.call(api.importer.show, { params: { udid } });
    expect(await readFile()).toMatchObject({
      ...{ state: 'done', undone_by: undoing, status_message: 'Deshecho: 20 nuevas, 4 modificadas, 0 sin cambios' },
    });
    const { data: files } = await maker.call(api.importer.list, { query: api.importer.list.query.parse({}) });
    expect(files).toEqual([await readFile()]);

    // The undo is an operation, too: undoing it restores the import.
    const { id: again } = await maker.call(api.undos.store, { body: { operation_id: undoing ?? 0 } });
    await expect
      .poll(() => maker.call(api.undos.show, { params: { undoId: again } }))
      .toMatchObject({ state: 'done', undone: 5, kept: 0, impossible: 0 });
    const { rows: back } = await sql<{ code: string }>`select code from parts order by code`.execute(db);
    expect(back.map(({ code }) => code)).toEqual(all.map((n) => `I-${n}`));
    expect(await readFile()).toMatchObject({ undone_by: null, status_message: expect.stringMatching(/^Completado: /) });
  });

  test('skips parts that are out of scope by now, or whose code was taken', async () => {
    startJobs(server);
    const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id }, { part_brand_id: otherBrand.id });
    await db.deleteFrom('parts').execute();
    const ids: number[] = [];
    for (const code of ['T-1', 'T-2']) ids.push((await addPart(db, brand.id, product.id, code)).id);
    const far = await addPart(db, otherBrand.id, product.id, 'T-3');
    const { rows } = await sql<{ id: number }>`
      with gone as (delete from parts returning id) select id from gone`.execute(db);
    expect(rows).toHaveLength(3);
    const operation = await lastOperation(db);
    await addPart(db, brand.id, product.id, 't1');
    await db.deleteFrom('grants').where('part_brand_id', '=', otherBrand.id).execute();
    expect(await maker.call(api.undos.preview, { params: { operationId: operation } })).toEqual({
      ...{ undone: 1, kept: 0, impossible: 1, is_complete: true },
    });
    const { id } = await maker.call(api.undos.store, { body: { operation_id: operation } });
    await expect
      .poll(() => maker.call(api.undos.show, { params: { undoId: id } }))
      .toMatchObject({ state: 'done', undone: 1, kept: 0, impossible: 1 });
    const query = api.undos.results.query.parse({});
    const { data } = await maker.call(api.undos.results, { params: { undoId: id }, query });
    expect(data.map(({ code, outcome, detail }) => [code, outcome, detail])).toEqual([
      ['T-1', 'impossible', 'Ya hay una pieza con ese código en la marca y el producto'],
      ['T-2', 'undone', 'La pieza volvió'],
    ]);
    await addGrant(db, 1, { part_brand_id: otherBrand.id });
    expect(await admin.send(api.parts.show, { params: { partId: far.id } })).toMatchObject({ code: 404 });
  });

  test('keeps a part that was removed since, and a field that was changed since, with the author', async () => {
    startJobs(server);
    const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
    await db.deleteFrom('parts').execute();
    const ids: number[] = [];
    for (const n of all) ids.push((await addPart(db, brand.id, product.id, `I-${n}`)).id);
    const { operation_id } = await importFile(maker, await makeFile());
    const [removed = 0, edited = 0] = ids;
    await admin.call(api.parts.remove, { body: { id: removed } });
    await admin.call(api.parts.update, { body: { part_id: edited, ...place, code: 'I-2', observation: 'Otra' } });
    await maker.call(api.parts.update, { body: { part_id: edited, ...place, code: 'I-2', enabled: 0 } });
    const { id } = await maker.call(api.undos.store, { body: { operation_id: operation_id ?? 0 } });
    await expect
      .poll(() => maker.call(api.undos.show, { params: { undoId: id } }))
      .toMatchObject({ state: 'done', undone: 5, kept: 2, impossible: 0 });
    const query = api.undos.results.query.parse({ 'filter[matches-outcome]': 'kept' });
    const { data } = await maker.call(api.undos.results, { params: { undoId: id }, query });
    expect(data.map(({ code, detail, changed_by }) => [code, detail, changed_by])).toEqual([
      ['I-1', 'La pieza cambió después', 'Persona admin'],
      ['I-2', 'Descripción', 'Persona admin'],
    ]);
  });

  test('is refused until it has ended', async () => {
    const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
    const { id: part_id } = await addPart(db, brand.id, product.id);
    await maker.call(api.attributes.store, { body: { part_id, name: 'Ancho', value: '1' } });
    const operation_id = await lastOperation(db);
    const { rows } = await sql<{ id: number }>`
      insert into jobs (kind, user_id, same_as, state, leased_until, operation_id)
      select 'import', id, 'x', 'running', now() + interval '1 hour', ${operation_id} from users limit 1 returning id`.execute(
      db,
    );
    const refused = await maker.send(api.undos.store, { body: { operation_id } });
    await sql`delete from jobs where id = ${rows[0]?.id ?? 0}`.execute(db);
    expect(refused).toMatchObject({ code: 409 });
    expect(await maker.send(api.undos.store, { body: { operation_id } })).toMatchObject({ code: 200 });
  });
});

test('the preview of a large operation stops at a time limit, and returns what it has counted', async () => {
  await db.deleteFrom('parts').execute();
  await sql`insert into parts (part_brand_id, part_product_id, code)
    select ${brand.id}, ${product.id}, 'L-' || n from generate_series(1, 4100) n`.execute(db);
  const params = { operationId: await lastOperation(db) };
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  expect(await admin.call(api.undos.preview, { params })).toMatchObject({ undone: 4100, is_complete: true });
  // The second group exceeds the limit. The stack is checked, because other code reads the clock, too.
  let elapsed = 0;
  clock.mockImplementation(() => {
    if (new Error().stack?.includes('history/undos')) elapsed += 4_000;
    return elapsed;
  });
  const { undone, is_complete } = await admin.call(api.undos.preview, { params });
  expect(is_complete).toBe(false);
  expect(undone).toBeGreaterThan(0);
  expect(undone).toBeLessThan(4100);
});
