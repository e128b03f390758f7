import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { TemplateAttribute } from '@piezario/contract/templates';
import { Suggest } from '../ui/Suggest.tsx';

type Props = Pick<TextInputProps, 'label' | 'aria-label' | 'required'> & {
  /** The field of a form, and what it holds. */
  field: ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>;
  value: string;
  /** As the template has it, if it does. */
  attribute: TemplateAttribute | undefined;
};

const FLAGS = ['Sí', 'No'];

/** The value of an attribute, in the field that its type asks for. A list takes other values too, unless it is strict. */
export function ValueField({ field: props, value, attribute, ...look }: Props) {
  const field = { ...look, ...props };
  // A stored value is offered even if it does not fit.
  const select = (choices: readonly string[]) => (
    <NativeSelect {...field} data={[...new Set(['', value, ...choices])]} />
  );
  switch (attribute?.type) {
    case 'list':
      return attribute.is_strict === 0 ? <Suggest {...field} data={attribute.values} /> : select(attribute.values);
    case 'flag':
      return select(FLAGS);
    case 'number':
      return <TextInput {...field} autoComplete="off" inputMode="decimal" />;
    case 'text':
    case undefined:
      return <TextInput {...field} autoComplete="off" inputMode="text" />;
  }
}
