import { expect, test } from 'vitest';
import { listQuery, splitValue, writeCursor } from './list.ts';

const codec = listQuery(
  { id: 'number', name: 'text', code: 'code', note: 'prose', enabled: 'flag', created_at: 'date', '@': 'attribute' },
  '-name',
);
const problems = (wire: Record<string, unknown>) =>
  Object.fromEntries((codec.safeParse(wire).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));

test('an empty query is the first page of 50, in the default order', () => {
  expect(codec.parse({})).toEqual({ page: 1, size: 50, filters: [], sort: [{ column: 'name', descending: true }] });
});

test('a decoded query is encoded as it was, without the defaults', () => {
  const wire = {
    'page[number]': '3',
    'page[size]': '25',
    'filter[contains-name]': 'ñandú 100%',
    'filter[less_than-created_at]': '2026-02-28',
    sort: 'enabled,-id',
  };
  expect(codec.encode(codec.parse(wire))).toEqual(wire);
  expect(codec.encode(codec.parse({ 'page[number]': '1', 'page[size]': '50', sort: '-name' }))).toEqual({});
});

test('each of several values is read as people write it', () => {
  const filters = codec.parse({
    'filter[in-code]': ' A 1 ; B2;;A 1',
    'filter[between-id]': '1,5 .. 3',
    'filter[between-created_at]': '2026-01-01..2026-02-28',
    'filter[is_not_empty-name]': 'Sí',
  }).filters;
  expect(filters.map(({ value }) => value)).toEqual(['A 1;B2', '1.5..3', '2026-01-01..2026-02-28', '1']);
  expect(filters.map(splitValue)).toEqual([['A 1', 'B2'], ['1.5', '3'], ['2026-01-01', '2026-02-28'], []]);
});

test('the name of an attribute may have any characters, and any spelling of it leads to the same column', () => {
  const query = codec.parse({
    'filter[between-@Di%C3%A1metro%2C%20%5B-%C3%98%5D]': '10 .. 2,5 cm',
    'filter[in-@diametro, [-ø]]': 'Sí; 3',
    sort: '-@DI%C3%81METRO%2C [-ø]',
  });
  const column = '@diametro, [-ø]';
  expect(query.filters).toEqual([
    { mode: 'between', column, value: '10..2,5 cm' },
    { mode: 'in', column, value: 'Sí;3' },
  ]);
  expect(query.sort).toEqual([{ column, descending: true }]);
  const written = '@diametro%2C%20%5B-%C3%B8%5D';
  expect(codec.encode(query)).toEqual({
    [`filter[between-${written}]`]: '10..2,5 cm',
    [`filter[in-${written}]`]: 'Sí;3',
    sort: `-${written}`,
  });
  expect(codec.parse(codec.encode(query))).toEqual(query);
});

test('an eleventh filter by an attribute is refused', () => {
  const wire = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`filter[contains-@n${n}]`, 'x']));
  expect(Object.keys(problems(wire))).toEqual(['filter[contains-@n10]']);
});

test('a list without attributes refuses them', () => {
  const { success } = listQuery({ id: 'number' }, 'id').safeParse({ 'filter[contains-@x]': '1' });
  expect(success).toBe(false);
});

test('a cursor leads to its page of the same order', () => {
  const sort = [{ column: 'name', descending: true }];
  const wire = { 'page[after]': writeCursor(3, sort, ['ñandú "1"', '7']) };
  expect(codec.parse(wire)).toEqual({ page: 3, after: ['ñandú "1"', '7'], size: 50, filters: [], sort });
  expect(codec.encode(codec.parse(wire))).toEqual(wire);
  expect(codec.parse({ ...wire, 'page[number]': '9' })).toMatchObject({ page: 3, after: ['ñandú "1"', '7'] });
});

test('empty filters do not count', () => {
  expect(codec.parse({ 'filter[contains-name]': '  ', 'filter[matches-id]': '' }).filters).toEqual([]);
});

test('the second mention of a column in the order is ignored', () => {
  expect(codec.parse({ sort: 'id,-name,-id' }).sort).toEqual([
    { column: 'id', descending: false },
    { column: 'name', descending: true },
  ]);
});

test('flags and numbers are read as people write them', () => {
  const filters = codec.parse({ 'filter[matches-enabled]': 'Sí', 'filter[greater_than-id]': '1,5' }).filters;
  expect(filters.map(({ value }) => value)).toEqual(['1', '1.5']);
});

test.each([
  { 'filter[contains-password]': 'x' },
  { 'filter[contains-__proto__]': 'x' },
  { 'filter[contains-constructor]': 'x' },
  { 'filter[starts_with-user.password]': 'x' },
  { 'filter[regexp-name]': 'x' },
  { 'filter[contains-id]': '1' },
  { 'filter[greater_than-enabled]': '1' },
  { 'filter[matches-id]': '1e309' },
  { 'filter[between-id]': '1' },
  { 'filter[between-id]': '1..2..3' },
  { 'filter[between-id]': '1..x' },
  { 'filter[between-name]': 'a..b' },
  { 'filter[in-id]': '1;x' },
  { 'filter[in-code]': ';;' },
  { 'filter[in-code]': Array.from({ length: 201 }, (_, n) => n).join(';') },
  { 'filter[in-enabled]': '1' },
  { 'filter[is_empty-name]': '0' },
  { 'filter[is_empty-id]': '1' },
  { 'page[after]': 'x' },
  { 'page[after]': '[0,"-name","a","1"]' },
  { 'page[after]': '[2,"name","a","1"]' },
  { 'page[after]': '[2,"-name",1]' },
  { 'page[after]': '[2,"-name","a\\u0000"]' },
  { 'page[after]': `[2,"-name","${'x'.repeat(12_000)}"]` },
  { 'filter[matches-id]': '0x10' },
  { 'filter[matches-created_at]': '2026-02-30' },
  { 'filter[matches-created_at]': '0000-01-01' },
  { 'filter[matches-enabled]': 'quizás' },
  { 'filter[contains-name]': 'a\0b' },
  { 'filter[contains-name]': 'a\ud800b' },
  { 'filter[contains-name]': 'x'.repeat(201) },
  { 'filter[contains-name]': ['a', 'b'] },
  { 'filter[contains-@]': 'x' },
  { 'filter[contains-@%]': 'x' },
  { 'filter[contains-@%00]': 'x' },
  { 'filter[ends_with-@x]': 'x' },
  { [`filter[contains-@${'x'.repeat(101)}]`]: 'x' },
  { 'filter[greater_than-@x]': 'mucho' },
  { 'filter[between-@x]': '1..x' },
  { sort: '@' },
  { sort: '@%' },
  { sort: '@x,id' },
  { sort: '-password_hash' },
  { sort: 'note' },
  { sort: 'name; drop table users' },
  { 'page[size]': '1000000000' },
  { 'page[size]': '0' },
  { 'page[number]': '-1' },
  { 'page[number]': '1.5' },
  { 'page[number]': '99999999999999999999' },
  { other: 'x' },
])('%o is refused at its key', (wire) => {
  expect(problems(wire)).toEqual({ [Object.keys(wire).join()]: expect.any(String) });
});
