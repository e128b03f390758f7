import { Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

type Shared = { label: string; description?: string; error?: string | undefined };

type LinesProps = Shared & { value: readonly string[]; onChange: (lines: string[]) => void };

/** Several texts, one a line. */
export function LinesField({ value, onChange, ...rest }: LinesProps) {
  const [text, setText] = useState(value.join('\n'));
  return (
    <Textarea
      {...rest}
      autosize
      minRows={2}
      maxRows={8}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(currentTarget.value.split('\n').filter((line) => line.trim() !== ''));
      }}
    />
  );
}

type NumberProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: number | null;
  /** Null when it is empty; no number when it is none. */
  onChange: (number: number | null) => void;
};

/** A number, with a comma or a point. */
export function NumberField({ value, onChange, ...rest }: NumberProps) {
  const [text, setText] = useState(value === null ? '' : `${value}`.replace('.', ','));
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        const typed = currentTarget.value.trim().replace(',', '.');
        onChange(typed === '' ? null : Number(typed));
      }}
    />
  );
}
