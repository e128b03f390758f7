import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { focusNextAfter } from '../ui/focus.ts';
import { RowButton } from '../ui/RowIcon.tsx';
import { fieldOf, NumberField } from './fields.tsx';
import { FORM, type Row, type TemplateForm } from './rows.ts';
import classes from './Template.module.css';

type Props = { form: TemplateForm; path: string; unit: string; units: Row['units'] };

/** The units that an import converts. An error of one unit is shown at its field, an error of several at the group. */
export function Units({ form, path, unit, units }: Props) {
  const errorId = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const error = form.errors[path];
  const { onChange } = fieldOf(form, path);
  const field = (place: number, name: keyof Row['units'][number]) => fieldOf(form, `${path}.${place}.${name}`);
  return (
    <fieldset
      ref={group}
      className={classes.units}
      data-path={`${FORM}-${path}`}
      tabIndex={-1}
      aria-describedby={error ? errorId : undefined}
    >
      <legend>Otras unidades que se aceptan</legend>
      {units.map(({ factor }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a unit is its place
        <div key={place} className={classes.unit}>
          <TextInput aria-label={`Unidad ${place + 1}`} placeholder="cm" {...field(place, 'unit')} />
          <span>=</span>
          <NumberField
            aria-label={`Cuántos ${unit || 'de la unidad'} es la unidad ${place + 1}`}
            placeholder="10"
            blank={0}
            {...field(place, 'factor')}
            value={factor}
          />
          <span>{unit}</span>
          <RowButton
            icon={IconTrash}
            title="Quitar"
            label={`Quitar la unidad ${place + 1}`}
            data-remove
            onClick={() =>
              focusNextAfter(() => onChange(units.toSpliced(place, 1)), group.current, '[data-remove]', place)
            }
          />
        </div>
      ))}
      {error && (
        <p id={errorId} className="error text-xs below-4">
          {error}
        </p>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={16} />}
        onClick={() => onChange([...units, { unit: '', factor: 0 }])}
      >
        Agregar una unidad
      </Button>
    </fieldset>
  );
}
