import { expect, test } from 'vitest';
import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';

const endpoints = Object.entries(api).flatMap(([noun, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, endpoint]) => ({ name: `${noun}.${name}`, ...endpoint })),
);

/** POST calls that change nothing that a screen shows. */
const CHANGE_NOTHING = [
  'auth.login',
  'auth.register',
  'bulk.preview',
  'clients.viewAs',
  'downloads.ticket',
  'home.visit',
  'templates.preview',
  'workbookMappings.preview',
];

test('every POST call names the resources that it changes', () => {
  const silent = endpoints.filter(({ method, changes }) => method === 'POST' && !changes).map(({ name }) => name);
  expect(silent).toEqual(CHANGE_NOTHING);
});

test('every resource that a call changes is read by some call', () => {
  const read = new Set(endpoints.flatMap(({ reads = [] }) => reads));
  const changed = new Set(endpoints.flatMap(({ changes = [] }) => changes));
  expect([...changed].filter((resource) => !read.has(resource))).toEqual([]);
});

test('completeness and activity are stale after a template changes', () => {
  const judging = [api.parts.list, api.parts.show, api.pending.list, api.home.catalog, api.home.progress];
  for (const { reads } of [...judging, api.home.week, api.activity.list]) {
    expect(reads).toEqual(expect.arrayContaining([...api.templates.store.changes]));
  }
});
