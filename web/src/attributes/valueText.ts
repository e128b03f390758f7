export const WITHOUT_UNIT = '(sin unidad)';

/** A value below the title of its column: with its unit, unless that is the unit of the column. */
export const valueText = ({ value, unit }: { readonly value: string; readonly unit: string }, usual: string) =>
  unit === usual ? value : `${value} ${unit || WITHOUT_UNIT}`;
