import { type TemplateAttribute, templates } from '@piezario/contract/templates';
import { useCall } from '../api/hooks.ts';
import { fold } from '../ui/words.ts';

/** Attributes in the template of a product. Empty until they are loaded. */
export const useTemplate = (productId: number): readonly TemplateAttribute[] =>
  useCall(templates.show, { params: { productId } }).data?.attributes ?? NONE;
export const NONE: readonly never[] = [];

/** Returns the attributes that a part does not have yet, the required ones first. */
export function missingIn(
  template: readonly TemplateAttribute[],
  attributes: readonly { readonly name: string }[],
): readonly TemplateAttribute[] {
  const taken = new Set(attributes.map(({ name }) => fold(name)));
  const missing = template.filter(({ name }) => !taken.has(fold(name)));
  const isRequired = ({ importance }: TemplateAttribute) => importance === 'required';
  return [...missing.filter(isRequired), ...missing.filter((one) => !isRequired(one))];
}
