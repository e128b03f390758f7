import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { readsCatalogue } from './reads.ts';

test('replicas answer lists, searches and other reads of the catalog, but no jobs or people', () => {
  const read = Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries(calls).flatMap(([name, call]) => (readsCatalogue(call) ? [`${noun}.${name}`] : [])),
  );
  const examples = ['parts.list', 'parts.sheet', 'search.list', 'vehicleCatalog.list', 'brands.json', 'pending.list'];
  expect(read).toEqual(expect.arrayContaining(examples));
  const nouns = new Set(read.map((name) => name.split('.')[0]));
  expect(
    ['importer', 'bulk', 'undos', 'pictureImports', 'users', 'clients', 'account'].filter((noun) => nouns.has(noun)),
  ).toEqual([]);
});
