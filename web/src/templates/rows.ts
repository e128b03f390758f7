import type { FormErrors, UseFormReturnType } from '@mantine/form';
import type { Template, TemplateAttribute } from '@piezario/contract/templates';

/** Name of the form, and prefix of the `data-path` of its fields. */
export const FORM = 'template';

/** A row of the form. The key identifies the row when it moves; the server does not store it. */
export type Row = TemplateAttribute & { readonly key: number };

const BLANK: TemplateAttribute = {
  ...{ name: '', aliases: [], type: 'text', unit: '', units: [], importance: 'recommended', values: [] },
  ...{ min: null, max: null, mercadolibre_id: null, is_strict: 0 },
};

const FIELDS = Object.keys(BLANK) as readonly (keyof TemplateAttribute)[];

/** Rows that were saved keep their keys, so that what is open stays open. */
export function valuesOf({ product_id, version, attributes }: Template, saved: readonly Row[] = []) {
  const next = nextKey(saved);
  const rows = attributes.map((attribute, index): Row => ({ ...attribute, key: saved[index]?.key ?? next + index }));
  return { product_id, version, attributes: rows };
}
export type TemplateForm = UseFormReturnType<ReturnType<typeof valuesOf>>;

const nextKey = (rows: readonly Row[]) => Math.max(0, ...rows.map(({ key }) => key)) + 1;

/** Whether an attribute is stored as the row has it, in any place. */
export function isSaved({ key: _, ...attribute }: Row, saved: readonly TemplateAttribute[]): boolean {
  const found = saved.find(({ name }) => name === attribute.name);
  return (
    found !== undefined && FIELDS.every((field) => JSON.stringify(found[field]) === JSON.stringify(attribute[field]))
  );
}

/** Appends a row. An attribute with a unit is a number. */
export const withNew = (rows: readonly Row[], { name = '', unit = '' }: Partial<TemplateAttribute> = {}): Row[] => [
  ...rows,
  { ...BLANK, name, unit, type: unit === '' ? 'text' : 'number', key: nextKey(rows) },
];

/** The rows after one of them has moved, both places from 0 on. */
export function moved(rows: readonly Row[], from: number, to: number): Row[] {
  const row = rows[from];
  return row ? rows.toSpliced(from, 1).toSpliced(to, 0, row) : [...rows];
}

const isUnder = (name: string, path: string) => name === path || name.startsWith(`${path}.`);

/** The error of a field, or of a field inside it. */
export const errorUnder = (errors: FormErrors, path: string): string | undefined => {
  const found = Object.keys(errors).find((name) => isUnder(name, path));
  return found === undefined ? undefined : String(errors[found]);
};

/** The errors without those of a changed field, of fields inside it, and of the lists that contain it. */
export const errorsBesides = (errors: FormErrors, path: string): FormErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !isUnder(name, path) && !isUnder(path, name)));
