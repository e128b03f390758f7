import { expect, test } from 'vitest';
import { draftOf, recoverFrom } from './draft.ts';

const BRAND = { id: 1, name: 'Norvial', alias: '', category: '', tags: ['a'], password: '' };
/** A draft after a round trip through JSON, as the browser's storage returns it. */
const stored = (draft: unknown): unknown => JSON.parse(JSON.stringify(draft));
const typed = (changes: object, base: object = BRAND) => stored(draftOf({ ...base }, { ...base, ...changes }));

test('what was typed comes back, and a password does not', () => {
  const draft = typed({ name: 'Norvial SA', category: 7, tags: [], password: 'secreta' });
  expect(JSON.stringify(draft)).not.toContain('secreta');
  expect(recoverFrom(draft, BRAND)).toEqual({ values: { name: 'Norvial SA', category: 7, tags: [] }, isWhole: true });
});

test('a form without changes keeps nothing', () => {
  expect(draftOf(BRAND, { ...BRAND, password: 'secreta' })).toBeNull();
  expect(recoverFrom(null, BRAND)).toEqual({ values: {}, isWhole: true });
});

test('what was saved since stays, and that something is missing is said', () => {
  const draft = typed({ name: 'Mío', alias: 'NV' });
  expect(recoverFrom(draft, { ...BRAND, name: 'De otra' })).toEqual({ values: { alias: 'NV' }, isWhole: false });
  expect(recoverFrom(draft, { ...BRAND, name: 'Mío' })).toEqual({ values: { alias: 'NV' }, isWhole: true });
});

test('a record with a version comes back with the one that was changed', () => {
  const part = { version: 3, code: 'A', observation: '' };
  const draft = typed({ observation: 'Mía' }, part);
  expect(recoverFrom(draft, { version: 4, code: 'B', observation: 'De otra' }).values).toEqual({
    version: 3,
    observation: 'Mía',
  });
});

test('what no longer fits the form, or is old, does not come back', () => {
  const draft = typed({ tags: ['a', 'b'], name: 'Mío' });
  expect(recoverFrom(draft, { name: 'Norvial', tags: 'a' }).values).toEqual({ name: 'Mío' });
  expect(recoverFrom({ name: 'Mío' }, BRAND).values).toEqual({});
  const MONTH = 30 * 24 * 60 * 60_000;
  expect(recoverFrom(draft, BRAND, Date.now() + MONTH).values).toEqual({});
});
