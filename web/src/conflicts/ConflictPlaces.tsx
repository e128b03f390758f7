import { Paper, Text, Title } from '@mantine/core';
import { conflicts } from '@piezario/contract/conflicts';
import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { Failed } from '../ui/Failed.tsx';
import { returnFocus } from '../ui/focus.ts';
import { formatNumber } from '../ui/format.ts';
import { Loading } from '../ui/Loading.tsx';
import { counted } from '../ui/words.ts';
import classes from './Conflicts.module.css';

/** Products with conflicts, of all brands or of one, those with most pairs first. Each leads to its pairs. */
export function ConflictPlaces({ brand }: { brand: number | null }) {
  const read = useCall(conflicts.places, { query: { ...(brand !== null && { part_brand_id: brand }) } });
  if (read.isPlaceholderData || (!read.data && !read.error)) return <Loading />;
  if (!read.data) {
    return (
      <Paper withBorder>
        <Failed title="No se pudieron cargar los conflictos" read={read} />
      </Paper>
    );
  }
  const { total, places } = read.data;
  if (places.length === 0) {
    return (
      <Paper withBorder className="row gap-8 pad-16">
        <IconCircleCheck className="accent" size={18} stroke={1.6} aria-hidden />
        <Text>No hay conflictos por decidir{brand !== null && ' en esta marca'}.</Text>
      </Paper>
    );
  }
  const isWhole = total === places.reduce((sum, { pairs }) => sum + pairs, 0);
  return (
    <section aria-labelledby="conflict-places">
      <Title order={2} size="h5" mb="xs" id="conflict-places">
        {counted(total, 'par', 'pares')} por decidir
        {!isWhole && `: los ${formatNumber(places.length)} productos con más`}
      </Title>
      <ul className={`frame surface rounded divided ${classes.places}`}>
        {places.map(({ part_brand_id, part_product_id, product, pairs, ...place }) => (
          <li key={`${part_brand_id} ${part_product_id}`}>
            <Link
              to="/parts/conflicts"
              search={{ brand: String(part_brand_id), product: String(part_product_id) }}
              preload={false}
              className={classes.product}
              onClick={() => returnFocus(null)}
            >
              <span className={classes.name}>
                <b>{product}</b>
                <span className="dim">{place.brand}</span>
              </span>
              <span className="strong digits nowrap">{counted(pairs, 'par', 'pares')}</span>
              <IconChevronRight className="dim" size={16} stroke={1.6} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
