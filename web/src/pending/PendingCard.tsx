import { Paper, Title } from '@mantine/core';
import { GAP_NAMES } from '@piezario/contract/gaps';
import type { Pending } from '@piezario/contract/pending';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Completeness } from '../parts/Completeness.tsx';
import { lacking } from '../parts/gaps.ts';
import { formatNumber } from '../ui/format.ts';
import { counted } from '../ui/words.ts';
import classes from './Pending.module.css';

type Place = Pick<Pending, 'part_brand_id' | 'part_product_id'>;

/**
 * The parts that a number counts, those that fit most vehicles first. A list has the parts of one brand: those of a
 * product of several brands are told brand by brand first.
 */
function partsOf({ part_brand_id, part_product_id }: Place, filters: Readonly<Record<string, string>>) {
  const product = part_product_id === null ? {} : { part_product: String(part_product_id) };
  return part_brand_id === null
    ? ({ to: '/parts/pending', search: { product: String(part_product_id) }, preload: false } as const)
    : ({
        to: '/parts/catalog',
        search: { part_brand: String(part_brand_id), ...product, sort: '-vehicles_count', ...filters },
        preload: false,
      } as const);
}

/** What the parts of a brand, or of a product, lack. */
export function PendingCard({ pending }: { pending: Pending }) {
  const { name, part_brand_id, parts, complete, publishable, gaps } = pending;
  const share = Math.floor((100 * complete) / parts);
  const alone = gaps.reduce((sum, gap) => sum + gap.alone, 0);
  return (
    <Paper component="li" withBorder className={classes.card}>
      <Title order={2} size="h4">
        {name}
      </Title>
      <Completeness percent={share} />
      <p className={classes.facts}>
        {formatNumber(complete)} de {formatNumber(parts)} {complete === 1 ? 'completa' : 'completas'}
        {part_brand_id === null && ', de varias marcas'}
      </p>
      <p className={classes.facts}>
        <Link {...partsOf(pending, { 'filter[matches-publishable]': '1' })}>
          {counted(publishable, 'lista')} para Mercado Libre
        </Link>
        {publishable < parts && (
          <>
            {' · '}
            <Link {...partsOf(pending, { 'filter[matches-publishable]': '0' })}>
              {counted(parts - publishable, 'no se publica', 'no se publican')}
            </Link>
          </>
        )}
      </p>
      {alone > 0 && (
        <p className={classes.alone}>
          <Link {...partsOf(pending, { 'filter[matches-gaps_count]': '1' })}>
            A {counted(alone, 'le')} falta una sola cosa
          </Link>
        </p>
      )}
      {gaps.length > 0 ? (
        <ul className={classes.gaps}>
          {gaps.map(({ gap, parts: count }) => (
            <li key={gap}>
              <Link {...partsOf(pending, lacking(gap))}>{GAP_NAMES[gap]}</Link>
              <span>{formatNumber(count)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.whole}>
          <IconCircleCheck size={18} stroke={1.6} aria-hidden />
          No les falta nada
        </p>
      )}
    </Paper>
  );
}
