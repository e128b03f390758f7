import { Checkbox } from '@mantine/core';
import { fieldOf, LinesField, NumberField } from './fields.tsx';
import { MercadolibreIdField } from './MercadolibreIdField.tsx';
import type { Row, TemplateForm } from './rows.ts';
import classes from './Template.module.css';
import { Units } from './Units.tsx';
import { UsedValues } from './UsedValues.tsx';

type Props = { form: TemplateForm; row: Row; index: number };

/** Rarely used fields of an attribute. A field that its type does not use is shown only while it is filled. */
export function Details({ form, row, index }: Props) {
  const path = (name: keyof Row) => `attributes.${index}.${name}`;
  const field = (name: keyof Row) => fieldOf(form, path(name));
  const isNumber = row.type === 'number';
  return (
    <div className={classes.details}>
      <LinesField
        label="Otros nombres"
        description="Uno por línea: una importación los toma por este"
        {...field('aliases')}
        value={row.aliases}
      />
      {(row.type === 'list' || row.values.length > 0) && (
        <div>
          <LinesField label="Valores" description="Uno por línea" {...field('values')} value={row.values} />
          <UsedValues product={form.values.product_id} row={row} onAdd={field('values').onChange} />
        </div>
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
      <MercadolibreIdField {...field('mercadolibre_id')} value={row.mercadolibre_id} />
      <Checkbox
        label="Estricto"
        description="No se guarda ni se importa un valor que no cumple"
        checked={row.is_strict === 1}
        onChange={({ currentTarget }) => field('is_strict').onChange(currentTarget.checked ? 1 : 0)}
      />
    </div>
  );
}
