import { get } from '@piezario/contract/endpoint';
import { type ListQuery, listed, type Mode, paged, writeCursor } from '@piezario/contract/list';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { carryText, filterWords, listCells, readText, readValue, textOf } from './filterTexts.ts';
import { changeView, nextSort, readView, replaceFilter, writeView } from './list.ts';
import { nextPage } from './nextPage.ts';

const list = get({
  path: '/api/things',
  access: 'user',
  summary: 'Things',
  ...listed({ name: 'text', count: 'number', since: 'date', notes: 'prose' }, '-name'),
  result: paged(z.object({ name: z.string() })),
});
const clean = { page: 1, size: 50, filters: [], sort: [{ column: 'name', descending: true }] };
const by = (column: string, descending = false) => [{ column, descending }];

test('a view survives the URL, and parameters of others stay in it', () => {
  const filters = [{ mode: 'greater_than', column: 'count', value: '3' }] as const;
  const view = { page: 3, size: 100, filters, sort: by('count', true) };
  const search = writeView(list, { category: '7', 'page[number]': '9', 'filter[contains-name]': 'old' }, view);
  expect(search).toEqual({
    category: '7',
    'page[number]': '3',
    'page[size]': '100',
    'filter[greater_than-count]': '3',
    sort: '-count',
  });
  expect(readView(list, search)).toEqual(view);
});

test('a clean view leaves a clean URL', () => {
  expect(writeView(list, { sort: 'count' }, clean)).toEqual({});
});

test('invalid parameters of a URL are ignored, and valid ones are kept', () => {
  const search = {
    'page[number]': '-1',
    'page[size]': 'many',
    sort: 'secret',
    'filter[x]': '1',
    'filter[contains-name]': 'a',
  };
  expect(readView(list, search)).toEqual({ ...clean, filters: [{ mode: 'contains', column: 'name', value: 'a' }] });
  expect(readView(list, { 'filter[contains-count]': '1', 'filter[matches-since]': 'today' })).toEqual(clean);
});

const cursor = writeCursor(3, by('name', true), ['m', '7']);

test('a page that a cursor led to survives the URL', () => {
  const view = { ...clean, page: 3, after: ['m', '7'] };
  expect(writeView(list, { 'page[number]': '9' }, view)).toEqual({ 'page[after]': cursor });
  expect(readView(list, { 'page[after]': cursor })).toEqual(view);
});

test.each<[string, Record<string, string>, ListQuery]>([
  ['that is malformed', { 'page[after]': 'x' }, clean],
  ['of another order', { 'page[after]': cursor, sort: 'count' }, { ...clean, sort: by('count') }],
  ['of a column that cannot be sorted', { 'page[after]': writeCursor(3, by('notes'), ['m']), sort: 'notes' }, clean],
  [
    'of such a column, with `sort` first in the URL',
    { sort: 'notes', 'page[after]': writeCursor(3, by('notes'), ['m']) },
    clean,
  ],
])('a cursor %s is dropped', (_, search, expected) => {
  expect(readView(list, search)).toEqual(expected);
});

test('a change begins at the first page unless it says where, and drops the cursor', () => {
  const view = { ...clean, page: 3, after: ['m', '7'] };
  expect(changeView(view, () => ({ size: 100 }))).toStrictEqual({ ...clean, size: 100 });
  expect(changeView(view, ({ page }) => ({ page: page - 1 }))).toStrictEqual({ ...clean, page: 2 });
  expect(changeView(view, () => ({ page: 4, after: ['p'] }))).toStrictEqual({ ...clean, page: 4, after: ['p'] });
});

test.each<[string, ListQuery, string | null, Partial<ListQuery>]>([
  ['by its cursor', { ...clean, page: 2 }, cursor, { page: 3, after: ['m', '7'] }],
  ['by its number without one', { ...clean, page: 2 }, null, { page: 3 }],
  ['by its number with the cursor of another page', { ...clean, page: 3 }, cursor, { page: 4 }],
  ['by its number with the cursor of another order', { ...clean, page: 2, sort: by('name') }, cursor, { page: 3 }],
])('the next page is found %s', (_, query, given, expected) => {
  expect(nextPage(query, given)).toEqual(expected);
});

test('a value is read as its column compares it', () => {
  expect(readValue(list, 'name', 'contains', '  ab ')).toBe('ab');
  expect(readValue(list, 'name', 'contains', '   ')).toBe('');
  expect(readValue(list, 'count', 'greater_than', '3,5')).toBe('3.5');
  expect(readValue(list, 'count', 'greater_than', 'three')).toBeNull();
});

test('a filter takes the place of the others of its column, and an empty one leaves it free', () => {
  const name = { mode: 'contains', column: 'name', value: 'a' } as const;
  const count = { mode: 'matches', column: 'count', value: '1' } as const;
  expect(replaceFilter([name, count], { ...name, mode: 'matches' })).toEqual([count, { ...name, mode: 'matches' }]);
  expect(replaceFilter([name, count], { ...name, value: '' })).toEqual([count]);
});

test('a header sorts ascending, descending, and then by the default of the list', () => {
  expect(nextSort(list, clean.sort, 'count')).toEqual(by('count'));
  expect(nextSort(list, by('count'), 'count')).toEqual(by('count', true));
  expect(nextSort(list, by('count', true), 'count')).toEqual(clean.sort);
});

test('the column that the list comes sorted by only turns around', () => {
  expect(nextSort(list, clean.sort, 'name')).toEqual(by('name'));
  expect(nextSort(list, by('name'), 'name')).toEqual(clean.sort);
});

test.each<[string, Mode, string, string | null]>([
  ['name', 'contains', ' ab ', 'ab'],
  ['name', 'in', 'a; b;; a', 'a;b'],
  ['name', 'in', 'a'.repeat(201), null],
  ['name', 'in', Array(201).fill('ab').join('; '), 'ab'],
  ['name', 'in', 'ab; '.repeat(1001), null],
  ['name', 'is_empty', '1', '1'],
  ['count', 'in', '1; 2,5', '1;2.5'],
  ['count', 'in', '1; two', null],
  ['count', 'between', '', ''],
  ['count', 'between', '1\n', ''],
  ['count', 'between', '\n2', ''],
  ['count', 'between', '1\n2', '1..2'],
  ['count', 'between', '9\n2,5', '9..2.5'],
  ['count', 'between', '1.\n2', null],
  ['count', 'between', '1..2\n3', null],
  ['since', 'between', '2026-01-01\n2026-02-01', '2026-01-01..2026-02-01'],
])('of %s, %s %j is read as %j', (column, mode, text, expected) => {
  expect(readText(list, column, mode, text)).toBe(expected);
});

test.each<[Mode, string, string]>([
  ['contains', 'a;b', 'a;b'],
  ['in', 'a;b', 'a; b'],
  ['between', '1..2', '1\n2'],
  ['between', '', ''],
  ['is_empty', '1', ''],
])('%s %j is typed as %j', (mode, value, text) => {
  expect(textOf(mode, value)).toBe(text);
});

test.each<[Mode, string, Mode, string]>([
  ['contains', 'a', 'starts_with', 'a'],
  ['contains', 'a', 'in', 'a'],
  ['contains', 'a', 'is_empty', '1'],
  ['is_not_empty', '', 'is_empty', '1'],
  ['is_empty', '', 'contains', ''],
  ['in', 'a; ', 'matches', 'a'],
  ['in', 'a; b', 'matches', ''],
  ['in', '1; 2', 'between', '1\n2'],
  ['in', '1; 2; 3', 'between', ''],
  ['matches', '1', 'between', '1\n'],
  ['matches', '', 'between', ''],
  ['between', '\n2', 'less_than', '2'],
  ['between', '1\n2', 'less_than', ''],
  ['between', '1\n2', 'in', '1; 2'],
])('changing %s %j to %s leaves %j in the field', (from, text, to, expected) => {
  expect(carryText(from, to, text)).toBe(expected);
});

test.each([
  ['A', null],
  ['A; B', null],
  ['A\r\n', 'A'],
  ['A\r\nB 2\r\n\r\n', 'A; B 2'],
  ['A\tB\n\tC ', 'A; B; C'],
])('of pasted %j, the list is %j', (text, expected) => {
  expect(listCells(text)).toBe(expected);
});

const STATES = [
  { value: '1', label: 'Activo' },
  { value: '0', label: 'Inactivo' },
];

test.each<[Mode, string, typeof STATES | undefined, string]>([
  ['contains', 'a', undefined, 'contiene “a”'],
  ['matches', '1', undefined, 'coincide “1”'],
  ['matches', '1', STATES, 'Activo'],
  ['matches', '2', STATES, 'coincide “2”'],
  ['in', 'A;B', undefined, 'es uno de A, B'],
  ['in', '1;0', STATES, 'es uno de Activo, Inactivo'],
  ['between', '1..2', undefined, 'entre 1 y 2'],
  ['is_empty', '1', STATES, 'está vacío'],
])('%s %j is said in words', (mode, value, options, words) => {
  expect(filterWords(mode, value, undefined, options)).toBe(words);
});

test.each<[Mode, string, string]>([
  ['matches', '2026-01-09', 'el 9/1/2026'],
  ['less_than', '2026-01-09', 'antes del 9/1/2026'],
  ['greater_than', '2026-01-09', 'después del 9/1/2026'],
  ['between', '2026-01-01..2026-02-10', 'entre 1/1/2026 y 10/2/2026'],
])('%s %j of a date is said in words', (mode, value, words) => {
  expect(filterWords(mode, value, 'date')).toBe(words);
});
