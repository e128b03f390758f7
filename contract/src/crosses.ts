import { z } from 'zod';
import { Added, addedInWords, MAX_ADDED, Undoable } from './added.ts';
import { get, LARGE_BODY, post } from './endpoint.ts';
import { Code, Id, NewOrId, requiredLine } from './fields.ts';
import { listed, paged } from './list.ts';

/** Limit of cross references of a part. */
export const MAX_CROSSES = 2_000;

/** Cross reference: code that another brand gives to an equivalent part. */
export const Cross = z.object({ id: z.int(), brand: z.string(), code: z.string() });

/** Fields of a cross reference that a person enters. */
const Fields = z.object({ brand: requiredLine(100), code: Code });

const RelatedPart = z.object({ id: z.int(), brand: z.string(), code: z.string(), product: z.string() });

export const crosses = {
  list: get({
    path: '/api/backend/user-catalog/crosses/:partId',
    access: 'user',
    summary: 'Las equivalencias de una pieza, por páginas',
    reads: ['crosses'],
    params: z.object({ partId: Id }),
    ...listed({ id: 'number', brand: 'text', code: 'code' }, '-brand'),
    result: paged(Cross),
  }),
  brands: get({
    path: '/api/backend/user-catalog/crosses/brands/:partId',
    access: 'manufacturer',
    summary: 'Marcas para una equivalencia: las de los vehículos y las ya usadas',
    reads: ['parts'],
    params: z.object({ partId: Id }),
    result: z.array(z.string()),
  }),
  related: get({
    path: '/api/backend/user-catalog/crosses/related/:partId',
    access: 'user',
    summary: 'Las piezas del alcance que nombran a una pieza, o que comparten con ella un número original',
    reads: ['parts', 'crosses', 'brands', 'products', 'vehicleAliases'],
    params: z.object({ partId: Id }),
    result: z.object({
      /** Parts with a cross reference to this one. */
      named_by: z.array(RelatedPart),
      /** Parts of the same product with an OEM number of this one, and the number. */
      sharing: z.array(RelatedPart.extend({ number: z.string() })),
    }),
  }),
  store: post({
    path: '/api/backend/user-catalog/crosses/store',
    access: 'manufacturer',
    summary: 'Agrega una equivalencia a una pieza o, con cross_id, la modifica',
    changes: ['crosses'],
    body: z.object({ part_id: Id, cross_id: NewOrId, ...Fields.shape }),
    result: Cross,
    message: 'Equivalencia guardada',
  }),
  storeMany: post({
    path: '/api/backend/user-catalog/crosses/store-many',
    access: 'manufacturer',
    summary: 'Agrega varias equivalencias a una pieza en un guardado; las que ya tiene quedan como están',
    changes: ['crosses'],
    bodyLimit: LARGE_BODY,
    body: z.object({ part_id: Id, rows: z.array(Fields).min(1).max(MAX_ADDED) }),
    result: Added,
    message: (result: Added) =>
      result.added === 0 ? 'La pieza ya las tenía todas' : addedInWords(result, 'equivalencia', 'equivalencias'),
  }),
  remove: post({
    path: '/api/backend/user-catalog/crosses/remove',
    access: 'manufacturer',
    summary: 'Quita una equivalencia de una pieza',
    changes: ['crosses'],
    body: z.object({ part_id: Id, cross_id: Id }),
    result: Cross.extend(Undoable.shape),
    message: ({ brand, code }: z.output<typeof Cross>) => `Se eliminó la equivalencia ${brand} ${code}`,
  }),
};
