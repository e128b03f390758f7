import type { bulk } from '@piezario/contract/bulk';
import type { Sent } from '@piezario/contract/endpoint';
import type { ComponentType } from 'react';
import {
  AddCrossFields,
  AttributeFields,
  DescriptionField,
  type FieldsProps,
  MoveFields,
  NameField,
  PartField,
  RemoveCrossFields,
  RenameFields,
  type Values,
} from './fields.tsx';

/** An action as it is sent. */
export type AskedAction = Sent<typeof bulk.store>['body']['action'];

/** What is asked for, and what is then done. */
type Way = {
  /** Tells it from the other ways of the same action. */
  readonly label: string;
  /** Without it nothing is asked for. */
  readonly Fields?: ComponentType<FieldsProps>;
  readonly action: (values: Values) => AskedAction;
};
export type Action = {
  readonly name: string;
  /** What its button says before how many parts. */
  readonly does: string;
  readonly ways: readonly [Way, ...Way[]];
};

/** An action that asks for nothing. */
const plain = (name: string, action: AskedAction): Action => ({
  name,
  does: name,
  ways: [{ label: name, action: () => action }],
});

export const REMOVE = plain('Eliminar', { do: 'remove' });

/** How parts are switched, and what is changed of them: two groups of the menu. */
export const SWITCHES: readonly Action[] = [
  plain('Habilitar', { do: 'enable', enabled: 1 }),
  plain('Deshabilitar', { do: 'enable', enabled: 0 }),
  plain('Discontinuar', { do: 'discontinue', discontinued: 1 }),
  plain('Volver a la venta', { do: 'discontinue', discontinued: 0 }),
];

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
  {
    name: 'Descripción',
    does: 'Cambiar',
    ways: [
      {
        label: 'Reemplazar',
        Fields: DescriptionField,
        action: ({ observation }) => ({ do: 'replace_observation', observation }),
      },
      {
        label: 'Agregar al final',
        Fields: DescriptionField,
        action: ({ observation }) => ({ do: 'append_observation', observation }),
      },
      { label: 'Vaciar', action: () => ({ do: 'clear_observation' }) },
    ],
  },
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
