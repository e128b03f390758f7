import { Checkbox, TextInput } from '@mantine/core';
import { fieldOf, LinesField, NumberField } from './fields.tsx';
import type { Row, TemplateForm } from './rows.ts';
import classes from './Template.module.css';
import { Units } from './Units.tsx';

type Props = { form: TemplateForm; row: Row; index: number };

/** What is rarely said of an attribute. What its type has no use for is shown only while something is in it. */
export function Details({ form, row, index }: Props) {
  const path = (name: keyof Row) => `attributes.${index}.${name}`;
  const field = (name: keyof Row) => fieldOf(form, path(name));
  const isNumber = row.type === 'number';
  const mercadoLibre = field('mercadolibre_id');
  return (
    <div className={classes.details}>
      <LinesField
        label="Otros nombres"
        description="Uno por línea: una importación los toma por este"
        {...field('aliases')}
        value={row.aliases}
      />
      {(row.type === 'list' || row.values.length > 0) && (
        <LinesField label="Valores" description="Uno por línea" {...field('values')} value={row.values} />
      )}
      {(isNumber || row.min !== null || row.max !== null) && (
        <div className={classes.pair}>
          <NumberField label="Mínimo" blank={null} {...field('min')} value={row.min} />
          <NumberField label="Máximo" blank={null} {...field('max')} value={row.max} />
        </div>
      )}
      {(isNumber || row.units.length > 0) && (
        <Units form={form} path={path('units')} unit={row.unit} units={row.units} />
      )}
      <TextInput
        label="Atributo de Mercado Libre"
        placeholder="LENGTH"
        autoComplete="off"
        {...mercadoLibre}
        value={row.mercadolibre_id ?? ''}
        onChange={({ currentTarget }) => mercadoLibre.onChange(currentTarget.value.trim().toUpperCase() || null)}
      />
      <Checkbox
        label="Estricto"
        description="No se guarda ni se importa un valor que no cumple"
        checked={row.is_strict === 1}
        onChange={({ currentTarget }) => field('is_strict').onChange(currentTarget.checked ? 1 : 0)}
      />
    </div>
  );
}
