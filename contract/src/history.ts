import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { Id, Moment, Nothing } from './fields.ts';
import { COMPLETENESS_RESOURCES } from './gaps.ts';
import { listed, paged } from './list.ts';
import { byField } from './part-fields.ts';

/** Days in which a removed row can be restored and an operation can be undone. */
export const UNDO_DAYS = 30;

/** Origin of a change: a screen, an import of rows or pictures, a bulk action, an undo, a restore, or the system. */
export const OPERATION_KINDS = ['screen', 'import', 'pictures', 'bulk', 'undo', 'restore', 'system'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** Kinds of recorded rows: those of parts, and all of them. */
export const PART_ENTITIES = ['part', 'attribute', 'cross', 'application', 'picture'] as const;
export const ENTITIES = [
  ...PART_ENTITIES,
  'brand',
  'category',
  'product',
  'header',
  'template',
  'grant',
  'user',
  'alias',
  'mapping',
  'vehicle',
] as const;
export type ChangedEntity = (typeof ENTITIES)[number];

export const ACTIONS = ['created', 'changed', 'removed'] as const;
export type Action = (typeof ACTIONS)[number];

/** Names of fields on screen. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
  part_brand_id: 'Marca',
  part_product_id: 'Producto',
  part_category_id: 'Categoría',
  code: 'Código',
  ...byField(
    (_, { label }) => label,
    (_, { label }) => label,
  ),
  takes_vehicles: 'Lleva vehículos',
  requires: 'Lo que pide de sus piezas',
  photos_required: 'Fotos que pide de sus piezas',
  description_pattern: 'Patrón de la descripción',
  name: 'Nombre',
  value: 'Valor',
  unit: 'Unidad',
  brand: 'Marca',
  position: 'Orden',
  is_blueprint: 'Plano',
  positions: 'Posición',
  quantity: 'Cantidad',
  note: 'Nota',
  from_year: 'Desde',
  until_year: 'Hasta',
  mercadolibre_category: 'Categoría de Mercado Libre',
  aliases: 'Otros nombres',
  type: 'Tipo',
  units: 'Unidades que se convierten',
  importance: 'Importancia',
  values: 'Valores',
  min: 'Mínimo',
  max: 'Máximo',
  mercadolibre_id: 'Atributo de Mercado Libre',
  is_strict: 'Estricto',
  role: 'Rol',
  email: 'E-mail',
  social_name: 'Razón social',
  social_number: 'CUIT',
  phone: 'Teléfono',
  active: 'Activa',
  model_master: 'Familia',
  model: 'Modelo',
  version: 'Versión',
  engine_code: 'Motor',
  fuel: 'Combustible',
  origin: 'Origen',
  sold_from_year: 'Desde',
  sold_until_year: 'Hasta',
  components: 'Componentes',
};

/** Names of kinds of rows on screen, singular and plural. */
export const ENTITY_NAMES: Readonly<Record<ChangedEntity, readonly [one: string, many: string]>> = {
  part: ['pieza', 'piezas'],
  attribute: ['atributo', 'atributos'],
  cross: ['equivalencia', 'equivalencias'],
  application: ['aplicación', 'aplicaciones'],
  picture: ['foto', 'fotos'],
  brand: ['marca', 'marcas'],
  category: ['categoría', 'categorías'],
  product: ['producto', 'productos'],
  header: ['componente', 'componentes'],
  template: ['atributo de plantilla', 'atributos de plantilla'],
  grant: ['asignación', 'asignaciones'],
  user: ['persona', 'personas'],
  alias: ['alias de vehículo', 'alias de vehículos'],
  mapping: ['mapeo de planillas', 'mapeos de planillas'],
  vehicle: ['vehículo', 'vehículos'],
};

/** Resources whose changes are recorded. */
export const RECORDED = [
  ...COMPLETENESS_RESOURCES,
  'categories',
  'vehicleAliases',
  'vehicles',
  'people',
  'grants',
  'imports',
] as const;

/** Row that was created, changed or removed. */
export const Change = z.object({
  id: z.int(),
  entity: z.enum(ENTITIES),
  row_id: z.int(),
  action: z.enum(ACTIONS),
  /** Name of the row: code of a part, name of an attribute, vehicle of an application. */
  name: z.string(),
  /** Fields in words, before and after. Null for an empty text. */
  fields: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type Change = z.output<typeof Change>;

/** Limit of changes shown with a save. The others are in the list of its operation. */
export const MAX_SHOWN_CHANGES = 100;

export const HistoryEntry = z.object({
  /** Id of the operation. */
  id: z.int(),
  at: Moment,
  /** Person who did it; null for the system. */
  user: z.string().nullable(),
  kind: z.enum(OPERATION_KINDS),
  /** The file of an import, or the data that the server loaded. */
  file: z.string().nullable(),
  changes: z.array(Change),
  changes_count: z.int(),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

export const history = {
  list: get({
    path: '/api/backend/user-catalog/history/:partId',
    access: 'manufacturer',
    summary: 'Lo que cambió en una pieza, guardado por guardado, por páginas',
    reads: ['parts', 'attributes', 'crosses', 'pictures', 'applications', 'vehicles'],
    params: z.object({ partId: Id }),
    ...listed({ id: 'number', at: 'date', user: 'text', kind: 'text' }, '-at'),
    result: paged(HistoryEntry),
  }),
  restore: post({
    path: '/api/backend/user-catalog/history/restore',
    access: 'manufacturer',
    summary:
      'Vuelve atrás lo que un guardado cambió en una pieza: todo, con `change_id` una fila, con `field` además un solo campo',
    changes: ['parts', 'attributes', 'crosses', 'pictures', 'applications', 'vehicles'],
    body: z.object({
      part_id: Id,
      operation_id: Id,
      change_id: z.int().positive().optional(),
      field: z.string().max(60).optional(),
    }),
    result: Nothing,
    message: 'Restaurado',
  }),
};
