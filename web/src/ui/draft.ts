import { z } from 'zod';
import { KEPT_FOR } from './storage.ts';

/** Time of the draft, and each changed field with its value in the record and its typed value. */
const Draft = z.object({
  at: z.number(),
  fields: z.record(z.string(), z.object({ was: z.unknown(), is: z.unknown() })),
});

type Values = Readonly<Record<string, unknown>>;

/** Never stored. */
const SECRET = 'password';
/**
 * Key of the version of the changed record. It is sent with the changes, so that the server detects a save by another
 * person and the form lets the person choose.
 */
const VERSION = 'version';

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
/** Type of a value. A number may replace a blank text, but a list may not. */
const shapeOf = (value: unknown) =>
  Array.isArray(value) ? 'list' : typeof value === 'object' && value !== null ? 'record' : 'plain';

/** Returns the changes of a form from `base` to its current values, or null without changes. */
export function draftOf(base: Values, values: Values, at = Date.now()): z.input<typeof Draft> | null {
  const changed = Object.keys(values).filter((field) => field !== SECRET && !same(base[field], values[field]));
  if (changed.length === 0) return null;
  const kept = VERSION in values ? [...changed, VERSION] : changed;
  return { at, fields: Object.fromEntries(kept.map((field) => [field, { was: base[field], is: values[field] }])) };
}

/**
 * Returns the values to recover into a form with the values `now`. Skips fields that were saved with another value
 * since, unless the record has a version; `isWhole` is true when none was skipped.
 */
export function recoverFrom(stored: unknown, now: Values, at = Date.now()): { values: Values; isWhole: boolean } {
  const draft = Draft.safeParse(stored).data;
  if (!draft || at - draft.at > KEPT_FOR) return { values: {}, isWhole: true };
  const changed = Object.entries(draft.fields).filter(
    ([field, { is }]) => field in now && shapeOf(is) === shapeOf(now[field]) && !same(is, now[field]),
  );
  const fitting = changed.filter(([field, { was }]) => VERSION in now || same(was, now[field]));
  const isOfFields = fitting.some(([field]) => field !== VERSION);
  const values = isOfFields ? Object.fromEntries(fitting.map(([field, { is }]) => [field, is])) : {};
  return { values, isWhole: fitting.length === changed.length };
}
