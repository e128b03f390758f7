import { Button, Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { RowButton } from '../ui/RowIcon.tsx';
import { LinesField, NumberField } from './fields.tsx';
import { errorUnder, type Row, type Values } from './rows.ts';
import classes from './Template.module.css';

type Props = { form: UseFormReturnType<Values>; row: Row; index: number };

/** What is rarely said of an attribute. What its type has no use for is shown only while something is in it. */
export function Details({ form, row, index }: Props) {
  const path = (field: keyof Row) => `attributes.${index}.${field}`;
  const set = (field: keyof Row) => (value: unknown) => form.setFieldValue(path(field), value as never);
  const error = (field: keyof Row) => errorUnder(form.errors, path(field));
  const isNumber = row.type === 'number';
  return (
    <div className={classes.details}>
      <LinesField
        label="Otros nombres"
        description="Uno por línea: una importación los toma por este"
        value={row.aliases}
        onChange={set('aliases')}
        error={error('aliases')}
      />
      {(row.type === 'list' || row.values.length > 0) && (
        <LinesField
          label="Valores"
          description="Uno por línea"
          value={row.values}
          onChange={set('values')}
          error={error('values')}
        />
      )}
      {(isNumber || row.min !== null || row.max !== null) && (
        <div className={classes.pair}>
          <NumberField label="Mínimo" value={row.min} onChange={set('min')} error={error('min')} />
          <NumberField label="Máximo" value={row.max} onChange={set('max')} error={error('max')} />
        </div>
      )}
      {(isNumber || row.units.length > 0) && (
        <Units unit={row.unit} units={row.units} onChange={set('units')} error={error('units')} />
      )}
      <TextInput
        label="Atributo de Mercado Libre"
        placeholder="LENGTH"
        autoComplete="off"
        value={row.mercadolibre_id ?? ''}
        onChange={({ currentTarget }) => set('mercadolibre_id')(currentTarget.value.trim().toUpperCase() || null)}
        error={error('mercadolibre_id')}
      />
      <Checkbox
        label="Estricto"
        description="No se guarda ni se importa un valor que no cumple"
        checked={row.is_strict === 1}
        onChange={({ currentTarget }) => set('is_strict')(currentTarget.checked ? 1 : 0)}
      />
    </div>
  );
}

type Unit = Row['units'][number];
type UnitsProps = {
  unit: string;
  units: readonly Unit[];
  onChange: (units: Unit[]) => void;
  error: string | undefined;
};

/** The units that an import converts. */
const Units = ({ unit, units, onChange, error }: UnitsProps) => (
  <fieldset className={classes.units}>
    <legend>Otras unidades que se aceptan</legend>
    {units.map((one, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a unit is its place
      <div key={index} className={classes.unit}>
        <TextInput
          aria-label={`Unidad ${index + 1}`}
          placeholder="cm"
          value={one.unit}
          onChange={({ currentTarget }) => onChange(units.with(index, { ...one, unit: currentTarget.value }))}
        />
        <span>=</span>
        <NumberField
          aria-label={`Cuántos ${unit || 'de la unidad'} es la unidad ${index + 1}`}
          placeholder="10"
          value={one.factor || null}
          onChange={(factor) => onChange(units.with(index, { ...one, factor: factor ?? 0 }))}
        />
        <span>{unit}</span>
        <RowButton
          icon={IconTrash}
          title="Quitar"
          label={`Quitar la unidad ${index + 1}`}
          onClick={() => onChange(units.toSpliced(index, 1))}
        />
      </div>
    ))}
    {error && <p className={classes.error}>{error}</p>}
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
