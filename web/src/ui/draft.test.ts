import { expect, test } from 'vitest';
import { draftOf, recoverFrom } from './draft.ts';

const BRAND = { id: 1, name: 'Norvial', alias: '', category: '', tags: ['a'], password: '' };
/** A draft after a round trip through JSON, as the browser's storage returns it. */
const stored = (draft: unknown): unknown => JSON.parse(JSON.stringify(draft));
const typed = (changes: object, base: object = BRAND) => stored(draftOf({ ...base }, { ...base, ...changes }));

test('typed values are recovered, and a password is not', () => {
  const draft = typed({ name: 'Norvial SA', category: 7, tags: [], password: 'secreta' });
  expect(JSON.stringify(draft)).not.toContain('secreta');
  expect(recoverFrom(draft, BRAND)).toEqual({ values: { name: 'Norvial SA', category: 7, tags: [] }, isWhole: true });
});

test('a form without changes has no draft', () => {
  expect(draftOf(BRAND, { ...BRAND, password: 'secreta' })).toBeNull();
  expect(recoverFrom(null, BRAND)).toEqual({ values: {}, isWhole: true });
});

test('fields that were saved since are not recovered, which the result reports', () => {
  const draft = typed({ name: 'Mío', alias: 'NV' });
  expect(recoverFrom(draft, { ...BRAND, name: 'De otra' })).toEqual({ values: { alias: 'NV' }, isWhole: false });
  expect(recoverFrom(draft, { ...BRAND, name: 'Mío' })).toEqual({ values: { alias: 'NV' }, isWhole: true });
});

test('the draft of a record with a version recovers the version that was changed', () => {
  const part = { version: 3, code: 'A', observation: '' };
  const draft = typed({ observation: 'Mía' }, part);
  expect(recoverFrom(draft, { version: 4, code: 'B', observation: 'De otra' }).values).toEqual({
    version: 3,
    observation: 'Mía',
  });
});

test('fields of another type and old drafts are not recovered', () => {
  const draft = typed({ tags: ['a', 'b'], name: 'Mío' });
  expect(recoverFrom(draft, { name: 'Norvial', tags: 'a' }).values).toEqual({ name: 'Mío' });
  expect(recoverFrom({ name: 'Mío' }, BRAND).values).toEqual({});
  const MONTH = 30 * 24 * 60 * 60_000;
  expect(recoverFrom(draft, BRAND, Date.now() + MONTH).values).toEqual({});
});
