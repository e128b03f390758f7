import { INITIAL_FIELDS, PART_FIELD_NAMES } from '@piezario/contract/part-fields';

/** Kinds of rows of a part, by their name in `changes`: the table, and the columns that can be restored. */
export const ENTITIES = {
  part: {
    table: 'parts',
    columns: ['part_brand_id', 'part_product_id', 'code', 'created_at', ...PART_FIELD_NAMES],
  },
  attribute: { table: 'part_attributes', columns: ['name', 'value', 'unit'] },
  cross: { table: 'part_crosses', columns: ['brand', 'code'] },
  application: {
    table: 'part_vehicles',
    columns: ['vehicle_id', 'positions', 'quantity', 'note', 'from_year', 'until_year'],
  },
  picture: {
    table: 'part_pictures',
    columns: ['position', 'name', 'is_blueprint', 'width', 'height', 'bytes', 'image_key', 'thumbnail_key'],
  },
} as const;
export type Entity = keyof typeof ENTITIES;

/** Kinds of the rows of a part other than its row in `parts`. */
export const CHILDREN = ['attribute', 'cross', 'application', 'picture'] as const satisfies readonly Entity[];
export type Child = (typeof CHILDREN)[number];

export type Fields = Readonly<Record<string, unknown>>;

/** Values of columns that did not exist when a row was recorded. */
const ADDED_LATER: { readonly [E in Entity]?: Fields } = {
  part: INITIAL_FIELDS,
  application: { positions: '', quantity: null, note: '', from_year: null, until_year: null },
};

/** Returns a recorded row, completed with the columns that were added later. */
export const wholeRow = (entity: Entity, fields: Fields): Fields => ({ ...ADDED_LATER[entity], ...fields });

/** A row of a part: its own, or one of its children. */
export type RowName = { readonly entity: Entity; readonly part_id: number; readonly row_id: number };
export const nameOf = ({ entity, row_id }: Pick<RowName, 'entity' | 'row_id'>) => `${entity} ${row_id}`;
