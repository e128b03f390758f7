import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get, post } from './endpoint.ts';
import { Id, IdOrAll, NewOrId, Nothing, requiredLine } from './fields.ts';
import { listed, paged } from './list.ts';

export const Category = z.object({ id: z.int(), name: z.string() });

/** Category in the list, with its number of parts. */
const CategoryRow = Category.extend({ parts_count: z.int() });

export const categories = {
  json: get({
    path: '/api/backend/catalog/part-categories/json/:brandId',
    access: 'user',
    summary: 'Las categorías al alcance en una marca, o en todas (`all`), para elegir',
    reads: ['categories'],
    params: z.object({ brandId: IdOrAll }),
    result: z.array(Category),
  }),
  paginated: get({
    path: '/api/backend/catalog/part-categories/paginated',
    access: SCREENS.categories,
    summary: 'Las categorías, por páginas',
    reads: ['categories', 'products', 'parts'],
    ...listed({ id: 'number', name: 'text', parts_count: 'number' }, '-name'),
    result: paged(CategoryRow),
  }),
  show: get({
    path: '/api/backend/catalog/part-categories/:id',
    access: SCREENS.categories,
    summary: 'Una categoría',
    reads: ['categories'],
    params: z.object({ id: Id }),
    result: Category,
  }),
  add: post({
    path: '/api/backend/catalog/part-categories/add',
    access: SCREENS.categories,
    summary: 'Crea una categoría o, con id, la modifica',
    changes: ['categories'],
    body: z.object({ id: NewOrId, name: requiredLine(100) }),
    result: Category,
    message: 'Categoría guardada',
  }),
  remove: post({
    path: '/api/backend/catalog/part-categories/remove',
    access: 'admin',
    summary: 'Elimina una categoría que no tiene productos',
    changes: ['categories'],
    body: z.object({ category_id: Id }),
    result: Nothing,
    message: 'Categoría eliminada',
  }),
};
