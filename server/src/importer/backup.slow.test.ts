import { api } from '@piezario/contract/api';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { addBrand, addCategory, addPart, addProduct, addVehicle, clearParts } from '../testing/catalogue.ts';
import { download } from '../testing/exports.ts';
import { applyReview, asFile, errorsOf, importFile, makeWorkbook, reviewFile } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { soak } from '../testing/soak.ts';

/* A backup restores its parts after any change to them. */

vi.setConfig({ testTimeout: soak(300_000, 3_600_000) });

const server = await startServer();
const { db } = server;
startJobs(server);
const product = await addProduct(db, (await addCategory(db, 'Frenos')).id, 'Pastillas');
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const vehicles: number[] = [];
for (const version of ['1.4', '1.6', '2.0']) vehicles.push((await addVehicle(db, 'Gol', version)).id);

const CODES = ['A-1', 'A-2', 'Ñ-3', '00-4', 'B 5'];

/** The parts of the backup with all they have, without ids. */
async function catalogue() {
  const { rows } = await sql`
    select code, observation, enabled, discontinued,
      array(select concat_ws('|', name, value, unit) from part_attributes where part_id = parts.id order by 1) as attributes,
      array(select concat_ws('|', brand, code) from part_crosses where part_id = parts.id order by 1) as crosses,
      array(select vehicle_id from part_vehicles where part_id = parts.id order by 1) as vehicles
    from parts where code_bare = any (array(select bare(code) from unnest(${CODES}::text[]) code)) order by code_bare`.execute(
    db,
  );
  return rows;
}

async function seed() {
  await clearParts(db);
  const row = (code: string, ...more: string[]) => ['Ñandú', 'Pastillas', code, ...more];
  const [first = 0, second = 0] = vehicles;
  await importFile(
    maker,
    await makeWorkbook({
      Piezas: CODES.map((code, index) => [
        'Ñandú',
        '',
        'Pastillas',
        code,
        index % 2 ? `Pieza ${index}` : '',
        'SI',
        'NO',
      ]),
      Atributos: [row('A-1', 'Ancho', '10', 'mm'), row('A-1', 'Alto', '2'), row('Ñ-3', 'Ancho', '30', 'mm')],
      Equivalencias: [row('A-1', 'Fiat', '777'), row('A-2', 'Ford', '8-8')],
      Aplicaciones: [row('A-1', String(first)), row('A-1', String(second)), row('00-4', String(first))],
    }),
  );
}

/** Changes to a part by its id. Some of them store the text. */
const DAMAGES: Readonly<Record<string, (part: number, text: string) => Promise<unknown>>> = {
  'another description': (id, observation) =>
    db.updateTable('parts').set({ observation }).where('id', '=', id).execute(),
  'other flags': (id) =>
    db.updateTable('parts').set({ enabled: false, discontinued: true }).where('id', '=', id).execute(),
  'another spelling': (id) =>
    db.updateTable('parts').set({ code: sql<string>`lower(code) || '.'` }).where('id', '=', id).execute(),
  removed: (id) => db.deleteFrom('parts').where('id', '=', id).execute(),
  'other values': (part_id, value) =>
    db
      .updateTable('part_attributes')
      .set({ value, unit: '', name: sql<string>`upper(name)` })
      .where('part_id', '=', part_id)
      .execute(),
  'one attribute more': (part_id, value) =>
    sql`insert into part_attributes (part_id, name, value) values (${part_id}, 'De más', ${value}) on conflict do nothing`.execute(
      db,
    ),
  'without attributes': (part_id) => db.deleteFrom('part_attributes').where('part_id', '=', part_id).execute(),
  'one equivalence more': (part_id) =>
    sql`insert into part_crosses (part_id, brand, code) values (${part_id}, 'Fram', '1') on conflict do nothing`.execute(
      db,
    ),
  'other equivalences': (part_id) =>
    db.updateTable('part_crosses').set({ code: 'otra' }).where('part_id', '=', part_id).execute(),
  'every vehicle': (part_id) =>
    sql`insert into part_vehicles (part_id, vehicle_id) select ${part_id}, unnest(${vehicles}::int[]) on conflict do nothing`.execute(
      db,
    ),
  'no vehicle': (part_id) => db.deleteFrom('part_vehicles').where('part_id', '=', part_id).execute(),
};

const damage = fc.record({
  what: fc.constantFrom(...Object.keys(DAMAGES)),
  code: fc.constantFrom(...CODES),
  text: fc.constantFrom('x', '5/8', 'Con ñ'),
});

async function suffer({ what, code, text }: { what: string; code: string; text: string }) {
  const part = await db
    .selectFrom('parts')
    .where('part_brand_id', '=', brand.id)
    .where('code_bare', '=', sql<string>`bare(${code})`)
    .select('id')
    .executeTakeFirst();
  if (!part) return;
  // A part comes back from the trash with the spelling that it had there.
  if (what === 'removed') await db.updateTable('parts').set({ code }).where('id', '=', part.id).execute();
  await DAMAGES[what]?.(part.id, text);
}

test('importing a backup after any damage restores its parts, and leaves the others', async () => {
  await seed();
  const { bytes } = await download(maker, 'backup', { brand: brand.id });
  const before = await catalogue();
  await addPart(db, brand.id, product.id, 'Z-9');
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 12 }), async (damages) => {
      for (const one of damages) await suffer(one);
      const isDamaged = JSON.stringify(await catalogue()) !== JSON.stringify(before);
      const replace = 'Atributos,Equivalencias,Aplicaciones';
      const file = await reviewFile(maker, asFile(bytes, 'respaldo.xlsx'), { replace });
      expect(await errorsOf(maker, file)).toEqual([]);
      expect(file.state).toBe(isDamaged ? 'review' : 'done');
      if (isDamaged) {
        await maker.call(api.importReview.choose, { body: { udid: file.udid, accepted: 1 } });
        expect(await errorsOf(maker, await applyReview(maker, file, 1))).toEqual([]);
      }
      expect(await catalogue()).toEqual(before);
      expect(await db.selectFrom('parts').where('code', '=', 'Z-9').select('id').execute()).toHaveLength(1);
    }),
    { numRuns: soak(6, 200) },
  );
});
