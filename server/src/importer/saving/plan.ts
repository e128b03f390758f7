import type { TrashedPart } from '../../history/trashed.ts';
import type { Fields } from '../../part-rows/entities.ts';
import type { Named, Refusal, SheetRules, StoredRow } from '../sheets/rules.ts';

/**
 * What a row of the file does to a stored row, as in the log of changes: a new row has no `before`, one that goes has no
 * `after`, and of a changed one both have only what differs.
 */
export type Planned = {
  readonly named: Named;
  /** Null for a new row. */
  readonly row: number | null;
  readonly before: Fields | null;
  readonly after: Fields | null;
  /** Of a changed row, the stored fields that belong together with what changes. */
  readonly beside: Fields;
  /** The part comes back from the trash, with some of its fields changed. */
  readonly returns?: TrashedPart & { readonly changed: Fields };
  /** A new part whose code another product of the brand has. */
  readonly isInOtherProduct?: boolean;
  /** Fields that are only written differently. */
  readonly respelled: readonly string[];
};

/** Compares what the file names with what is stored. Null when there is nothing to do. */
export function planOf(
  rules: SheetRules,
  named: Named,
  stored: StoredRow | null,
): Planned | { refusal: Refusal } | null {
  const wanted = named.parsed.removes ? null : rules.wanted(named, stored?.fields ?? null);
  if (!stored) {
    if (!wanted) return null;
    const created = rules.created(named);
    if (isRefusal(created)) return { refusal: created };
    return { named, row: null, before: null, after: created, beside: {}, respelled: [] };
  }
  const { id: row, fields } = stored;
  if (!wanted) return { named, row, before: fields, after: null, beside: {}, respelled: [] };
  const different = Object.keys(wanted).filter((field) => wanted[field] !== fields[field]);
  if (different.length === 0) return null;
  return {
    named,
    row,
    before: pick(fields, different),
    after: pick(wanted, different),
    beside: pick(fields, [...new Set(different.flatMap((field) => partnersOf(rules, field)))]),
    respelled: different.filter((field) => rules.isRespelling(field, fields[field], wanted[field])),
  };
}

/** A part that the file creates and that is in the trash comes back, with the fields that the row fills in. */
export function planReturn(rules: SheetRules, named: Named, trashed: TrashedPart): Planned {
  const { fields } = trashed;
  const wanted = rules.wanted(named, fields) ?? {};
  const changed = pick(
    wanted,
    Object.keys(wanted).filter(
      (field) => wanted[field] !== fields[field] && !rules.isRespelling(field, fields[field], wanted[field]),
    ),
  );
  const after = { ...pick(fields, Object.keys(rules.created(named))), ...changed };
  return { named, row: null, before: null, after, beside: {}, returns: { ...trashed, changed }, respelled: [] };
}

/** The other fields that are one with the field. */
export const partnersOf = ({ together = [] }: SheetRules, field: string): readonly string[] =>
  together.includes(field) ? together.filter((other) => other !== field) : [];

const isRefusal = (created: Fields | Refusal): created is Refusal => Array.isArray(created);

export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

/** The plan for some of its changed fields; null when none is left. */
export function onlyFields(planned: Planned, fields: readonly string[]): Planned | null {
  const { before, after } = planned;
  if (fields.length === 0 || !before || !after) return null;
  return { ...planned, before: pick(before, fields), after: pick(after, fields) };
}
