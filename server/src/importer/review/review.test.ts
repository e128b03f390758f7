import { api } from '@piezario/contract/api';
import { expect, test, vi } from 'vitest';
import { addPart } from '../../testing/catalogue.ts';
import { applyReview, changesOf, errorsOf, finished, makeWorkbook, reviewFile, upload } from '../../testing/imports.ts';
import { enrol } from '../../testing/people.ts';
import { flagsInWords, part, row, startReviews } from '../../testing/reviews.ts';

/* Files that are reviewed before they are applied. */

const { server, db, pastillas, discos, brand, maker, rival, catalogue, save, review, choose, seed } =
  await startReviews();

test('a review writes nothing, lists each changed field, and only accepted changes are applied', async () => {
  await seed();
  const before = await catalogue();
  const file = await review({
    Piezas: [part('a1', 'Uno bis', 'NO'), part('A-2', 'Dos'), part('N-1', 'Nueva')],
    Atributos: [row('A-1', 'ANCHO', '11', 'MM'), row('N-1', 'Alto', '5', 'mm')],
    Equivalencias: [row('N-1', 'Fiat', '123')],
    Aplicaciones: [row('N-1', 3)],
  });
  expect(file).toMatchObject({
    state: 'review',
    status_message: 'Para revisar: 4 nuevas, 2 modificadas, 3 sospechosas',
    operation_id: null,
  });
  expect(await catalogue()).toEqual(before);
  expect(await changesOf(maker, file)).toEqual([
    'Piezas 2 a1 changed A-1: code A-1→a1 (respelling, left out)',
    'Piezas 2 a1 changed A-1: observation Uno→Uno bis',
    'Piezas 2 a1 changed A-1: enabled SI→NO',
    `Piezas 4 N-1 created N-1: part_brand_id →Ñandú, part_product_id →Pastillas, code →N-1, observation →Nueva, ${flagsInWords()}`,
    'Atributos 2 A-1 changed Ancho: name Ancho→ANCHO (respelling, left out)',
    'Atributos 2 A-1 changed Ancho: value 10→11',
    'Atributos 2 A-1 changed Ancho: unit mm→MM (respelling, left out)',
    'Atributos 3 N-1 created Alto: name →Alto, value →5, unit →mm',
    'Equivalencias 2 N-1 created Fiat 123: brand →Fiat, code →123',
    expect.stringMatching(/^Aplicaciones 2 N-1 created .+: $/),
  ]);
  await choose(file.udid, { sheet: 'Piezas', action: 'changed', field: 'enabled', suspicion: null });
  const kinds = await maker.call(api.importReview.kinds, { params: { udid: file.udid } });
  expect(kinds).toContainEqual({
    ...{ sheet: 'Piezas', action: 'changed', field: 'enabled', suspicion: null, changes: 1, accepted: 0 },
  });

  const done = await applyReview(maker, file);
  expect(await errorsOf(maker, done)).toEqual([]);
  expect(done).toMatchObject({ state: 'done', rows_created: 4, rows_updated: 2, rows_unchanged: 1 });
  const parts = await db.selectFrom('parts').select(['code', 'observation', 'enabled']).orderBy('id').execute();
  expect(parts).toEqual([
    { code: 'A-1', observation: 'Uno bis', enabled: true },
    { code: 'A-2', observation: 'Dos', enabled: true },
    { code: 'A-3', observation: 'Tres', enabled: true },
    { code: 'N-1', observation: 'Nueva', enabled: true },
  ]);
  const attributes = await db.selectFrom('part_attributes').select(['name', 'value', 'unit']).orderBy('id').execute();
  expect(attributes).toEqual([
    { name: 'Ancho', value: '11', unit: 'mm' },
    { name: 'Ancho', value: '20', unit: 'mm' },
    { name: 'Alto', value: '5', unit: 'mm' },
  ]);
  // Changes that were left out stay visible.
  expect(await changesOf(maker, file)).toHaveLength(4);
});

const auto = async (rows: Parameters<typeof makeWorkbook>[0], options = {}) =>
  finished(maker, await upload(maker, await makeWorkbook(rows), { mode: 'auto', ...options }));

test('a file that needs no person is applied by itself without its refused rows, and can be undone', async () => {
  await seed();
  const before = await catalogue();
  const file = await auto({
    Piezas: [part('A-1', 'Uno bis'), part('N-1', 'Nueva'), part('N-2', '', 'QUIZÁS')],
    Atributos: [row('A-1', 'Ancho', '11', 'mm'), row('N-1', 'Alto', '5', 'mm')],
    Aplicaciones: [row('A-2', 1)],
  });
  expect(file).toMatchObject({
    state: 'done',
    status_message: 'Completado con 1 error: 2 nuevas, 2 modificadas, 1 sin cambios',
  });
  expect(await errorsOf(maker, file)).toEqual([expect.stringContaining('Piezas 4 Habilitada «QUIZÁS»')]);
  expect(await changesOf(maker, file)).toEqual([]);
  const { parts, attributes } = await catalogue();
  expect(parts.map(({ code, observation }) => [code, observation])).toContainEqual(['N-1', 'Nueva']);
  expect(attributes.map(({ value }) => value)).toEqual(['11', '20', '5']);
  const { id: undoId } = await maker.call(api.undos.store, { body: { operation_id: file.operation_id ?? 0 } });
  await vi.waitFor(
    async () => expect((await maker.call(api.undos.show, { params: { undoId } })).state).toBe('done'),
    200_000,
  );
  expect(await catalogue()).toEqual(before);
});

test('a file with alarms, removals or suspicious changes waits for its review, also after a mapping', async () => {
  await seed();
  const before = await catalogue();
  const waits = [
    await auto({ Piezas: [part('A-1', null, null, null, 'QUITAR')] }),
    await auto({ Atributos: [row('A-1', 'Ancho', '(vacío)')] }),
    await auto({ Piezas: [part('a1', 'Otra escritura')] }),
    await auto({ Piezas: ['A-1', 'A-2', 'A-3'].map((code) => part(code, null, 'NO')) }),
    await auto({ Equivalencias: [row('A-1', 'Fiat', '777')] }, { replace: 'Equivalencias' }),
  ];
  expect(waits.map(({ status_message }) => status_message)).toEqual([
    'Para revisar: 1 se quita',
    'Para revisar: 1 se quita',
    'Para revisar: 1 modificada, 1 sospechosa',
    'Para revisar: 3 modificadas',
    'Para revisar: 1 se quita',
  ]);
  const mixed = await auto({ Piezas: [part('A-1', null, null, null, 'QUITAR'), ['Ñandú', null, 'Pastillaz', 'N-1']] });
  await maker.call(api.importMappings.store, {
    body: { udid: mixed.udid, mappings: [{ column: 'Producto', value: 'Pastillaz', to: 'Pastillas' }], keep: 0 },
  });
  expect((await finished(maker, mixed)).status_message).toBe('Para revisar: 1 nueva, 1 se quita');
  expect(await catalogue()).toEqual(before);
  expect(await auto({ Piezas: [part('A-1', 'Uno')] })).toMatchObject({
    state: 'done',
    status_message: 'Completado: 0 nuevas, 0 modificadas, 1 sin cambios',
  });
});

test('a value and its unit, and the years of an application, conflict together', async () => {
  const years = (code: string, from: number | null, until: number | null) =>
    row(code, 1, ...Array(8).fill(null), ...['Delantera', null, null, from, until]);
  await save({
    Piezas: [part('A-1'), part('A-2')],
    Atributos: [row('A-1', 'Ancho', '18', 'mm'), row('A-2', 'Ancho', '18', 'mm'), row('A-2', 'Alto', '18', 'mm')],
    Aplicaciones: [years('A-1', null, null), years('A-2', null, null)],
  });
  const file = await review({
    Atributos: [row('A-1', 'Ancho', '12', 'in'), row('A-2', 'Ancho', '12'), row('A-2', 'Alto', '12', 'in')],
    Aplicaciones: [years('A-1', 2005, null), years('A-2', 2005, 2008)],
  });
  const parts = await db.selectFrom('parts').select(['id', 'code']).orderBy('code').execute();
  const [first, second] = parts.map(({ id }) => id);
  const change = (id: number | undefined, name: string, fields: { value?: string; unit?: string }) =>
    db
      .updateTable('part_attributes')
      .set(fields)
      .where('part_id', '=', id ?? 0)
      .where('name', '=', name)
      .execute();
  await change(first, 'Ancho', { value: '300' });
  await change(second, 'Ancho', { unit: 'in' });
  await db
    .updateTable('part_vehicles')
    .set({ until_year: 2007 })
    .where('part_id', '=', first ?? 0)
    .execute();
  await db
    .updateTable('part_vehicles')
    .set({ positions: 'Trasera' })
    .where('part_id', '=', second ?? 0)
    .execute();

  const done = await applyReview(maker, file);
  expect(done.status_message).toBe('Completado con 4 errores: 0 nuevas, 1 modificada, 0 sin cambios');
  expect(await errorsOf(maker, done)).toEqual([
    'Atributos 2 Valor «12»: Cambió después de la revisión: ahora es «300» y no se tocó',
    'Atributos 3 Unidad «»: Cambió después de la revisión: ahora es «in» y no se tocó',
    'Aplicaciones 2 Aplica hasta «»: Cambió después de la revisión: ahora es «2007» y no se tocó',
    'Aplicaciones 3 ID vehículo «1»: Estaba en la revisión y ahora no está: no se tocó',
  ]);
  const { attributes, links } = await catalogue();
  expect(attributes.map(({ value, unit }) => `${value} ${unit}`)).toEqual(['300 mm', '18 in', '12 in']);
  expect(links.map(({ positions, from_year, until_year }) => [positions, from_year, until_year])).toEqual([
    ['Delantera', null, 2007],
    ['Trasera', null, null],
  ]);
});

test('a column that was sorted alone, and flags that are switched off, raise an alarm', async () => {
  const codes = Array.from({ length: 20 }, (_, index) => `S-${10 + index}`);
  await save({ Piezas: codes.map((code, index) => part(code, `Descripción ${(index * 7) % 20}`, 'SI')) });
  const sorted = codes.map((_, index) => `Descripción ${index}`);
  const file = await review({
    Piezas: codes.map((code, index) => part(code, sorted[index] ?? null, index < 12 ? 'NO' : 'SI')),
  });
  expect(file.alarms).toEqual([
    'Habilitada pasa a NO en 12 de 20 piezas (60 %)',
    'Parece que se ordenó una sola columna: los valores nuevos de Descripción son los que ya tenían otras filas',
    'Descripción cambia en 18 de 20 piezas (90 %)',
  ]);
});

test('a code that exists under another product of the brand is a notice, and suspicious in a review', async () => {
  await seed();
  const other = ['Ñandú', null, 'Discos', 'A 1'];
  const file = await review({ Piezas: [other] });
  expect(file).toMatchObject({
    rows_suspicious: 1,
    warnings: ['1 fila (Piezas 2): el código ya existe en otro producto de la marca, «Pastillas»'],
    status_message: 'Para revisar: 1 nueva, 1 sospechosa, 1 aviso',
  });
  expect(await changesOf(maker, file)).toEqual([expect.stringContaining('(other_product)')]);
});

test('a review belongs to the user who uploaded the file, and canceling discards it', async () => {
  const file = await review({ Piezas: [part('R-1')] });
  const { udid } = file;
  for (const call of [
    rival.send(api.importReview.changes, { params: { udid }, query: { page: 1, size: 50, filters: [], sort: [] } }),
    rival.send(api.importReview.kinds, { params: { udid } }),
    rival.send(api.importReview.choose, { body: { udid, accepted: 0 } }),
    rival.send(api.importReview.apply, { body: { udid } }),
    rival.send(api.importMappings.groups, { params: { udid } }),
  ]) {
    expect(await call).toMatchObject({ code: 404 });
  }
  expect(await maker.call(api.importer.cancel, { body: { udid } })).toMatchObject({
    ...{ state: 'cancelled', status_message: 'Cancelado: no cambió nada' },
  });
  expect(await changesOf(maker, file)).toEqual([]);
  expect(await maker.send(api.importReview.apply, { body: { udid } })).toMatchObject({ code: 409 });
  expect(await db.selectFrom('parts').select('id').execute()).toEqual([]);
});

test.each([
  ['777; 888', 2],
  ['AB1|AB2', 2],
  [Array.from({ length: 14 }, (_, index) => `77001234${index}`).join(', '), 14],
  ['1,5', 0],
  ['W 712/75', 0],
  ['5678,1234', 2],
])('%s in one cell offers %i codes', async (code, count) => {
  await seed();
  const done = await save({ Equivalencias: [row('A-1', 'Renault', code)] });
  const groups = await maker.call(api.importMappings.groups, { params: { udid: done.udid } });
  expect(groups.flatMap(({ offers }) => offers.map(({ label }) => label))).toEqual(
    count > 0 ? [`Separar en ${count} códigos`, 'Es un solo código'] : [],
  );
  expect(done.rows_created).toBe(count > 0 ? 0 : 1);
});

test('no notice reveals a product outside the scope', async () => {
  await addPart(db, brand.id, discos.id, 'X-1');
  const narrow = await enrol(server, 'manufacturer', { part_brand_id: brand.id, part_product_id: pastillas.id });
  const file = await reviewFile(narrow, await makeWorkbook({ Piezas: [part('X-1')] }));
  expect(file).toMatchObject({ rows_suspicious: 0, warnings: [] });
});
