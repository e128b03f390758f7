import { PART_FIELD_NAMES, PART_FIELDS } from '@piezario/contract/part-fields';
import {
  type MappedColumn,
  type Target,
  VEHICLE_FIELDS,
  type VehicleField,
} from '@piezario/contract/workbook-mappings';

const VEHICLE_FIELD_NAMES: Record<VehicleField, string> = {
  brand: 'Marca',
  model: 'Modelo',
  version: 'Versión',
  engine: 'Motor',
  displacement: 'Cilindrada',
  valves: 'Válvulas',
  fuel: 'Combustible',
  from: 'Desde',
  until: 'Hasta',
  years: 'Años',
  position: 'Posición',
  quantity: 'Cantidad',
  note: 'Nota',
};

type Option = { readonly value: string; readonly label: string };
type Options = readonly (Option | { readonly group: string; readonly items: readonly Option[] })[];

const IGNORED = { value: 'ignored', label: 'No leer' };

/** The targets of a column whose sheet has parts. */
export const ROW_TARGETS: Options = [
  IGNORED,
  {
    group: 'Pieza',
    items: [
      { value: 'brand', label: 'Marca' },
      { value: 'product', label: 'Producto' },
      { value: 'code', label: 'Código' },
      ...PART_FIELD_NAMES.map((field) => ({ value: `field:${field}`, label: PART_FIELDS[field].label })),
    ],
  },
  {
    group: 'Atributos y equivalencias',
    items: [
      { value: 'attribute', label: 'Atributo' },
      { value: 'attributes', label: 'Varios atributos en la celda' },
      { value: 'cross', label: 'Equivalencia' },
      { value: 'cross_brand', label: 'Marca de la equivalencia' },
    ],
  },
  {
    group: 'Vehículos',
    items: [
      { value: 'application', label: 'Vehículos en texto libre' },
      { value: 'application:title', label: 'Si va en el vehículo del título (matriz)' },
      ...VEHICLE_FIELDS.map((field) => ({
        value: `vehicle:${field}`,
        label: `Vehículo: ${VEHICLE_FIELD_NAMES[field]}`,
      })),
      { value: 'codes', label: 'Códigos de un producto (matriz)' },
    ],
  },
];

/** The targets of a column of a sheet of names. */
export const NAME_TARGETS: Options = [
  IGNORED,
  { value: 'key', label: 'Abreviatura' },
  { value: 'name', label: 'Nombre completo' },
];

/** The value of the option of a target. */
export function optionOf(target: Target): string {
  if (target.is === 'application' && target.vehicle !== undefined) return 'application:title';
  return 'field' in target ? `${target.is}:${target.field}` : target.is;
}

/** The target of an option. The title of the column is the initial name of an attribute, vehicle or product. */
export function targetOf(option: string, { title }: Pick<MappedColumn, 'title'>): Target {
  const [is = '', field] = option.split(':');
  switch (is) {
    case 'attribute':
      return { is, attributes: [{ name: title.slice(0, 100), unit: '' }] };
    case 'application':
      return { is, ...(field !== undefined && { vehicle: title }) };
    case 'cross':
      return { is, brand: '' };
    case 'codes':
      return { is, product: title };
    default:
      return { is, ...(field !== undefined && { field }) } as Target;
  }
}
