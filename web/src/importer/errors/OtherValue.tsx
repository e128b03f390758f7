import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { brands } from '@piezario/contract/brands';
import type { ErrorGroup } from '@piezario/contract/import-mappings';
import { products } from '@piezario/contract/products';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { type Choice, Picker } from '../../ui/Picker.tsx';

type Wrong = Pick<ErrorGroup, 'column' | 'value'>;

/** Whether what was meant is chosen among the brands or products in one's scope. */
export const canChoose = ({ column, value }: Wrong) => (column === 'Marca' || column === 'Producto') && value !== '';

/** Asks which brand or product a value stands for. */
export const openOther = (wrong: Wrong, onChosen: (name: string) => void) =>
  modals.open({
    modalId: 'other',
    title: `¿Qué es «${wrong.value}»?`,
    children: wrong.column === 'Marca' ? <OneBrand onChosen={onChosen} /> : <OneProduct onChosen={onChosen} />,
  });

type Props = { onChosen: (name: string) => void };

const OneBrand = (props: Props) => <One label="Marca" options={useCall(brands.json, {}).data} {...props} />;

const EVERYWHERE = { params: { categoryId: 'all', brandId: 'all' } } as const;
const OneProduct = (props: Props) => (
  <One label="Producto" options={useCall(products.json, EVERYWHERE).data} {...props} />
);

function One({ label, options, onChosen }: Props & { label: string; options: readonly Choice[] | undefined }) {
  const [chosen, choose] = useState<number | null>(null);
  const name = options?.find(({ id }) => id === chosen)?.name;
  const say = () => {
    if (name === undefined) return;
    modals.close('other');
    onChosen(name);
  };
  return (
    <Stack gap="md">
      <Text size="sm">Se lee así en todas las filas de este archivo.</Text>
      <Picker label={label} data-autofocus options={options} value={chosen} onChange={choose} />
      <Button disabled={name === undefined} onClick={say}>
        {name === undefined ? 'Leer' : `Leer como ${name}`}
      </Button>
    </Stack>
  );
}
