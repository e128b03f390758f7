import { z } from 'zod';
import { SCREENS } from './access.ts';
import { attributes, MAX_ATTRIBUTES } from './attributes.ts';
import { crosses, MAX_CROSSES } from './crosses.ts';
import { get, post } from './endpoint.ts';
import { Code, Flag, Id } from './fields.ts';
import { importer } from './importer.ts';
import { filtered } from './list.ts';
import { byField, textOf } from './part-fields.ts';
import { parts } from './parts.ts';

/** Limit of parts that are read at once. */
export const GRID_PAGE = 1_000;
/** Limit of parts of a grid: more would not fit into the memory of a browser tab. */
export const MAX_GRID = 20_000;
/** Limit of a save in bytes: 20,000 cells with long texts. */
const MAX_GRID_BODY = 8 * 1024 * 1024;

/** Id of the last part that was read, 0 before the first one. */
const After = z.union([z.literal([0, '0']).transform(() => 0), Id]);

const { name: AttributeName, value, unit } = attributes.store.body.shape;
const { brand, code } = crosses.store.body.shape;
const AttributeValue = z.strictObject({ value, unit });

/** Part with the values that the grid edits. */
export const GridPart = z.object({
  id: z.int(),
  code: z.string(),
  ...byField(
    () => z.literal([0, 1]),
    () => z.string(),
  ),
  attributes: z.array(z.object({ name: z.string(), value: z.string(), unit: z.string() })),
  crosses: z.array(z.object({ brand: z.string(), code: z.string() })),
});
export type GridPart = z.output<typeof GridPart>;

/** Change of a cell. The save is refused if the stored value is not `from`. */
const changed = <T extends z.ZodType>(cell: T) => z.strictObject({ from: cell, to: cell });

/** Changed cells of a part. Fields without a change are left out. */
const ChangedPart = z.strictObject({
  /** Null for a new part. */
  part_id: Id.nullable(),
  /** Code of a new part. That of a stored part does not change. */
  code: Code,
  ...byField(
    () => changed(Flag).optional(),
    (_, field) => changed(textOf(field)).optional(),
  ),
  attributes: z
    .array(z.strictObject({ name: AttributeName, from: AttributeValue.nullable(), to: AttributeValue.nullable() }))
    .max(MAX_ATTRIBUTES)
    .default([]),
  crosses: z
    .array(z.strictObject({ brand, code, remove: Flag.default(0) }))
    .max(MAX_CROSSES)
    .default([]),
});
export type ChangedPart = z.output<typeof ChangedPart>;

/** Values of parts as the cells of a grid, and their changes as an import that waits for its review. */
export const grid = {
  rows: get({
    path: '/api/backend/user-catalog/grid/:brandId/:productId/:after',
    access: SCREENS.grid,
    summary: `Las piezas de un producto con sus valores, de a ${GRID_PAGE}, por id: las que siguen a \`after\`, o desde el principio con 0`,
    reads: ['parts', 'attributes', 'crosses'],
    params: z.object({ brandId: Id, productId: Id, after: After }),
    ...filtered(parts.list.columns),
    result: z.array(GridPart),
  }),
  store: post({
    path: '/api/backend/user-catalog/grid/store',
    access: SCREENS.grid,
    summary:
      'Deja las celdas cambiadas de un producto como una importación que espera su revisión; no cambia ninguna pieza. Si un valor guardado ya no es `from`, no guarda nada y `errors` nombra las celdas',
    changes: ['imports'],
    bodyLimit: MAX_GRID_BODY,
    body: z.object({
      part_brand_id: Id,
      part_product_id: Id,
      parts: z.array(ChangedPart).min(1).max(MAX_GRID),
    }),
    // A workbook is written, and the queue looks for the job once it is committed.
    transaction: false,
    result: importer.show.result,
    message: 'Revisá los cambios: todavía no se aplicaron',
  }),
};
