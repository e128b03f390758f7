import { api } from '@piezario/contract/api';
import { MAX_COLUMNS, MAX_VIEWS } from '@piezario/contract/views';
import { describe, expect, test } from 'vitest';
import { addBrand, addView, NO_COLUMNS } from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const client = await enrol(server, 'client');
const LIST = api.parts.list.path;
const view = (name: string, query: Record<string, string> = {}) => ({ list: LIST, name, query, columns: NO_COLUMNS });
const names = async () =>
  (await client.call(api.views.list, { query: { list: LIST } })).map(
    (one) => `${one.name} ${JSON.stringify(one.query)}`,
  );

test('a view is stored with filters, order and columns, replaced and removed; views are sorted by name', async () => {
  const columns = { hidden: ['brand'], order: ['code', 'product'], widths: { code: 200 } };
  const query = { 'filter[matches-pictures_count]': '0', sort: '-code', 'page[number]': '3' };
  const stored = await client.send(api.views.store, { body: { ...view('sin fotos', query), columns } });
  expect(stored).toMatchObject({ code: 200, message: 'Se guardó la vista sin fotos', result: { columns } });
  const { id } = await client.call(api.views.store, { body: view('Álbum') });
  expect(await names()).toEqual(['Álbum {}', 'sin fotos {"sort":"-code","filter[matches-pictures_count]":"0"}']);
  await client.call(api.views.store, { body: { ...view('Zócalo', { sort: 'code' }), id } });
  expect((await names())[1]).toBe('Zócalo {"sort":"code"}');
  await client.call(api.views.remove, { body: { id } });
  expect(await names()).toHaveLength(1);
  expect(await client.call(api.views.list, { query: { list: api.clients.list.path } })).toEqual([]);
});

test.each([
  ['a name in use', view('SIN FOTOS'), 409, { name: 'Ya tenés una vista con ese nombre' }],
  ['no name', view(' '), 422, { name: 'Completá este campo' }],
  ['a long name', view('x'.repeat(61)), 422, { name: expect.stringContaining('60') }],
  ['an unknown list', { ...view('a'), list: '/api/x' }, 422, { list: 'No hay una lista con esa dirección' }],
  [
    'more widths than a table has columns',
    {
      ...view('a'),
      columns: {
        ...NO_COLUMNS,
        widths: Object.fromEntries(Array.from({ length: MAX_COLUMNS + 1 }, (_, n) => [`c${n}`, 9])),
      },
    },
    422,
    { 'columns.widths': 'Son demasiadas columnas' },
  ],
  ['a filter that the list does not have', view('a', { 'filter[matches-x]': '1' }), 422, { query: expect.any(String) }],
])('%s is refused', async (_, body, code, errors) => {
  expect(await client.send(api.views.store, { body })).toMatchObject({ code, result: { errors } });
});

test('the number of views is limited by person and list', async () => {
  const other = await enrol(server, 'client');
  const before = await names();
  for (let n = 0; n < MAX_VIEWS; n++) await addView(server.db, other.id);
  const refused = await other.send(api.views.store, { body: view('una más') });
  expect(refused).toMatchObject({ code: 409, message: 'Ya tenés 50 vistas de esta lista: eliminá alguna primero' });
  expect(await other.send(api.views.store, { body: { ...view('otra'), list: api.search.list.path } })).toMatchObject({
    code: 200,
  });
  expect(await names()).toEqual(before);
});

describe('a shared view', () => {
  const share = (person: typeof client, name: string, list: string = LIST) =>
    person.send(api.views.store, { body: { ...view(name), list, is_shared: 1 } });
  const seenBy = async (person: typeof client, list: string = LIST) =>
    (await person.call(api.views.list, { query: { list } })).map(({ name, author }) => [name, author]);

  test('is seen by manufacturers with a common brand, and changed only by its author', async () => {
    const [mine, theirs] = [await addBrand(server.db), await addBrand(server.db)];
    const author = await enrol(server, 'manufacturer', { part_brand_id: mine.id });
    const colleague = await enrol(server, 'manufacturer', { part_brand_id: mine.id });
    const stranger = await enrol(server, 'manufacturer', { part_brand_id: theirs.id });
    const { id } = await author.call(api.views.store, { body: { ...view('Nuestra'), is_shared: 1 } });
    await colleague.call(api.views.store, { body: view('Zeta') });
    expect(await seenBy(author)).toEqual([['Nuestra', null]]);
    expect(await seenBy(colleague)).toEqual([
      ['Zeta', null],
      ['Nuestra', expect.any(String)],
    ]);
    for (const person of [stranger, client, await enrol(server, 'client', { part_brand_id: mine.id })]) {
      expect((await seenBy(person)).flat()).not.toContain('Nuestra');
    }
    expect(await colleague.send(api.views.remove, { body: { id } })).toMatchObject({ code: 404 });
    expect(await colleague.send(api.views.store, { body: { ...view('Otra'), id } })).toMatchObject({ code: 404 });
    await author.call(api.views.store, { body: { ...view('Nuestra'), id } });
    expect(await seenBy(colleague)).toEqual([['Zeta', null]]);
  });

  test('is hidden from people who may not open its list', async () => {
    const [admin, staff] = [await enrol(server, 'admin'), await enrol(server, 'staff')];
    await share(admin, 'Personas', api.users.list.path);
    await share(admin, 'Piezas');
    expect((await seenBy(staff, api.users.list.path)).flat()).toEqual([]);
    expect(await seenBy(staff)).toEqual([['Piezas', expect.any(String)]]);
  });

  test('has no filters by brand or attribute among manufacturers, because a colleague may not have the brand', async () => {
    const [common, secret] = [await addBrand(server.db), await addBrand(server.db)];
    const [author, colleague] = [
      await enrol(server, 'manufacturer', { part_brand_id: common.id }, { part_brand_id: secret.id }),
      await enrol(server, 'manufacturer', { part_brand_id: common.id }),
    ];
    const filters = [
      [api.search.list, 'filter[in-part_brand_id]', `${common.id};${secret.id}`],
      [api.trash.list, 'filter[contains-brand]', secret.name],
      [api.activity.list, 'filter[matches-brands]', secret.name],
      [api.parts.list, 'filter[contains-@secreto]', '1'],
      [api.parts.list, 'sort', '-@secreto'],
    ] as const;
    for (const [{ path }, key, value] of filters) {
      const named = { ...view('Con marca', { [key]: value }), list: path };
      expect(await author.send(api.views.store, { body: { ...named, is_shared: 1 } })).toMatchObject({
        code: 422,
        message: expect.stringMatching(/los filtros (por marca|y el orden por atributos)/),
        result: { errors: { is_shared: expect.any(String) } },
      });
      const { id } = await author.call(api.views.store, { body: named });
      // As if it had been shared before its author became a manufacturer.
      await server.db.updateTable('saved_views').set({ is_shared: true }).where('id', '=', id).execute();
      expect(await seenBy(colleague, path)).toEqual([]);
      expect(await seenBy(author, path)).toEqual([['Con marca', null]]);
      await author.call(api.views.remove, { body: { id } });
    }
    const crossBrand = { ...view('De Bosch', { 'filter[matches-brand]': 'Bosch' }), list: api.crosses.list.path };
    expect(await author.send(api.views.store, { body: { ...crossBrand, is_shared: 1 } })).toMatchObject({ code: 200 });
    const admin = await enrol(server, 'admin');
    const named = view('De todos', { 'filter[matches-brand]': secret.name });
    expect(await admin.send(api.views.store, { body: { ...named, is_shared: 1 } })).toMatchObject({ code: 200 });
  });

  test('has no columns of attributes for other manufacturers, because a colleague may not have the brand', async () => {
    const common = await addBrand(server.db);
    const [author, colleague] = [
      await enrol(server, 'manufacturer', { part_brand_id: common.id }),
      await enrol(server, 'manufacturer', { part_brand_id: common.id }),
    ];
    const columns = { hidden: ['brand'], order: ['code', '@secreto'], widths: { code: 90, '@secreto': 120 } };
    await author.call(api.views.store, { body: { ...view('Con atributos'), columns, is_shared: 1 } });
    const columnsFor = async (person: typeof client) =>
      (await person.call(api.views.list, { query: { list: LIST } })).map((one) => one.columns);
    expect(await columnsFor(author)).toEqual([columns]);
    expect(await columnsFor(colleague)).toEqual([{ hidden: ['brand'], order: ['code'], widths: { code: 90 } }]);
  });

  test('is refused to a client', async () => {
    expect(await share(client, 'De todos')).toMatchObject({
      code: 422,
      result: { errors: { is_shared: expect.any(String) } },
    });
  });
});
