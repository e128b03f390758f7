import { type Fields, nameOf, type RowName, wholeRow } from '../part-rows/entities.ts';

/** What several changes did to a row together. A new row had no fields before, a removed one has none after. */
export type Effect = RowName & {
  /** Where its part was at the last of them. */
  readonly place: { readonly part_brand_id: number; readonly part_product_id: number };
  readonly before: Fields | null;
  readonly after: Fields | null;
};

/** What one change did. */
export type Change = Effect & { readonly id: string };

/** The effects of changes, which come in their order. A row that came and went is left out. */
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
