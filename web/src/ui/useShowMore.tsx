import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from './format.ts';

/** Shows the first items of a list, and a button for the others: «y 12 más», unless `children` is another text. */
export function useShowMore<T>(items: readonly T[], first: number, { children, ...props }: ButtonProps = {}) {
  const [showsAll, showAll] = useState(false);
  const visible = showsAll ? items : items.slice(0, first);
  const hidden = items.slice(visible.length);
  const button = hidden.length > 0 && (
    <Button variant="subtle" size="compact-sm" fw={500} {...props} onClick={() => showAll(true)}>
      {children ?? `y ${formatNumber(hidden.length)} más`}
    </Button>
  );
  return { visible, hidden, button };
}
