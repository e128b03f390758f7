import { get } from '@piezario/contract/endpoint';
import { listed, paged } from '@piezario/contract/list';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { nextSort, readValue, readView, replaceFilter, writeView } from './list.ts';

const list = get({
  path: '/api/things',
  access: 'user',
  summary: 'Things',
  ...listed({ name: 'text', count: 'number', since: 'date' }, '-name'),
  result: paged(z.object({ name: z.string() })),
});
const clean = { page: 1, size: 50, filters: [], sort: [{ column: 'name', descending: true }] };
const by = (column: string, descending = false) => [{ column, descending }];

test('a view survives the URL, and so does what is not the list’s', () => {
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

test('of a URL with nonsense, what makes sense is kept', () => {
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

test('a header sorts up, down and then as the list comes', () => {
  expect(nextSort(list, clean.sort, 'count')).toEqual(by('count'));
  expect(nextSort(list, by('count'), 'count')).toEqual(by('count', true));
  expect(nextSort(list, by('count', true), 'count')).toEqual(clean.sort);
});

test('the column that the list comes sorted by only turns around', () => {
  expect(nextSort(list, clean.sort, 'name')).toEqual(by('name'));
  expect(nextSort(list, by('name'), 'name')).toEqual(clean.sort);
});
