import { NativeSelect, TextInput } from '@mantine/core';
import { ATTRIBUTE_TYPES } from '@piezario/contract/attributes';
import {
  ATTRIBUTE_TYPE_NAMES,
  IMPORTANCE_NAMES,
  IMPORTANCES,
  type TemplateConsequences,
} from '@piezario/contract/templates';
import { IconAdjustments, IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import type { ChangeEvent, PointerEvent } from 'react';
import { RowButton } from '../ui/RowIcon.tsx';
import { RowConsequences } from './Consequences.tsx';
import { Details } from './Details.tsx';
import type { Row, TemplateForm } from './rows.ts';
import classes from './Template.module.css';

const TYPES = ATTRIBUTE_TYPES.map((value) => ({ value, label: ATTRIBUTE_TYPE_NAMES[value] }));
const WEIGHTS = IMPORTANCES.map((value) => ({ value, label: IMPORTANCE_NAMES[value] }));

export type RowActions = {
  readonly drag: (index: number, event: PointerEvent) => void;
  readonly move: (from: number, to: number) => void;
  readonly remove: (index: number) => void;
  readonly toggle: (key: number) => void;
};

type Props = {
  form: TemplateForm;
  row: Row;
  index: number;
  count: number;
  /** Place of the row while a row is dragged, from 0 on. */
  place: number;
  dragging: boolean;
  dragged: boolean;
  isOpen: boolean;
  /** Undefined until they are known, and for a row that is neither changed nor open. */
  consequences: TemplateConsequences | undefined;
  on: RowActions;
};

/** An attribute of the template: its common fields in one line, and its details below. */
export function TemplateRow({ form, row, index, count, place, dragging, dragged, isOpen, consequences, on }: Props) {
  const field = (name: keyof Row) => form.getInputProps(`attributes.${index}.${name}`);
  const name = row.name || `la fila ${index + 1}`;
  const chooseType = (event: ChangeEvent<HTMLSelectElement>) => {
    field('type').onChange(event);
    // A list needs values, which are in the details.
    if (event.currentTarget.value === 'list' && !isOpen) on.toggle(row.key);
  };
  return (
    <li
      data-drag
      data-dragged={dragged || undefined}
      className={classes.row}
      style={dragging ? { order: place } : undefined}
    >
      <div className={classes.line}>
        <span className={classes.handle} aria-hidden onPointerDown={(event) => on.drag(index + 1, event)}>
          <IconGripVertical size={20} stroke={1.6} />
        </span>
        <TextInput aria-label={`Nombre de la fila ${index + 1}`} autoComplete="off" {...field('name')} />
        <NativeSelect aria-label={`Tipo de ${name}`} data={TYPES} {...field('type')} onChange={chooseType} />
        <TextInput aria-label={`Unidad de ${name}`} placeholder="Unidad" autoComplete="off" {...field('unit')} />
        <NativeSelect aria-label={`Importancia de ${name}`} data={WEIGHTS} {...field('importance')} />
        <div className={classes.tools}>
          <RowButton
            icon={IconArrowUp}
            title="Mover antes"
            label={`Mover antes ${name}`}
            off={index === 0}
            onClick={() => on.move(index, index - 1)}
          />
          <RowButton
            icon={IconArrowDown}
            title="Mover después"
            label={`Mover después ${name}`}
            off={index === count - 1}
            onClick={() => on.move(index, index + 1)}
          />
          <RowButton
            icon={IconAdjustments}
            title="Más datos"
            label={`Más datos de ${name}`}
            aria-expanded={isOpen}
            onClick={() => on.toggle(row.key)}
          />
          <RowButton icon={IconTrash} title="Quitar" label={`Quitar ${name}`} onClick={() => on.remove(index)} />
        </div>
      </div>
      {consequences && (
        <RowConsequences product={form.values.product_id} importance={row.importance} consequences={consequences} />
      )}
      {row.type === 'list' && !isOpen && (
        <p className={classes.consequences}>Valores: {row.values.join(', ') || 'ninguno, se agregan en «Más datos»'}</p>
      )}
      {isOpen && <Details form={form} row={row} index={index} />}
    </li>
  );
}
