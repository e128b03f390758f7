import type { Template, TemplateAttribute } from '@piezario/contract/templates';

/** A row of the form. The key is the row's own while it is moved; the server does not get it. */
export type Row = TemplateAttribute & { readonly key: number };

const BLANK: TemplateAttribute = {
  ...{ name: '', aliases: [], type: 'text', unit: '', units: [], importance: 'recommended', values: [] },
  ...{ min: null, max: null, mercadolibre_id: null, is_strict: 0 },
};

export const valuesOf = ({ product_id, version, attributes }: Template) => ({
  product_id,
  version,
  attributes: attributes.map((attribute, index): Row => ({ ...attribute, key: index + 1 })),
});
export type Values = ReturnType<typeof valuesOf>;

/** The rows with another one at their end. What has a unit is a number. */
export const withNew = (rows: readonly Row[], { name = '', unit = '' }: Partial<TemplateAttribute> = {}): Row[] => [
  ...rows,
  { ...BLANK, name, unit, type: unit === '' ? 'text' : 'number', key: Math.max(0, ...rows.map(({ key }) => key)) + 1 },
];

/** The rows after one of them has moved, both places from 0 on. */
export function moved(rows: readonly Row[], from: number, to: number): Row[] {
  const row = rows[from];
  return row ? rows.toSpliced(from, 1).toSpliced(to, 0, row) : [...rows];
}

type Errors = Readonly<Record<string, unknown>>;

/** What is wrong with a field, or with something in it. */
export const errorUnder = (errors: Errors, path: string): string | undefined => {
  const found = Object.keys(errors).find((name) => name === path || name.startsWith(`${path}.`));
  return found === undefined ? undefined : String(errors[found]);
};
