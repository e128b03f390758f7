import { api } from '@piezario/contract/api';
import { MAX_VIEWS } from '@piezario/contract/views';
import { expect, test } from 'vitest';
import { addView, NO_COLUMNS } from '../testing/catalogue.ts';
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

test('a view is stored with what it filters, sorts and shows, replaced and removed; views come by name', async () => {
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
  ['a name that is there already', view('SIN FOTOS'), 409, { name: 'Ya tenés una vista con ese nombre' }],
  ['no name', view(' '), 422, { name: 'Completá este campo' }],
  ['a long name', view('x'.repeat(61)), 422, { name: expect.stringContaining('60') }],
  ['a list that there is not', { ...view('a'), list: '/api/x' }, 422, { list: 'No hay una lista con esa dirección' }],
  [
    'more widths than a table has columns',
    {
      ...view('a'),
      columns: { ...NO_COLUMNS, widths: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`c${n}`, 9])) },
    },
    422,
    { 'columns.widths': 'Son demasiadas columnas' },
  ],
  ['a filter that the list has not', view('a', { 'filter[matches-x]': '1' }), 422, { query: expect.any(String) }],
])('%s is refused', async (_, body, code, errors) => {
  expect(await client.send(api.views.store, { body })).toMatchObject({ code, result: { errors } });
});

test('a person has so many of a list, and others theirs', async () => {
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
