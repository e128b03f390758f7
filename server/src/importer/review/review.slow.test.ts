import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { addPart, addPicture, addVehicle, clearParts } from '../../testing/catalogue.ts';
import { applyReview, changesOf, errorsOf, finished, makeWorkbook, reviewFile, upload } from '../../testing/imports.ts';
import { enrol } from '../../testing/people.ts';
import { flagsInWords, part, row, startReviews } from '../../testing/reviews.ts';

/* Files that are reviewed before they are applied. */

const { server, db, pastillas, discos, brand, maker, rival, catalogue, save, review, choose, seed } =
  await startReviews();

const auto = async (rows: Parameters<typeof makeWorkbook>[0], options = {}) =>
  finished(maker, await upload(maker, await makeWorkbook(rows), { mode: 'auto', ...options }));

test('another spelling is applied once it is accepted', async () => {
  await seed();
  const file = await review({ Piezas: [part('a1')], Equivalencias: [row('A-1', 'FIAT', '7-77')] });
  expect(file).toMatchObject({ rows_suspicious: 3 });
  await maker.call(api.importReview.choose, { body: { udid: file.udid, accepted: 1, suspicion: 'respelling' } });
  await applyReview(maker, file);
  expect((await db.selectFrom('parts').select('code').orderBy('id').execute())[0]).toEqual({ code: 'a1' });
  expect((await db.selectFrom('part_crosses').select(['brand', 'code']).orderBy('id').execute())[0]).toEqual({
    ...{ brand: 'FIAT', code: '7-77' },
  });
});

test('what another user changed after the review is not overwritten, and is listed as an error', async () => {
  await seed();
  const file = await review({
    Piezas: [
      part('A-1', 'Del archivo', 'NO'),
      part('A-2', 'También'),
      part('N-1', 'Nueva'),
      part('A-3', null, null, null, 'QUITAR'),
    ],
    Atributos: [row('A-2', 'Ancho', '21')],
  });
  await db.updateTable('parts').set({ observation: 'De Ana' }).where('code', '=', 'A-1').execute();
  await addPart(db, brand.id, pastillas.id, 'N-1');
  await save({ Atributos: [row('A-3', 'Nuevo', '1')] });
  const done = await applyReview(maker, file);
  expect(await errorsOf(maker, done)).toEqual([
    'Piezas 2 Descripción «Del archivo»: Cambió después de la revisión: ahora es «De Ana» y no se tocó',
    'Piezas 4 Código «N-1»: No estaba en la revisión y ahora está: no se tocó',
    'Piezas 5 Código «A-3»: Cambió después de la revisión: no se tocó',
  ]);
  const parts = await db.selectFrom('parts').select(['code', 'observation', 'enabled']).orderBy('id').execute();
  expect(parts).toEqual([
    { code: 'A-1', observation: 'De Ana', enabled: false },
    { code: 'A-2', observation: 'También', enabled: true },
    { code: 'A-3', observation: 'Tres', enabled: true },
    { code: 'N-1', observation: '', enabled: true },
  ]);
});

test('QUITAR removes what the row names, and undoing the import brings it back', async () => {
  await seed();
  const before = await catalogue();
  const file = await save({
    Piezas: [
      part('A-3', null, null, null, 'quitar'),
      part('A-9', null, null, null, 'QUITAR'),
      part('A-2', null, null, null, 'BORRAR'),
    ],
    Atributos: [row('A-2', 'Ancho', null, null, 'QUITAR')],
    Equivalencias: [row('A-1', 'Fiat', '777', 'QUITAR')],
    Aplicaciones: [[...row('A-1', 2), ...Array(7).fill(null), 'QUITAR']],
  });
  expect(file.status_message).toBe('Para revisar: 4 se quitan, 1 con errores, 1 aviso');
  const done = await applyReview(maker, file);
  expect(await errorsOf(maker, done)).toEqual(['Piezas 4 Acción «BORRAR»: Va QUITAR, o queda en blanco']);
  expect(done).toMatchObject({
    rows_removed: 4,
    rows_unchanged: 1,
    warnings: ['1 fila (Piezas 3): no había nada que quitar'],
  });
  expect(await db.selectFrom('parts').select('code').orderBy('id').execute()).toEqual([
    { code: 'A-1' },
    { code: 'A-2' },
  ]);
  const undo = await maker.call(api.undos.store, { body: { operation_id: done.operation_id ?? 0 } });
  await expect.poll(async () => (await maker.call(api.undos.show, { params: { undoId: undo.id } })).state).toBe('done');
  expect(await catalogue()).toEqual(before);
});

test('a replacing file removes the rows that it does not name, more than half after a confirmation', async () => {
  await seed();
  const file = await review(
    { Equivalencias: [row('A-1', 'Fiat', '777')], Aplicaciones: [row('A-1', 3), row('A-2', 99_999)] },
    { replace: 'Equivalencias,Aplicaciones' },
  );
  expect(await changesOf(maker, file)).toEqual([
    expect.stringMatching(/^Aplicaciones 2 A-1 created/),
    'Equivalencias - A-1 removed Ford 888: brand Ford→, code 888→',
    expect.stringMatching(/^Aplicaciones - A-1 removed/),
    expect.stringMatching(/^Aplicaciones - A-1 removed/),
  ]);
  const refused = await maker.send(api.importReview.apply, { body: { udid: file.udid } });
  expect(refused).toMatchObject({ code: 409, message: expect.stringContaining('Se quitarían 2 de 2 aplicaciones') });
  const done = await applyReview(maker, file, 1);
  expect(done).toMatchObject({ state: 'done', rows_created: 1, rows_removed: 3, errors_count: 1 });
  const crosses = await db.selectFrom('part_crosses').select('code').orderBy('id').execute();
  expect(crosses).toEqual([{ code: '777' }, { code: '999' }]);
  // A row of A-2 was refused, so nothing of this part is removed.
  expect(await db.selectFrom('part_vehicles').select('vehicle_id').orderBy('id').execute()).toEqual([
    { vehicle_id: 1 },
    { vehicle_id: 3 },
  ]);
});

test('parts are removed after a review in every mode, many need a confirmation; their rows are no errors', async () => {
  const codes = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6'];
  await save({
    Piezas: codes.map((code) => part(code)),
    Atributos: codes.map((code) => row(code, 'Ancho', '10', 'mm')),
  });
  const before = await catalogue();
  const one = await save({ Piezas: [part('A-1', null, null, null, 'quitar'), part('A-2', 'Dos')] });
  expect(one).toMatchObject({ state: 'review', status_message: 'Para revisar: 1 modificada, 1 se quita', alarms: [] });

  const rows = {
    Piezas: codes.map((code) => part(code, null, null, null, 'QUITAR')),
    Atributos: [...codes.map((code) => row(code, 'Ancho', '11', 'mm')), row('A-1', 'Alto', '3', 'mm')],
    Equivalencias: [row('A-1', 'Fiat', '777')],
  };
  const all = await review(rows, { replace: 'Atributos' });
  expect(all).toMatchObject({
    status_message: 'Para revisar: 6 se quitan, 1 aviso',
    alarms: ['Se quitan 6 de 6 piezas (100 %)'],
    warnings: [expect.stringContaining('el archivo quita su pieza, y la fila no cambia nada')],
  });
  expect(await catalogue()).toEqual(before);
  expect(await maker.send(api.importReview.apply, { body: { udid: all.udid } })).toMatchObject({
    code: 409,
    message: 'Se quitarían 6 de 6 piezas, más de la mitad. Confirmalo si es lo que querés',
  });
  expect((await applyReview(maker, all, 1)).status_message).toBe(
    'Completado: 0 nuevas, 0 modificadas, 6 quitadas, 8 sin cambios, 1 aviso',
  );
  expect((await catalogue()).parts).toEqual([]);
  const again = await review(rows);
  expect(again).toMatchObject({ state: 'done', errors_count: 0, rows_unchanged: 14 });
});

test('a part that a file creates comes back from the trash, and its rows are compared with what it had', async () => {
  await seed();
  const before = await catalogue();
  const [first] = before.parts;
  await addPicture(db, first?.id ?? 0);
  await db.deleteFrom('parts').where('code', '=', 'A-1').execute();
  const rows = {
    Piezas: [part('a1', null, 'NO')],
    Atributos: [row('A-1', 'Ancho', '11', 'mm')],
    Equivalencias: [row('A-1', 'Fiat', '777'), row('A-1', 'Audi', '1')],
  };
  const file = await review(rows, { replace: 'Equivalencias,Aplicaciones' });
  expect(file.status_message).toBe('Para revisar: 2 nuevas, 1 modificada, 1 se quita, 1 sospechosa, 1 aviso');
  expect(await changesOf(maker, file)).toEqual([
    `Piezas 2 a1 created A-1: part_brand_id →Ñandú, part_product_id →Pastillas, code →A-1, observation →Uno, ${flagsInWords({ enabled: 'NO' })} (in_trash)`,
    'Atributos 2 A-1 changed Ancho: value 10→11',
    'Equivalencias 3 A-1 created Audi 1: brand →Audi, code →1',
    'Equivalencias - A-1 removed Ford 888: brand Ford→, code 888→',
  ]);
  expect(await auto(rows)).toMatchObject({ state: 'review' });
  const done = await applyReview(maker, file, 1);
  expect(await errorsOf(maker, done)).toEqual([]);
  const after = await catalogue();
  expect(after.parts).toEqual([{ ...first, enabled: false }, ...before.parts.slice(1)]);
  expect(after.attributes.map(({ id, value }) => [id, value])).toEqual(
    before.attributes.map(({ id, value }, index) => [id, index === 0 ? '11' : value]),
  );
  expect(after.crosses.map(({ code }) => code)).toEqual(['777', '999', '1']);
  expect(after.links).toEqual(before.links);
  expect(await db.selectFrom('part_pictures').select('part_id').execute()).toEqual([{ part_id: first?.id }]);

  await db.deleteFrom('parts').where('code', '=', 'A-2').execute();
  expect(await save({ Piezas: [part('A-2')] })).toMatchObject({
    status_message: 'Completado: 1 nueva, 0 modificadas, 0 sin cambios, 1 aviso',
    warnings: ['1 fila (Piezas 2): la pieza estaba en la papelera: vuelve con todo lo que tenía'],
  });
  expect((await catalogue()).parts.map(({ id }) => id)).toEqual(before.parts.map(({ id }) => id));
});

test('a column of codes that was sorted alone in the applications raises an alarm', async () => {
  const codes = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6'];
  const vehicles: number[] = [];
  for (const code of codes) vehicles.push((await addVehicle(db, 'Fox', code)).id);
  const links = (sorted: readonly string[], product: (index: number) => string) =>
    vehicles.map((vehicle, index) => ['Ñandú', product(index), sorted[index] ?? '', vehicle]);
  const same = () => 'Pastillas';
  await save({ Piezas: codes.map((code) => part(code)), Aplicaciones: links(codes, same) });
  const [added = 0, more = 0] = [(await addVehicle(db, 'Fox', '2.0')).id, (await addVehicle(db, 'Fox', '3.0')).id];
  const news = codes.flatMap((code) => [row(code, added), row(code, more)]);
  expect(await review({ Aplicaciones: news })).toMatchObject({ rows_created: 12, alarms: [] });
  expect(await review({ Aplicaciones: [...links(codes, same), ...news] })).toMatchObject({ alarms: [] });
  expect(await review({ Aplicaciones: links(codes.toReversed(), same) })).toMatchObject({
    rows_created: 6,
    alarms: [
      'Parece que se ordenó una sola columna: las aplicaciones nuevas son las que ya tenían otras piezas del archivo',
    ],
  });

  await clearParts(db);
  const mixed = (index: number) => (index % 2 === 0 ? 'Pastillas' : 'Discos');
  await save({
    Piezas: codes.map((code, index) => ['Ñandú', null, mixed(index), code]),
    Aplicaciones: links(codes, mixed),
  });
  expect(await review({ Aplicaciones: links(codes.toReversed(), mixed) })).toMatchObject({
    errors_count: 6,
    alarms: [
      'Parece que se ordenó una sola columna: 6 códigos de la hoja «Aplicaciones» son de piezas de otro producto',
    ],
  });
});

test('an unknown product offers the likely one; accepting it reads all its rows again, and may be stored', async () => {
  const misspelled = (code: string) => ['Ñandú', null, 'Pastilas', code];
  const file = await review({
    Piezas: [misspelled('P-1'), misspelled('P-2'), part('P-3'), ['Ñandu', null, 'Nada que ver', 'P-4']],
    Atributos: [['Ñandú', 'Pastilas', 'P-1', 'Ancho', '1', 'mm']],
  });
  expect(file).toMatchObject({ state: 'review', rows_created: 1, errors_count: 4 });
  const groups = await maker.call(api.importMappings.groups, { params: { udid: file.udid } });
  const offer = { column: 'Producto', value: 'Pastilas', to: 'Pastillas', label: 'Pastillas' };
  expect(groups[0]).toMatchObject({
    ...{ sheet: 'Piezas', column: 'Producto', value: 'Pastilas', rows: 2, offers: [offer] },
    reason: 'No existe o no está a tu alcance. ¿Pastillas?',
  });
  const again = await finished(
    maker,
    await maker.call(api.importMappings.store, { body: { udid: file.udid, mappings: [offer], keep: 1 } }),
  );
  expect(again).toMatchObject({ state: 'review', rows_created: 4, errors_count: 1 });
  const done = await applyReview(maker, again);
  expect(done).toMatchObject({ state: 'done', rows_created: 4, errors_count: 1 });

  const next = await save({ Piezas: [misspelled('P-5')] });
  expect(next).toMatchObject({ rows_created: 1, errors_count: 0 });
  const query = { page: 1, size: 50, filters: [], sort: [] };
  const { data } = await maker.call(api.importMappings.list, { query });
  expect(data).toMatchObject([{ column: 'Producto', value: 'Pastilas', to: 'Pastillas' }]);
  expect((await rival.call(api.importMappings.list, { query })).data).toEqual([]);
  expect(await rival.send(api.importMappings.remove, { body: { id: data[0]?.id ?? 0 } })).toMatchObject({ code: 404 });
  await maker.call(api.importMappings.remove, { body: { id: data[0]?.id ?? 0 } });
  expect(await save({ Piezas: [misspelled('P-6')] })).toMatchObject({ errors_count: 1 });
});

test('rows that failed without a review are read again with a mapping, and no other rows are', async () => {
  const done = await save({ Piezas: [part('Q-1', 'Una'), ['Ñandú', null, 'Disco', 'Q-2']] });
  expect(done).toMatchObject({ rows_created: 1, errors_count: 1 });
  await db.updateTable('parts').set({ observation: 'De Ana' }).execute();
  const mappings = [{ column: 'Producto', value: 'Disco', to: 'Discos' }];
  const again = await finished(
    maker,
    await maker.call(api.importMappings.store, { body: { udid: done.udid, mappings } }),
  );
  expect(again).toMatchObject({ state: 'done', rows_created: 2, errors_count: 0, rows_unchanged: 0 });
  expect(await db.selectFrom('parts').select(['observation', 'part_product_id']).orderBy('id').execute()).toEqual([
    { observation: 'De Ana', part_product_id: pastillas.id },
    { observation: '', part_product_id: discos.id },
  ]);
});

test('several codes in one cell are an error that offers to split them; a part is no equivalence of itself', async () => {
  await seed();
  const done = await save({
    Equivalencias: [
      row('A-1', 'Renault', '7700-1; 7700-2, 7700-3'),
      row('A-1', 'Ñandu', 'a 1'),
      row('A-1', 'Fram', '1,5'),
    ],
  });
  expect(await errorsOf(maker, done)).toEqual([
    'Equivalencias 2 Código equivalente «7700-1; 7700-2, 7700-3»: Parecen varios códigos en una celda: va uno por fila',
    'Equivalencias 3 Código equivalente «a 1»: Es la misma pieza: una pieza no es equivalente de sí misma',
  ]);
  const groups = await maker.call(api.importMappings.groups, { params: { udid: done.udid } });
  const mappings = groups.flatMap(({ offers }) => offers);
  expect(mappings).toMatchObject([{ label: 'Separar en 3 códigos' }, { label: 'Es un solo código' }]);
  const [split] = mappings.slice(0, 1);
  if (!split) throw new Error('Nothing is offered');
  await finished(maker, await maker.call(api.importMappings.store, { body: { udid: done.udid, mappings: [split] } }));
  const crosses = await db
    .selectFrom('part_crosses')
    .where('brand', '=', 'Renault')
    .select('code')
    .orderBy('id')
    .execute();
  expect(crosses.map(({ code }) => code)).toEqual(['7700-1', '7700-2', '7700-3']);
});

test('a mapping stores a cell as one code, and another import of this code changes nothing', async () => {
  await seed();
  const done = await save({ Equivalencias: [row('A-1', 'Renault', '5678,1234')] });
  const mappings = [{ column: 'Código equivalente', value: '5678,1234', to: '5678,1234' }];
  const again = await finished(
    maker,
    await maker.call(api.importMappings.store, { body: { udid: done.udid, mappings } }),
  );
  expect(again).toMatchObject({ rows_created: 1, errors_count: 0 });
  const unchanged = await save({ Equivalencias: [row('A-1', 'Renault', '5678,1234')] });
  expect(unchanged).toMatchObject({ rows_unchanged: 1, errors_count: 0 });
});

test('the rows of a new part that is left out are left out with it', async () => {
  const file = await review({
    Piezas: [part('L-1'), part('L-2')],
    Atributos: [row('L-1', 'Ancho', '1'), row('L-2', 'Ancho', '2')],
  });
  const { data } = await maker.call(api.importReview.changes, {
    params: { udid: file.udid },
    query: { page: 1, size: 50, filters: [], sort: [] },
  });
  await choose(file.udid, {
    ids: data.filter(({ code, sheet }) => code === 'L-1' && sheet === 'Piezas').map(({ id }) => id),
  });
  const done = await applyReview(maker, file);
  expect(done).toMatchObject({ rows_created: 2, rows_left_out: 2, errors_count: 0 });
  expect(await changesOf(maker, file)).toEqual([
    expect.stringContaining('Piezas 2 L-1 created'),
    expect.stringContaining('Atributos 2 L-1 created'),
  ]);
});

test('after a review was applied, rows that failed are reviewed again and nothing is replaced twice', async () => {
  await seed();
  const file = await review(
    {
      Equivalencias: [row('A-1', 'Fiat', '777'), row('A-1', 'Nueva', '1'), ['Ñandú', 'Pastilas', 'A-2', 'Nueva', '2']],
    },
    { replace: 'Equivalencias' },
  );
  const applied = await applyReview(maker, file);
  expect(applied).toMatchObject({ rows_created: 1, rows_removed: 1, errors_count: 1 });
  const mappings = [{ column: 'Producto', value: 'Pastilas', to: 'Pastillas' }];
  const again = await finished(
    maker,
    await maker.call(api.importMappings.store, { body: { udid: file.udid, mappings } }),
  );
  expect(await changesOf(maker, again)).toEqual([expect.stringContaining('Equivalencias 4 A-2 created Nueva 2')]);
  const done = await applyReview(maker, again);
  expect(done).toMatchObject({ state: 'done', rows_created: 2, rows_removed: 1, rows_unchanged: 1, errors_count: 0 });
  const codes = await db.selectFrom('part_crosses').select('code').orderBy('code').execute();
  expect(codes.map(({ code }) => code)).toEqual(['1', '2', '777', '999']);
});

test('a row that a mapping moves to another product after its review is refused', async () => {
  const file = await review({ Piezas: [part('M-1'), ['Ñandú', null, 'Pastilas', 'M-2']] });
  const mappings = [
    { column: 'Producto', value: 'Pastilas', to: 'Pastillas' },
    { column: 'Producto', value: 'Pastillas', to: 'Discos' },
  ];
  const again = await finished(
    maker,
    await maker.call(api.importMappings.store, { body: { udid: file.udid, mappings } }),
  );
  const done = await applyReview(maker, again);
  expect(await errorsOf(maker, done)).toEqual([
    'Piezas 2 Código «M-1»: Después de la revisión se lee en otra marca o producto: no se tocó',
  ]);
});

test('changes are refused when the grant is withdrawn between the review and its application', async () => {
  await seed();
  const other = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
  const file = await reviewFile(
    other,
    await makeWorkbook({ Piezas: [part('A-1', 'Otra')], Equivalencias: [row('A-1', 'Fiat', '777')] }),
    {
      replace: 'Equivalencias',
    },
  );
  await db.deleteFrom('grants').where('user_id', '=', other.id).execute();
  const done = await applyReview(other, file, 1);
  expect(await errorsOf(other, done)).toEqual([
    'Piezas 2 Marca «Ñandú»: No existe o no está a tu alcance',
    'Equivalencias 0 Código «A-1»: Su pieza no existe o no está a tu alcance',
  ]);
  expect(await db.selectFrom('part_crosses').select('id').execute()).toHaveLength(3);
});

test('a choice and the application of a review wait for each other, and a choice that succeeds counts', async () => {
  const file = await review({ Piezas: [part('C-1'), part('C-2')] });
  const [chosen, applied] = await Promise.all([
    choose(file.udid, {}),
    maker.call(api.importReview.apply, { body: { udid: file.udid } }).catch(() => null),
  ]).catch(() => [null, null]);
  const done = await finished(maker, file);
  // In either order, a choice that succeeded was carried out.
  expect(done.rows_created).toBe(chosen && applied ? 0 : 2);
});
