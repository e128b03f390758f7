import '../ui/mantineLater.ts';
import { Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { type PendingBy, pending } from '@piezario/contract/pending';
import { products } from '@piezario/contract/products';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { readId } from '../selection/selection.ts';
import { Failed } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Picker } from '../ui/Picker.tsx';
import classes from './Pending.module.css';
import { PendingCard } from './PendingCard.tsx';

const BY: { value: PendingBy; label: string }[] = [
  { value: 'brand', label: 'Por marca' },
  { value: 'product', label: 'Por producto' },
];

/** Gaps of the catalog by brand or by product. A number of one brand opens the parts that it counts. */
export function Pending() {
  const { by, product, show } = usePendingPlace();
  const read = useCall(pending.list, { query: { by, ...(product !== null && { part_product_id: product }) } });
  const offered = useCall(products.json, { params: { categoryId: 'all', brandId: 'all' } }).data;
  return (
    <Stack gap="md">
      <div className={classes.head}>
        <div>
          <Title order={1} size="h3">
            Pendientes
          </Title>
          <Text size="sm" c="dimmed">
            Lo que les falta a las piezas habilitadas, según lo que pide cada producto.
          </Text>
        </div>
        <div className={classes.place}>
          {by === 'brand' && (
            <Picker
              aria-label="Producto"
              placeholder="Todos los productos"
              options={offered}
              value={product}
              onChange={(id) => show({ product: id })}
            />
          )}
          <SegmentedControl
            aria-label="Cómo se agrupan"
            value={by}
            onChange={(next) => show({ by: next, product: null })}
            data={BY}
          />
        </div>
      </div>
      {read.data ? (
        read.data.length > 0 ? (
          <ul className={classes.cards}>
            {read.data.map((one) => (
              <PendingCard key={one.id} pending={one} />
            ))}
          </ul>
        ) : (
          <Text>
            {product === null ? 'Todavía no hay piezas habilitadas.' : 'No hay piezas habilitadas de ese producto.'}
          </Text>
        )
      ) : read.error ? (
        <Paper withBorder>
          <Failed title="No se pudieron cargar los pendientes" read={read} />
        </Paper>
      ) : (
        <Loading />
      )}
    </Stack>
  );
}

/** Grouping from the address. One product is shown by brand. */
function usePendingPlace() {
  const asked = useSearch({ from: '/shell/parts/pending' });
  const navigate = useNavigate();
  const by: PendingBy = asked.by === 'product' ? 'product' : 'brand';
  const product = by === 'brand' ? readId(asked.product) : null;
  const show = (next: { by?: PendingBy; product: number | null }) => {
    const chosen = { by, ...next };
    void navigate({
      to: '/parts/pending',
      search: {
        ...(chosen.by === 'product' && { by: chosen.by }),
        ...(chosen.product !== null && { product: String(chosen.product) }),
      },
      replace: true,
      resetScroll: false,
    });
  };
  return { by, product, show };
}
