import { byField, PART_FIELDS } from './part-fields.ts';
import type { parts } from './parts.ts';

type ListColumn = keyof (typeof parts.list)['columns'];

/** Titles of the columns of the table of parts, beside those of attributes. */
export const PART_COLUMNS = {
  id: 'ID',
  brand: 'Marca',
  code: 'Código',
  product: 'Producto',
  ...byField(
    (name): string => PART_FIELDS[name].label,
    (name): string => PART_FIELDS[name].label,
  ),
  takes_vehicles: 'Lleva vehículos',
  attributes_count: 'Atributos',
  has_observation_str: 'Descripción',
  cross_count: 'Equivalencias',
  pictures_count: 'Fotos',
  vehicles_count: 'Vehículos',
  completeness: 'Completa',
  gaps: 'Le falta',
  gaps_count: 'Cosas que faltan',
  publishable: 'Mercado Libre',
  off_template: 'Fuera de plantilla',
  created_at: 'Creada',
  discontinued_at: 'Discontinuada el',
  updated_at: 'Modificada',
  updated_by: 'Modificada por',
} as const satisfies Partial<Record<ListColumn, string>>;
export type PartColumn = keyof typeof PART_COLUMNS;

export const isPartColumn = (column: string): column is PartColumn => Object.hasOwn(PART_COLUMNS, column);
