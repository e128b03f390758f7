import { type Fields, nameOf, type RowName, wholeRow } from '../part-rows/entities.ts';

/** Combined effect of several changes on a row. `before` is null for a new row, `after` for a removed one. */
export type Effect = RowName & {
  /** Brand and product of the part at the last change. */
  readonly place: { readonly part_brand_id: number; readonly part_product_id: number };
  readonly before: Fields | null;
  readonly after: Fields | null;
};

/** Effect of one change. */
export type Change = Effect & { readonly id: string };

/** Returns the effects of changes, which must be sorted by id. Leaves out rows that were inserted and deleted. */
export function effectsOf(changes: readonly Change[]): Effect[] {
  const effects = new Map<string, Effect>();
  for (const change of changes) {
    const name = nameOf(change);
    const earlier = effects.get(name);
    const { entity, part_id, row_id, place } = change;
    const was = change.before && (change.after ? change.before : wholeRow(entity, change.before));
    const is = change.after && (change.before ? change.after : wholeRow(entity, change.after));
    const before = earlier ? earlier.before && { ...was, ...earlier.before } : was;
    const after = is && { ...earlier?.after, ...is };
    if (before || after) effects.set(name, { entity, part_id, row_id, place, before, after });
    else effects.delete(name);
  }
  return [...effects.values()];
}
