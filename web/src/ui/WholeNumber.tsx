import { TextInput, type TextInputProps } from '@mantine/core';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value?: number | null;
  onChange: (value: number | null) => void;
  digits: number;
};

/** A field for a whole number or nothing. Only digits can be typed in it. */
export const WholeNumber = ({ value, onChange, digits, ...input }: Props) => (
  <TextInput
    inputMode="numeric"
    autoComplete="off"
    maxLength={digits}
    {...input}
    value={value ?? ''}
    onChange={({ currentTarget }) => {
      const typed = currentTarget.value.replace(/\D/g, '');
      onChange(typed === '' ? null : Number(typed));
    }}
  />
);
