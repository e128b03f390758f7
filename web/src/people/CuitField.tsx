import { TextInput, type TextInputProps } from '@mantine/core';
import { formatCuit } from '@piezario/contract/cuit';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & { value?: string; onChange?: (value: string) => void };

const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/** Puts the dashes while a CUIT is typed and keeps the cursor after the same digits. */
export function CuitField({ value = '', onChange, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const digitsBefore = useRef<number | null>(null);
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    digitsBefore.current = digitsIn(currentTarget.value.slice(0, currentTarget.selectionStart ?? undefined));
    onChange?.(formatCuit(currentTarget.value));
  };
  useLayoutEffect(() => {
    const digits = digitsBefore.current;
    if (digits === null) return;
    digitsBefore.current = null;
    let at = 0;
    while (digitsIn(value.slice(0, at)) < digits && at < value.length) at++;
    input.current?.setSelectionRange(at, at);
  });
  return (
    <TextInput
      label="CUIT"
      placeholder="30-71234567-1"
      inputMode="numeric"
      ref={input}
      value={value}
      onChange={type}
      {...field}
    />
  );
}
