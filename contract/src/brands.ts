import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get, post } from './endpoint.ts';
import { Id, NewOrId, Nothing, requiredLine } from './fields.ts';
import { listed, paged } from './list.ts';

export const Brand = z.object({ id: z.int(), name: z.string() });

/** Brand in the list, with its number of parts. */
const BrandRow = Brand.extend({ parts_count: z.int() });

/** Brand with its parts in the caller's scope: all of them, and those without pictures or vehicles. */
const BrandSummary = Brand.extend({ parts: z.int(), without_pictures: z.int(), without_vehicles: z.int() });

export const brands = {
  json: get({
    path: '/api/backend/catalog/part-brands/json/',
    access: 'user',
    summary: 'Las marcas al alcance, para elegir',
    reads: ['brands'],
    result: z.array(Brand),
  }),
  summary: get({
    path: '/api/backend/catalog/part-brands/summary',
    access: 'user',
    summary: 'Las marcas al alcance, con cuántas piezas tienen y a cuántas les faltan fotos o vehículos',
    reads: ['brands', 'parts', 'pictures', 'applications'],
    result: z.array(BrandSummary),
  }),
  paginated: get({
    path: '/api/backend/catalog/part-brands/paginated',
    access: SCREENS.brands,
    summary: 'Las marcas, por páginas',
    reads: ['brands', 'parts'],
    ...listed({ id: 'number', name: 'text', parts_count: 'number' }, '-name'),
    result: paged(BrandRow),
  }),
  show: get({
    path: '/api/backend/catalog/part-brands/:id',
    access: SCREENS.brands,
    summary: 'Una marca',
    reads: ['brands'],
    params: z.object({ id: Id }),
    result: Brand,
  }),
  add: post({
    path: '/api/backend/catalog/part-brands/add',
    access: SCREENS.brands,
    summary: 'Crea una marca o, con id, la modifica',
    changes: ['brands'],
    body: z.object({ id: NewOrId, name: requiredLine(100) }),
    result: Brand,
    message: 'Marca guardada',
  }),
  remove: post({
    path: '/api/backend/catalog/part-brands/remove',
    access: 'admin',
    summary: 'Elimina una marca que no tiene piezas',
    changes: ['brands'],
    body: z.object({ brand_id: Id }),
    result: Nothing,
    message: 'Marca eliminada',
  }),
};
