import { Button } from '@mantine/core';
import { templates } from '@piezario/contract/templates';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { fold } from '../ui/words.ts';
import type { Row } from './rows.ts';

type Props = { product: number; row: Row; onAdd: (values: string[]) => void };

/** Button that adds the values that parts have to the values of a list. */
export function UsedValues({ product, row, onAdd }: Props) {
  const { name, values } = row;
  const { data = [] } = useCall(
    templates.values,
    { params: { productId: product }, query: { name: name.trim() } },
    { enabled: name.trim() !== '', cancels: true },
  );
  const taken = new Set(values.map(fold));
  const others = data.filter((value) => !taken.has(fold(value)));
  if (others.length === 0) return null;
  return (
    <Button variant="subtle" size="compact-sm" mt={4} onClick={() => onAdd([...values, ...others])}>
      Usar los que ya tienen las piezas ({formatNumber(others.length)})
    </Button>
  );
}
