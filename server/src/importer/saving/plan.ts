import type { TrashedPart } from '../../history/trashed.ts';
import type { Fields } from '../../part-rows/entities.ts';
import type { LocatedItem, Refusal, SheetRules, StoredRow } from '../sheets/rules.ts';

/**
 * What a row of the file does to a stored row, as in the log of changes: a new row has no `before`, a removed row no
 * `after`, and for a changed row both have only the fields that differ.
 */
export type RowPlan = {
  readonly located: LocatedItem;
  /** Null for a new row. */
  readonly row: number | null;
  readonly before: Fields | null;
  readonly after: Fields | null;
  /** Stored fields that are joint with the fields that change. */
  readonly beside: Fields;
  /** The part comes back from the trash, with some of its fields changed. */
  readonly returns?: TrashedPart & { readonly changed: Fields };
  /** A new part whose code exists in another product of the brand. */
  readonly isInOtherProduct?: boolean;
  /** Fields that are only written differently. */
  readonly respelled: readonly string[];
};

/** Compares what the file names with what is stored. Null when there is nothing to do. */
export function planOf(
  rules: SheetRules,
  located: LocatedItem,
  stored: StoredRow | null,
): RowPlan | { refusal: Refusal } | null {
  const target = located.parsed.removes ? null : rules.target(located, stored?.fields ?? null);
  if (!stored) {
    if (!target) return null;
    const created = rules.newFields(located);
    if (isRefusal(created)) return { refusal: created };
    return { located, row: null, before: null, after: created, beside: {}, respelled: [] };
  }
  const { id: row, fields } = stored;
  if (!target) return { located, row, before: fields, after: null, beside: {}, respelled: [] };
  const different = Object.keys(target).filter((field) => target[field] !== fields[field]);
  if (different.length === 0) return null;
  return {
    located,
    row,
    before: pick(fields, different),
    after: pick(target, different),
    beside: pick(fields, [...new Set(different.flatMap((field) => partnersOf(rules, field)))]),
    respelled: different.filter((field) => rules.isRespelling(field, fields[field], target[field])),
  };
}

/** Plans the return of a part from the trash, with the fields that the row fills in. */
export function planReturn(rules: SheetRules, located: LocatedItem, trashed: TrashedPart): RowPlan {
  const { fields } = trashed;
  const target = rules.target(located, fields) ?? {};
  const changed = pick(
    target,
    Object.keys(target).filter(
      (field) => target[field] !== fields[field] && !rules.isRespelling(field, fields[field], target[field]),
    ),
  );
  const after = { ...pick(fields, Object.keys(rules.newFields(located))), ...changed };
  return { located, row: null, before: null, after, beside: {}, returns: { ...trashed, changed }, respelled: [] };
}

/** The fields that are joint with the field. */
export const partnersOf = ({ jointFields = [] }: SheetRules, field: string): readonly string[] =>
  jointFields.includes(field) ? jointFields.filter((other) => other !== field) : [];

const isRefusal = (created: Fields | Refusal): created is Refusal => Array.isArray(created);

export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

/** The plan for some of its changed fields; null when none is left. */
export function onlyFields(planned: RowPlan, fields: readonly string[]): RowPlan | null {
  const { before, after } = planned;
  if (fields.length === 0 || !before || !after) return null;
  return { ...planned, before: pick(before, fields), after: pick(after, fields) };
}
