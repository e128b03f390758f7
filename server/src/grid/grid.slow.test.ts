import { api } from '@piezario/contract/api';
import type { ChangedPart, GridPart } from '@piezario/contract/grid';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addProduct } from '../testing/catalogue.ts';
import { applyReview, errorsOf, finished } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { seededRandom } from '../testing/random.ts';
import { startServer } from '../testing/server.ts';
import { soak } from '../testing/soak.ts';

/* Any changes that are saved as cells do the same as single calls, and are undone as a whole. */

const server = await startServer();
const { db } = server;
startJobs(server);
const category = await addCategory(db, 'Frenos');
const product = await addProduct(db, category.id, 'Pastillas');
const [byCells, byCalls] = [await addBrand(db, 'Celdas'), await addBrand(db, 'Llamadas')];
const admin = await enrol(server, 'admin');

const NAMES = ['Ancho', 'Alto', 'Largo', 'Color'];
const VALUES = ['10', '007', '1,5', 'Rojo', '=1+1', 'dos palabras', '3/4"'];
const UNITS = ['', 'mm', 'cm'];
const TEXTS = ['', 'Con sensor', 'Dos\nlíneas', '-10 %'];
const CROSSES = ['W 712/75', 'PH5949', '00123'];

const rowsOf = ({ id }: { id: number }) =>
  admin.call(api.grid.rows, { params: { brandId: id, productId: product.id, after: 0 }, query: [] });

/** What a person sees of the parts, without ids. */
async function seen(brand: { id: number }) {
  const rows = await rowsOf(brand);
  return rows
    .map(({ id: _, attributes, crosses, ...part }) => ({
      ...part,
      attributes: attributes.map(({ name, value, unit }) => `${name}: ${value} ${unit}`).sort(),
      crosses: crosses.map(({ brand, code }) => `${brand} ${code}`).sort(),
    }))
    .sort((a, b) => a.code.localeCompare(b.code));
}

/** Makes the same changes to a part by single calls. */
async function change(part: GridPart | undefined, changes: ChangedPart) {
  const { code, observation, enabled, discontinued } = changes;
  const place = { part_brand_id: byCalls.id, part_product_id: product.id, code };
  const fields = {
    ...(observation && { observation: observation.to }),
    ...(enabled && { enabled: enabled.to }),
    ...(discontinued && { discontinued: discontinued.to }),
  };
  const part_id = part
    ? (await admin.call(api.parts.update, { body: { part_id: part.id, ...place, ...fields } })).id
    : (await admin.call(api.parts.store, { body: { ...place, ...fields } })).id;
  const { attributes, cross } = await admin.call(api.parts.show, { params: { partId: part_id } });
  for (const { name, to } of changes.attributes) {
    const attribute_id = attributes.find((one) => one.name === name)?.id;
    if (to) await admin.call(api.attributes.store, { body: { part_id, attribute_id, name, ...to } });
    else if (attribute_id) await admin.call(api.attributes.remove, { body: { part_id, attribute_id } });
  }
  for (const { brand, code, remove } of changes.crosses) {
    const cross_id = cross.find((one) => one.code === code)?.id;
    if (remove !== 1) await admin.call(api.crosses.store, { body: { part_id, brand, code } });
    else if (cross_id) await admin.call(api.crosses.remove, { body: { part_id, cross_id } });
  }
}

test('random changes saved as cells equal single calls, and undone they leave nothing', async () => {
  const random = seededRandom();
  let codes = 0;
  const newPart = (): ChangedPart => {
    codes += 1;
    return { part_id: null, code: `C-${codes}`, attributes: [], crosses: [] };
  };
  for (let round = 0; round < soak(8, 200); round++) {
    const stored = await rowsOf(byCells);
    const twins = new Map((await rowsOf(byCalls)).map((part) => [part.code, part]));
    const chosen = stored.filter(() => random.chance(0.6));
    const changes = [
      ...chosen.map((part): ChangedPart => ({ part_id: part.id, code: part.code, attributes: [], crosses: [] })),
      ...Array.from({ length: 2 }, newPart),
    ].map((changed): ChangedPart => {
      const part = stored.find(({ id }) => id === changed.part_id);
      const attributes = NAMES.filter(() => random.chance(0.5)).flatMap((name) => {
        const found = part?.attributes.find((one) => one.name === name);
        const from = found ? { value: found.value, unit: found.unit } : null;
        const to = from && random.chance(0.3) ? null : { value: random.pick(VALUES), unit: random.pick(UNITS) };
        return [{ name, from, to }];
      });
      const crosses = CROSSES.filter(() => random.chance(0.4)).map((code) => {
        const has = part?.crosses.some((one) => one.code === code) === true;
        return { brand: 'Mann', code, remove: has ? (1 as const) : (0 as const) };
      });
      const enabled = { from: part?.enabled ?? (1 as const), to: random.chance(0.5) ? (1 as const) : (0 as const) };
      const observation = { from: part?.observation ?? '', to: random.pick(TEXTS) };
      return { ...changed, attributes, crosses, ...(random.chance(0.5) && { enabled, observation }) };
    });
    const before = await seen(byCells);
    const body = { part_brand_id: byCells.id, part_product_id: product.id, parts: changes };
    const file = await finished(admin, await admin.call(api.grid.store, { body }));
    expect(file).toMatchObject({ errors_count: 0 });
    const applied = await applyReview(admin, file, 1);
    expect([applied.state, ...(await errorsOf(admin, file))]).toEqual(['done']);
    for (const one of changes) await change(one.part_id === null ? undefined : twins.get(one.code), one);
    expect(await seen(byCells)).toEqual(await seen(byCalls));

    const undo = await admin.call(api.undos.store, { body: { operation_id: applied.operation_id ?? 0 } });
    const read = () => admin.call(api.undos.show, { params: { undoId: undo.id } });
    await expect.poll(read).toMatchObject({ state: 'done', kept: 0, impossible: 0 });
    expect(await seen(byCells)).toEqual(before);
    const redo = await admin.call(api.undos.store, { body: { operation_id: (await read()).operation_id ?? 0 } });
    const readAgain = () => admin.call(api.undos.show, { params: { undoId: redo.id } });
    await expect.poll(readAgain).toMatchObject({ state: 'done', kept: 0, impossible: 0 });
    expect(await seen(byCells)).toEqual(await seen(byCalls));
  }
});
