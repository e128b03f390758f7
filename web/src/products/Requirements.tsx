import { Checkbox, Fieldset, NativeSelect, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { GAP_NAMES, MAX_PHOTOS_REQUIRED, REQUIRABLE } from '@piezario/contract/gaps';
import type { products } from '@piezario/contract/products';
import type { z } from 'zod';

type Form = UseFormReturnType<z.input<typeof products.add.body>>;

const PHOTOS = Array.from({ length: MAX_PHOTOS_REQUIRED + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'Ninguna' : `${count} de 500 px o más`,
}));

/** What a part of the product needs to be complete. */
export function Requirements({ form }: { form: Form }) {
  const { requires = [], photos_required } = form.values;
  const toggle = (gap: (typeof REQUIRABLE)[number]) =>
    form.setFieldValue('requires', requires.includes(gap) ? requires.filter((one) => one !== gap) : [...requires, gap]);
  return (
    <Fieldset
      variant="unstyled"
      p={0}
      legend={
        <Text span size="sm" fw={500}>
          Una pieza está completa con
        </Text>
      }
    >
      <Stack gap="xs" mt="xs">
        {REQUIRABLE.map((gap) => (
          <Checkbox
            key={gap}
            label={GAP_NAMES[gap]}
            checked={requires.includes(gap)}
            disabled={gap === 'vehicles' && !form.values.takes_vehicles}
            onChange={() => toggle(gap)}
          />
        ))}
        <NativeSelect
          label="Fotos"
          w={220}
          data={PHOTOS}
          value={String(photos_required)}
          onChange={({ currentTarget }) => form.setFieldValue('photos_required', Number(currentTarget.value))}
        />
      </Stack>
    </Fieldset>
  );
}
