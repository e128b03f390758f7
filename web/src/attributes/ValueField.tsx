import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { TemplateAttribute } from '@piezario/contract/templates';
import { Suggest } from '../ui/Suggest.tsx';

type Props = Pick<TextInputProps, 'label' | 'aria-label' | 'required'> & {
  /** Input props of the form's field, and its value. */
  field: ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>;
  value: string;
  /** The attribute in the template, if there is one. */
  attribute: TemplateAttribute | undefined;
};

const FLAGS = ['Sí', 'No'];

/** Input for the value of an attribute, by its type. A list takes other values too, unless it is strict. */
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
