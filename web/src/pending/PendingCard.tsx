import { Button, Paper, Title } from '@mantine/core';
import { GAP_NAMES } from '@piezario/contract/gaps';
import type { Pending } from '@piezario/contract/pending';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { Completeness } from '../parts/Completeness.tsx';
import { lacking } from '../parts/gaps.ts';
import { formatNumber } from '../ui/format.ts';
import { lazy } from '../ui/lazy.tsx';
import { counted } from '../ui/words.ts';

const DescribeDialog = lazy(() => import('../bulk/DescribeDialog.tsx'), 'DescribeDialog', 'part');

type Place = Pick<Pending, 'part_brand_id' | 'part_product_id'>;

/**
 * Link to the parts that a number counts, those that fit most vehicles first. The catalog lists the parts of one brand,
 * so the card of a product links to its gaps by brand.
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

/** Gaps of the parts of a brand or product. */
export function PendingCard({ pending }: { pending: Pending }) {
  const { name, part_brand_id, parts, complete, publishable, gaps } = pending;
  const share = Math.floor((100 * complete) / parts);
  const alone = gaps.reduce((sum, gap) => sum + gap.alone, 0);
  return (
    <Paper component="li" withBorder className="column slim breaks gap-6 pad-16">
      <Title order={2} size="h4">
        {name}
      </Title>
      <Completeness percent={share} />
      <p className="dim text-sm digits">
        {formatNumber(complete)} de {formatNumber(parts)} {complete === 1 ? 'completa' : 'completas'}
        {part_brand_id === null && ', de varias marcas'}
      </p>
      <p className="dim text-sm digits">
        <Link {...partsOf(pending, { 'filter[matches-publishable]': '1' })} className="line tap-28">
          {counted(publishable, 'lista')} para Mercado Libre
        </Link>
        {publishable < parts && (
          <>
            {' · '}
            <Link {...partsOf(pending, { 'filter[matches-publishable]': '0' })} className="line tap-28">
              {counted(parts - publishable, 'no se publica', 'no se publican')}
            </Link>
          </>
        )}
      </p>
      {alone > 0 && (
        <p className="dim text-sm strong digits">
          <Link {...partsOf(pending, { 'filter[matches-gaps_count]': '1' })} className="line tap-28">
            A {counted(alone, 'le')} falta una sola cosa
          </Link>
        </p>
      )}
      {gaps.length > 0 ? (
        <ul className="stack text-md lined top-line">
          {gaps.map(({ gap, parts: count }) => (
            <li key={gap} className="row apart gap-12 tap-32">
              <Link {...partsOf(pending, lacking(gap))} className="row grow undecorated underlines tap-32">
                {GAP_NAMES[gap]}
              </Link>
              {gap === 'observation' && <Describe pending={pending} count={count} />}
              <span className="digits">{formatNumber(count)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="row dim text-sm digits gap-8">
          <IconCircleCheck className="accent" size={18} stroke={1.6} aria-hidden />
          No les falta nada
        </p>
      )}
    </Paper>
  );
}

type DescribeProps = { pending: Pending; count: number };

/** Opens the bulk action that writes the descriptions which the parts of a brand lack. */
function Describe({ pending: { name, part_brand_id, part_product_id }, count }: DescribeProps) {
  const [isOpen, setOpen] = useState(false);
  if (part_brand_id === null) return null;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Redactar las descripciones de ${name}`}
        onClick={() => setOpen(true)}
      >
        Redactar…
      </Button>
      {isOpen && (
        <Suspense>
          <DescribeDialog
            brand={part_brand_id}
            product={part_product_id}
            query={lacking('observation')}
            count={count}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
