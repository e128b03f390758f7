import { UnstyledButton } from '@mantine/core';
import type { Result } from '@piezario/contract/endpoint';
import type { vehicleCatalog } from '@piezario/contract/vehicle-catalog';
import { formatNumber } from '../ui/format.ts';
import { useChoice } from './choice.ts';
import classes from './Products.module.css';

type Props = {
  /** Undefined while they are counted. */
  counted: Result<typeof vehicleCatalog.products> | undefined;
  shown: number | 'all';
};

/** The products of the chosen vehicles by category. One of them can be chosen. */
export function Products({ counted, shown }: Props) {
  const { setProduct } = useChoice();
  const option = (id: number | 'all', name: string, parts: number) => (
    <UnstyledButton className={classes.product} aria-pressed={shown === id} onClick={() => setProduct(id)}>
      <span>{name}</span>
      <span className={classes.count}>{formatNumber(parts)}</span>
    </UnstyledButton>
  );
  return (
    <nav className={classes.products} aria-label="Productos" data-pending={counted === undefined || undefined}>
      {counted && (
        <ul>
          <li>{option('all', 'Todas las piezas', counted.parts)}</li>
          {counted.categories.map((category) => (
            <li key={category.id} className={classes.category}>
              <h3 className="dim text-xs strong">{category.name}</h3>
              <ul>
                {category.products.map(({ id, name, parts }) => (
                  <li key={id}>{option(id, name, parts)}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
