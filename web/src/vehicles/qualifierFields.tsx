import { Checkbox, SimpleGrid } from '@mantine/core';
import { POSITIONS, type Position } from '@piezario/contract/applications';
import { MAX_QUANTITY } from '@piezario/contract/vehicles';
import type { ReactNode } from 'react';

/** Digits of the whole numbers of an application. */
export const DIGITS = { quantity: String(MAX_QUANTITY).length, from_year: 4, until_year: 4 } as const;

type PositionsProps = {
  label: string;
  value: Position[];
  error?: ReactNode;
  onChange: (positions: Position[]) => void;
  'data-path'?: string;
};

/** Check boxes of the positions. The first one takes the focus of the field. */
export const PositionsField = ({ onChange, 'data-path': path, ...given }: PositionsProps) => (
  <Checkbox.Group {...given} onChange={(chosen) => onChange(chosen as Position[])}>
    <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="xs" verticalSpacing="xs" mt={4}>
      {POSITIONS.map((position, index) => (
        <Checkbox
          key={position}
          value={position}
          label={position}
          {...(index === 0 && { 'data-autofocus': true, 'data-path': path })}
        />
      ))}
    </SimpleGrid>
  </Checkbox.Group>
);
