import { type Fields, nameOf, type RowName } from '../part-rows/entities.ts';
import type { Effect } from './effects.ts';

/** A part as it is now: the fields of its rows by their name. */
export type Stored = { readonly part: Fields; readonly children: ReadonlyMap<string, Fields> };

/** Changes that a revert makes to a part, and rows that it keeps. */
export type Plan = {
  readonly part_id: number;
  /** The whole part is deleted. */
  readonly removesPart: boolean;
  readonly removed: readonly RowName[];
  readonly changed: readonly (RowName & { readonly fields: Fields })[];
  readonly added: readonly (RowName & { readonly fields: Fields })[];
  /** Rows, or fields of a row, that are kept because they have changed since. */
  readonly kept: readonly (RowName & { readonly fields?: readonly string[] })[];
};

/** With `onlyUntouched`, keeps values that have changed since. */
type Options = { readonly onlyUntouched: boolean };

/** Plans how to revert the effects of changes to a part. */
export function planOf(part_id: number, effects: readonly Effect[], stored: Stored | null, options: Options): Plan {
  const nothing: Plan = { part_id, removesPart: false, removed: [], changed: [], added: [], kept: [] };
  const own = effects.find(({ entity }) => entity === 'part');
  const wasCreated = own && !own.before;
  const wasRemoved = own && !own.after;
  if (wasCreated) {
    if (!stored) return nothing;
    if (isUntouched(effects, stored)) return { ...nothing, removesPart: true };
    return { ...nothing, kept: [{ entity: 'part', part_id, row_id: part_id }] };
  }
  if (wasRemoved) return stored ? nothing : { ...nothing, added: effects.flatMap(backAgain) };
  if (!stored) return { ...nothing, kept: [{ entity: 'part', part_id, row_id: part_id }] };
  const steps = effects.map((effect) => stepBack(effect, stored, options));
  return {
    ...nothing,
    removed: steps.flatMap(({ removed }) => removed ?? []),
    changed: steps.flatMap(({ changed }) => changed ?? []),
    added: steps.flatMap(({ added }) => added ?? []),
    kept: steps.flatMap(({ kept }) => kept ?? []),
  };
}

/** Returns the row to insert, if the changes removed it. */
const backAgain = ({ before, after, place, ...row }: Effect) => (before && !after ? [{ ...row, fields: before }] : []);

type Step = { [K in 'removed' | 'changed' | 'added' | 'kept']?: Plan[K] };

function stepBack(effect: Effect, stored: Stored, { onlyUntouched }: Options): Step {
  const { before, after, place, ...row } = effect;
  const now = row.entity === 'part' ? stored.part : stored.children.get(nameOf(row));
  if (!after) return now ? {} : { added: backAgain(effect) };
  if (!before) {
    if (!now) return {};
    return onlyUntouched && !isAs(now, after) ? { kept: [row] } : { removed: [row] };
  }
  if (!now) return { kept: [row] };
  const different = Object.keys(before).filter((field) => !isEqual(now[field], before[field]));
  const touched = onlyUntouched ? different.filter((field) => !isEqual(now[field], after[field])) : [];
  const reported = touched.filter((field) => !NOT_COMPARED.includes(field));
  const fields = Object.fromEntries(
    different.filter((field) => !touched.includes(field)).map((field) => [field, before[field]]),
  );
  return {
    changed: Object.keys(fields).length > 0 ? [{ ...row, fields }] : [],
    kept: reported.length > 0 ? [{ ...row, fields: reported }] : [],
  };
}

/** Whether the part has exactly the rows that the changes left, as they left them. */
function isUntouched(effects: readonly Effect[], { part, children }: Stored): boolean {
  const left = effects.filter(({ after }) => after !== null);
  return (
    left.length === children.size + 1 &&
    left.every((effect) => {
      const now = effect.entity === 'part' ? part : children.get(nameOf(effect));
      return now !== undefined && effect.after !== null && isAs(now, effect.after);
    })
  );
}

/**
 * Fields that comparisons ignore. The position of a picture also changes with other pictures. No call changes
 * created_at, whose text depends on the time zone of the session.
 */
const NOT_COMPARED = ['created_at', 'position', 'version'];

const isAs = (now: Fields, then: Fields) =>
  Object.keys(then).every((field) => NOT_COMPARED.includes(field) || isEqual(now[field], then[field]));

/** Columns hold texts, numbers, booleans and nulls. */
const isEqual = (a: unknown, b: unknown) => a === b;
