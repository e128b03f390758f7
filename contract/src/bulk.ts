import { z } from 'zod';
import { attributes } from './attributes.ts';
import { crosses } from './crosses.ts';
import { get, LARGE_BODY, post } from './endpoint.ts';
import { Flag, Id, IdOrAll, line, paragraph, requiredLine } from './fields.ts';
import { PartsJob } from './jobs.ts';
import { filtered, listed, paged } from './list.ts';
import { MAX_OBSERVATION, parts } from './parts.ts';

/** Parts that are named one by one. More of them are told by filters. */
export const MAX_NAMED = 10_000;

/** Which parts are meant: those of some ids, or those of a list that pass its filters, but for some. */
const Selection = {
  ids: z.array(Id).min(1).max(MAX_NAMED).optional(),
  matching: z
    .object({
      brandId: Id,
      productId: IdOrAll,
      /** As in the address of the list: `filter[contains-code]` and so on. */
      query: filtered(parts.list.columns).query,
      except: z.array(Id).max(MAX_NAMED).default([]),
    })
    .optional(),
};

const AttributeName = attributes.store.body.shape.name;
const { brand: CrossBrand, code: CrossCode } = crosses.store.body.shape;

/** What is done to every part. What an action does not name stays as it is, and emptying a field is an action of its own. */
export const BulkAction = z.discriminatedUnion('do', [
  z.object({ do: z.literal('enable'), enabled: Flag }),
  z.object({ do: z.literal('discontinue'), discontinued: Flag }),
  z
    .object({ do: z.literal('move'), part_brand_id: Id.optional(), part_product_id: Id.optional() })
    .refine(({ part_brand_id, part_product_id }) => part_brand_id !== undefined || part_product_id !== undefined, {
      path: ['part_product_id'],
      error: 'Elegí una marca o un producto',
    }),
  z.object({ do: z.literal('replace_observation'), observation: paragraph(MAX_OBSERVATION).min(1) }),
  z.object({ do: z.literal('append_observation'), observation: paragraph(MAX_OBSERVATION).min(1) }),
  z.object({ do: z.literal('clear_observation') }),
  /** Without a unit, the attributes that exist keep theirs. */
  z.object({
    do: z.literal('set_attribute'),
    name: AttributeName,
    value: requiredLine(500),
    unit: line(30).optional(),
  }),
  z.object({ do: z.literal('rename_attribute'), name: AttributeName, to: AttributeName }),
  z.object({ do: z.literal('remove_attribute'), name: AttributeName }),
  z.object({ do: z.literal('add_cross'), brand: CrossBrand, code: CrossCode }),
  /** Without a brand, those of every brand with the code. */
  z.object({ do: z.literal('remove_cross'), brand: CrossBrand.optional(), code: CrossCode }),
  z.object({ do: z.literal('copy_applications'), from_part_id: Id }),
  z.object({ do: z.literal('remove') }),
]);
export type BulkAction = z.output<typeof BulkAction>;

/** How many parts change, already are as asked, or cannot be changed. */
const Outcomes = z.object({ changed: z.int(), unchanged: z.int(), impossible: z.int() });
export type BulkOutcomes = z.output<typeof Outcomes>;

/** A bulk action, which is long work like an import. */
export const Bulk = PartsJob.extend({ action: BulkAction, ...Outcomes.shape });
export type Bulk = z.output<typeof Bulk>;

/** A part that could not be changed. */
export const BulkResult = z.object({
  id: z.int(),
  part_id: z.int(),
  brand: z.string(),
  product: z.string(),
  code: z.string(),
  reason: z.string(),
});
export type BulkResult = z.output<typeof BulkResult>;

const OneBulk = z.object({ bulkId: Id });
const Asked = z
  .object({ ...Selection, action: BulkAction })
  .refine(({ ids, matching }) => (ids === undefined) !== (matching === undefined), {
    path: ['ids'],
    error: 'Elegí las piezas, por su identificador o por filtros',
  });

export const bulk = {
  preview: post({
    path: '/api/backend/bulk/preview',
    access: 'manufacturer',
    summary: 'Qué haría una acción con las piezas elegidas, en números; no cambia nada',
    bodyLimit: LARGE_BODY,
    body: Asked,
    transaction: false,
    result: Outcomes,
  }),
  store: post({
    path: '/api/backend/bulk/store',
    access: 'manufacturer',
    summary: 'Hace lo mismo con todas las piezas elegidas, que quedan fijadas en este momento; se puede deshacer',
    changes: ['bulk'],
    bodyLimit: LARGE_BODY,
    body: Asked,
    // The queue looks for the job once it is committed.
    transaction: false,
    result: Bulk,
    message: 'En marcha',
  }),
  show: get({
    path: '/api/backend/bulk/:bulkId',
    access: 'manufacturer',
    summary: 'Cómo va una acción sobre muchas piezas',
    reads: ['bulk'],
    params: OneBulk,
    result: Bulk,
  }),
  results: get({
    path: '/api/backend/bulk/:bulkId/results',
    access: 'manufacturer',
    summary: 'Las piezas que no se pudieron cambiar y por qué, por páginas',
    reads: ['bulk'],
    params: OneBulk,
    ...listed({ id: 'number', brand: 'text', product: 'text', code: 'code', reason: 'text' }, 'id'),
    result: paged(BulkResult),
  }),
  cancel: post({
    path: '/api/backend/bulk/cancel',
    access: 'manufacturer',
    summary: 'Detiene una acción sobre muchas piezas; lo que ya cambió queda así',
    changes: ['bulk', 'parts', 'attributes', 'crosses', 'pictures', 'applications'],
    body: z.object({ id: Id }),
    result: Bulk,
    message: 'Cancelado',
  }),
};
