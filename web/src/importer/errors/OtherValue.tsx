import { Button, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { brands } from '@piezario/contract/brands';
import type { ErrorGroup } from '@piezario/contract/import-mappings';
import { products } from '@piezario/contract/products';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { type Choice, Picker } from '../../ui/Picker.tsx';

type Wrong = Pick<ErrorGroup, 'column' | 'value'>;

/** Whether another value can be chosen among the brands or products in the user's scope. */
export const canChoose = ({ column, value }: Wrong) => (column === 'Marca' || column === 'Producto') && value !== '';

/** Asks which brand or product a value stands for or, in other columns, for the text that replaces it. */
export const openOther = (wrong: Wrong, onChosen: (name: string) => void) =>
  modals.open({
    modalId: 'other',
    title: `¿Qué es «${wrong.value}»?`,
    children: fieldFor(wrong.column, { onChosen }),
  });

function fieldFor(column: string, props: Props) {
  if (column === 'Marca') return <OneBrand {...props} />;
  return column === 'Producto' ? <OneProduct {...props} /> : <OneText label={column} {...props} />;
}

type Props = { onChosen: (name: string) => void };

const OneBrand = (props: Props) => <One label="Marca" options={useCall(brands.json, {}).data} {...props} />;

const EVERYWHERE = { params: { categoryId: 'all', brandId: 'all' } } as const;
const OneProduct = (props: Props) => (
  <One label="Producto" options={useCall(products.json, EVERYWHERE).data} {...props} />
);

function One({ label, options, onChosen }: Props & { label: string; options: readonly Choice[] | undefined }) {
  const [chosen, choose] = useState<number | null>(null);
  return (
    <Question name={options?.find(({ id }) => id === chosen)?.name} onChosen={onChosen}>
      <Picker label={label} data-autofocus options={options} value={chosen} onChange={choose} />
    </Question>
  );
}

function OneText({ label, onChosen }: Props & { label: string }) {
  const [text, setText] = useState('');
  return (
    <Question name={text.trim() || undefined} onChosen={onChosen}>
      <TextInput
        label={label}
        data-autofocus
        autoComplete="off"
        maxLength={300}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </Question>
  );
}

function Question({ name, onChosen, children }: Props & { name: string | undefined; children: ReactNode }) {
  const choose = (event: FormEvent) => {
    event.preventDefault();
    if (name === undefined) return;
    modals.close('other');
    onChosen(name);
  };
  return (
    <Stack gap="md" component="form" onSubmit={choose}>
      <Text size="sm">Se lee así en todas las filas de este archivo.</Text>
      {children}
      <Button type="submit" disabled={name === undefined}>
        {name === undefined ? 'Leer' : `Leer como ${name}`}
      </Button>
    </Stack>
  );
}
