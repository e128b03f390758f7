import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get, post } from './endpoint.ts';
import { Flag, Id, IdOrAll, line, NewOrId, Nothing, paragraph, requiredLine } from './fields.ts';
import { MAX_PHOTOS_REQUIRED, REQUIRABLE } from './gaps.ts';
import { listed, paged } from './list.ts';

/** Limit of other names of a product. */
const MAX_ALIASES = 30;
/** Limit of characters of the pattern of descriptions. */
export const MAX_PATTERN = 500;

const Pattern = paragraph(MAX_PATTERN);

export const Product = z.object({
  id: z.int(),
  name: z.string(),
  /** Other names, used by searches and imports. */
  aliases: z.array(z.string()),
  category: z.string(),
  part_category_id: z.int(),
  mercadolibre_category: z.string().nullable(),
  /** 0 for products without vehicles, such as oils. */
  takes_vehicles: z.literal([0, 1]),
  /** Gaps that a part must not have, and number of required photos. */
  requires: z.array(z.enum(REQUIRABLE)),
  photos_required: z.int(),
  vehicle_headers: z.array(z.int()),
  /** Pattern of the descriptions of its parts; empty for the suggested one. */
  description_pattern: z.string(),
});

/** Product in the list, with its number of parts. */
const ProductRow = Product.extend({ parts_count: z.int() });

const PatternTrial = z.object({
  /** Pattern that is used while the product has none. */
  suggested: z.string(),
  /** Reason why the pattern would be refused; null when it can be saved. */
  problem: z.string().nullable(),
  /** Code and description of one part of the product; null without parts or with a problem. */
  example: z.object({ code: z.string(), text: z.string() }).nullable(),
});

/** Product in a picker. */
const Choice = z.object({ id: z.int(), name: z.string(), part_category_id: z.int() });

export const products = {
  json: get({
    path: '/api/backend/catalog/part-products/json/:categoryId/:brandId',
    access: 'user',
    summary: 'Los productos al alcance en una categoría y una marca, para elegir',
    reads: ['products'],
    params: z.object({ categoryId: IdOrAll, brandId: IdOrAll }),
    result: z.array(Choice),
  }),
  jsonOfCategory: get({
    path: '/api/backend/catalog/part-products/json/:categoryId',
    access: 'user',
    summary: 'Los productos al alcance en una categoría, para elegir',
    reads: ['products'],
    params: z.object({ categoryId: IdOrAll }),
    result: z.array(Choice),
  }),
  jsonChained: get({
    path: '/api/backend/catalog/part-products/json-chained/:categoryId',
    access: 'user',
    summary: 'Los productos al alcance en una categoría, para asignar permisos',
    reads: ['products'],
    params: z.object({ categoryId: IdOrAll }),
    result: z.array(Choice),
  }),
  paginated: get({
    path: '/api/backend/catalog/part-products/paginated/:categoryId',
    access: SCREENS.products,
    summary: 'Los productos de una categoría, o de todas (`all`), por páginas',
    reads: ['products', 'categories', 'parts'],
    params: z.object({ categoryId: IdOrAll }),
    ...listed(
      { id: 'number', name: 'text', category: 'text', mercadolibre_category: 'text', parts_count: 'number' },
      '-name',
    ),
    result: paged(ProductRow),
  }),
  show: get({
    path: '/api/backend/catalog/part-products/:id',
    access: SCREENS.products,
    summary: 'Un producto',
    reads: ['products', 'categories'],
    params: z.object({ id: Id }),
    result: Product,
  }),
  add: post({
    path: '/api/backend/catalog/part-products/add',
    access: SCREENS.products,
    summary: 'Crea un producto o, con id, lo modifica',
    changes: ['products'],
    body: z.object({
      id: NewOrId,
      name: requiredLine(100),
      category_id: Id,
      mercadolibre_category: line(20)
        .toUpperCase()
        .regex(/^(MLA\d+)?$/, 'La categoría de Mercado Libre es MLA seguido de números')
        .nullish()
        .transform((category) => category || null),
      /** Undefined keeps the stored value. */
      aliases: z.array(requiredLine(100)).max(MAX_ALIASES).optional(),
      takes_vehicles: Flag.optional(),
      requires: z
        .array(z.enum(REQUIRABLE))
        .max(100)
        .transform((gaps) => REQUIRABLE.filter((gap) => gaps.includes(gap)))
        .optional(),
      photos_required: z.int().min(0).max(MAX_PHOTOS_REQUIRED).optional(),
      description_pattern: Pattern.optional(),
    }),
    result: Product,
    message: 'Producto guardado',
  }),
  remove: post({
    path: '/api/backend/catalog/part-products/remove',
    access: 'admin',
    summary: 'Elimina un producto que no tiene piezas',
    changes: ['products'],
    body: z.object({ product_id: Id }),
    result: Nothing,
    message: 'Producto eliminado',
  }),
  describe: get({
    path: '/api/backend/catalog/part-products/:id/description',
    access: SCREENS.products,
    summary: 'Qué descripción daría un patrón a una pieza del producto, y el patrón sugerido',
    reads: ['products', 'templates', 'parts', 'attributes', 'applications'],
    params: z.object({ id: Id }),
    query: z.object({ description_pattern: Pattern.default('') }),
    result: PatternTrial,
  }),
  toggleVehicleHeader: post({
    path: '/api/backend/catalog/part-products/toggle-vehicle-header',
    access: 'admin',
    summary: 'Agrega o quita un componente de los vehículos que importa para el producto',
    changes: ['products'],
    body: z.object({ product_id: Id, vehicle_header: Id }),
    result: Product,
    message: 'Componentes actualizados',
  }),
};
