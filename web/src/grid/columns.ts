import { attributeTitle } from '@piezario/contract/attributes';
import { ATTRIBUTE_KEY } from '@piezario/contract/list';
import { type FlagName, isFlag, PART_FIELD_NAMES, PART_FIELDS, type TextName } from '@piezario/contract/part-fields';
import type { TemplateAttribute } from '@piezario/contract/templates';
import type { GridColumn } from '../ui/grid/cells.ts';
import { fold } from '../ui/words.ts';

type Content =
  | { readonly is: 'code' | 'crosses' }
  | { readonly is: 'text'; readonly field: TextName }
  | { readonly is: 'flag'; readonly field: FlagName }
  | {
      readonly is: 'attribute';
      readonly name: string;
      /** The name as names are compared. */
      readonly folded: string;
      /** Unit of values that are written without one. */
      readonly unit: string;
      readonly attribute: TemplateAttribute | undefined;
      /** The product has a template, and the attribute is not in it. */
      readonly isUnlisted: boolean;
    };
export type PartColumn = GridColumn & Content;

export const CODE = 'code';
const CROSSES = 'crosses';
const YES_NO: readonly string[] = ['SI', 'NO'];
const FLAG_VALUES: readonly string[] = ['Sí', 'No'];

/** Width of a column by the letters of its title. */
const [PIXELS, LEAST, MOST] = [9, 90, 220];
const widthOf = (label: string) => Math.min(Math.max(label.length * PIXELS, LEAST), MOST);

type Usual = { readonly name: string; readonly unit: string };

/** Columns of a product: code, attributes of the template and those in use, the other fields, cross references. */
export function columnsOf(usual: readonly Usual[], template: readonly TemplateAttribute[]): readonly PartColumn[] {
  const attributes = usual.map(({ name, unit }): PartColumn => {
    const folded = fold(name);
    const attribute = template.find((one) => fold(one.name) === folded);
    const label = attributeTitle({ name, unit });
    return {
      key: `${ATTRIBUTE_KEY}${folded}`,
      label,
      width: widthOf(label),
      is: 'attribute',
      name,
      folded,
      unit,
      attribute,
      isUnlisted: template.length > 0 && !attribute,
      options: optionsOf(attribute),
    };
  });
  const fields = PART_FIELD_NAMES.map((field): PartColumn => {
    const { label } = PART_FIELDS[field];
    return isFlag(field)
      ? { key: field, label, width: widthOf(label) + 20, is: 'flag', field, options: YES_NO }
      : { key: field, label, width: 260, is: 'text', field };
  });
  return [
    { key: CODE, label: 'Código', width: 150, is: 'code' },
    ...attributes,
    ...fields,
    { key: CROSSES, label: 'Equivalencias', width: 300, is: 'crosses' },
  ];
}

function optionsOf(attribute: TemplateAttribute | undefined): readonly string[] | undefined {
  switch (attribute?.type) {
    case 'list':
      return attribute.values;
    case 'flag':
      return FLAG_VALUES;
    case 'number':
    case 'text':
    case undefined:
      return undefined;
  }
}
