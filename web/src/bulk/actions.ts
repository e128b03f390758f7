import type { bulk } from '@piezario/contract/bulk';
import type { Sent } from '@piezario/contract/endpoint';
import { FLAG_NAMES, PART_FIELDS, TEXT_NAMES, type TextName } from '@piezario/contract/part-fields';
import type { ComponentType } from 'react';
import { blankFields, changeOf } from '../vehicles/applicationChange.ts';
import {
  AddCrossFields,
  ApplicationFields,
  AttributeFields,
  type FieldsProps,
  MoveFields,
  NameField,
  PartField,
  RemoveCrossFields,
  RenameFields,
  TextField,
  type Values,
} from './fields.tsx';

/** An action as it is sent. */
export type AskedAction = Sent<typeof bulk.store>['body']['action'];

/** A form of an action, and the action that its values make. */
type Way = {
  /** Name among the ways of the same action. */
  readonly label: string;
  /** Undefined for an action without fields. */
  readonly Fields?: ComponentType<FieldsProps>;
  readonly action: (values: Values) => AskedAction;
  /** Errors that the schema of the action does not find. */
  readonly errors?: (values: Values) => Record<string, string>;
};
export type Action = {
  readonly name: string;
  /** Verb of its button, before the number of parts. */
  readonly does: string;
  /** The text that it writes. */
  readonly field?: TextName;
  readonly ways: readonly [Way, ...Way[]];
};

/** An action without fields. */
const plain = (name: string, action: AskedAction): Action => ({
  name,
  does: name,
  ways: [{ label: name, action: () => action }],
});

export const REMOVE = plain('Eliminar', { do: 'remove' });

/** Actions that set flags, which are a group of the menu. */
export const SWITCHES: readonly Action[] = FLAG_NAMES.flatMap((field) => {
  const [on, off] = PART_FIELDS[field].switches;
  return [plain(on, { do: 'set_flag', field, value: 1 }), plain(off, { do: 'set_flag', field, value: 0 })];
});

const changeText = (field: TextName): Action => ({
  name: PART_FIELDS[field].label,
  does: 'Cambiar',
  field,
  ways: [
    { label: 'Reemplazar', Fields: TextField, action: ({ text }) => ({ do: 'replace_text', field, text }) },
    { label: 'Agregar al final', Fields: TextField, action: ({ text }) => ({ do: 'append_text', field, text }) },
    { label: 'Vaciar', action: () => ({ do: 'clear_text', field }) },
  ],
});

/** The dialog limits it to the parts without a description, unless another choice is made. */
export const DESCRIBE: Action = {
  ...plain('Redactar descripción', { do: 'describe', only: { is: 'all' } }),
  does: 'Redactar',
};

export const CHANGES: readonly Action[] = [
  {
    name: 'Mover de producto o marca',
    does: 'Mover',
    ways: [
      {
        label: 'Mover',
        Fields: MoveFields,
        action: ({ part_brand_id, part_product_id }) => ({
          do: 'move',
          part_brand_id: part_brand_id || undefined,
          part_product_id: part_product_id || undefined,
        }),
      },
    ],
  },
  ...TEXT_NAMES.map(changeText),
  DESCRIBE,
  {
    name: 'Atributo',
    does: 'Cambiar',
    ways: [
      {
        label: 'Poner',
        Fields: AttributeFields,
        action: ({ name, value, unit }) => ({ do: 'set_attribute', name, value, unit: unit || undefined }),
      },
      {
        label: 'Cambiar de nombre',
        Fields: RenameFields,
        action: ({ name, to }) => ({ do: 'rename_attribute', name, to }),
      },
      { label: 'Quitar', Fields: NameField, action: ({ name }) => ({ do: 'remove_attribute', name }) },
    ],
  },
  {
    name: 'Equivalencia',
    does: 'Cambiar',
    ways: [
      { label: 'Agregar', Fields: AddCrossFields, action: ({ brand, code }) => ({ do: 'add_cross', brand, code }) },
      {
        label: 'Quitar',
        Fields: RemoveCrossFields,
        action: ({ brand, code }) => ({ do: 'remove_cross', brand: brand || undefined, code }),
      },
    ],
  },
  {
    name: 'Copiar aplicaciones de otra pieza',
    does: 'Cambiar',
    ways: [
      {
        label: 'Copiar',
        Fields: PartField,
        action: ({ from_part_id }) => ({ do: 'copy_applications', from_part_id: String(from_part_id) }),
      },
    ],
  },
];

/** Changes the applications to the vehicles that the list is filtered by. */
export const changeApplications = (vehicles: readonly number[]): Action => ({
  name: vehicles.length === 1 ? 'Aplicación al vehículo' : `Aplicaciones a los ${vehicles.length} vehículos`,
  does: 'Cambiar',
  ways: [
    {
      label: 'Cambiar',
      Fields: ApplicationFields,
      action: (values) => ({ do: 'change_applications', vehicle_ids: [...vehicles], set: changeOf(values) }),
      errors: blankFields,
    },
  ],
});
