import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { errorsBesides, errorUnder, type TemplateForm } from './rows.ts';

/** Props of a field that also shows the error of one of its lines, until the field changes. */
export function fieldOf(form: TemplateForm, path: string) {
  const { onChange, ...field } = form.getInputProps(path);
  return {
    ...field,
    error: errorUnder(form.errors, path),
    onChange: (value: unknown) => {
      form.setErrors((errors) => errorsBesides(errors, path));
      onChange(value);
    },
  };
}

type LinesProps = Omit<TextareaProps, 'value' | 'onChange'> & {
  value: readonly string[];
  onChange: (lines: string[]) => void;
};

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

/** Several texts, one a line. */
export function LinesField({ value, onChange, ...rest }: LinesProps) {
  const typed = useTyped(value.join('\n'), (text) => linesOf(text).join('\n'));
  return (
    <Textarea
      {...rest}
      autosize
      minRows={2}
      maxRows={8}
      value={typed.text}
      onChange={({ currentTarget }) => {
        typed.set(currentTarget.value);
        onChange(linesOf(currentTarget.value));
      }}
    />
  );
}

type NumberProps<Blank> = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: number | Blank;
  /** The value of an empty field. */
  blank: Blank;
  /** Called with NaN when the text is not a number. */
  onChange: (number: number | Blank) => void;
};

/** A number, with a comma or a point. */
export function NumberField<Blank extends number | null>({ value, blank, onChange, ...rest }: NumberProps<Blank>) {
  const numberOf = (text: string) => (text.trim() === '' ? blank : Number(text.trim().replace(',', '.')));
  const print = (number: number | Blank) => (number === null || number === blank ? '' : `${number}`.replace('.', ','));
  const typed = useTyped(print(value), (text) => print(numberOf(text)));
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={typed.text}
      onChange={({ currentTarget }) => {
        typed.set(currentTarget.value);
        onChange(numberOf(currentTarget.value));
      }}
    />
  );
}

/** The typed text while it means the same as the printed value. After a change elsewhere, the printed value. */
function useTyped(printed: string, meaning: (text: string) => string) {
  const [typed, set] = useState(printed);
  return { text: meaning(typed) === printed ? typed : printed, set };
}
