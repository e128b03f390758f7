import type { Operation } from '@piezario/contract/activity';
import { expect, test } from 'vitest';
import { joinOperations } from './join.ts';

const NONE: ReadonlySet<number> = new Set();
const operation = (id: number, minute: number, more: Partial<Operation> = {}): Operation => ({
  ...{ id, at: `2026-11-18T12:${String(minute).padStart(2, '0')}:00.000Z`, user: 'Ana', kind: 'screen', file: null },
  ...{ brands: 'Norvial', names: ['Norvial A1'], done: [{ entity: 'picture', action: 'created', rows: 1 }] },
  ...{ undoes: null, undone_by: null, undo_id: null, can_undo: 1, ...more },
});
const idsOf = (operations: readonly Operation[]) =>
  joinOperations(operations, NONE).map(({ joined }) => joined.map(({ id }) => id));

test('operations of one person on one part within minutes are one line', () => {
  const changed = operation(3, 40, { done: [{ entity: 'part', action: 'changed', rows: 1 }], undone_by: 9 });
  const [line, ...others] = joinOperations([changed, operation(2, 31), operation(1, 22)], NONE);
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    ...{ id: 3, undone_by: null },
    done: [
      { entity: 'part', action: 'changed', rows: 1 },
      { entity: 'picture', action: 'created', rows: 2 },
    ],
  });
});

test('another person, part or kind, two parts, or a longer pause begins another line', () => {
  expect(idsOf([operation(2, 40), operation(1, 29)])).toEqual([[2], [1]]);
  expect(idsOf([operation(2, 40), operation(1, 40, { user: 'Beto' })])).toEqual([[2], [1]]);
  expect(idsOf([operation(2, 40), operation(1, 40, { names: ['Norvial A2'] })])).toEqual([[2], [1]]);
  expect(idsOf([operation(2, 40), operation(1, 40, { kind: 'bulk' })])).toEqual([[2], [1]]);
  const ofTwo = { names: ['Norvial A1', 'Norvial A2'] };
  expect(idsOf([operation(2, 40, ofTwo), operation(1, 40, ofTwo)])).toEqual([[2], [1]]);
});

test('an open line is followed by its operations', () => {
  const lines = joinOperations([operation(2, 40), operation(1, 39)], new Set([2]));
  expect(lines.map(({ id, isInner }) => [id, isInner])).toEqual([
    [2, false],
    [2, true],
    [1, true],
  ]);
});
