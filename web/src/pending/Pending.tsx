import { Paper, Stack, Text, Title } from '@mantine/core';
import { GAP_NAMES, GAPS } from '@piezario/contract/gaps';
import { type BrandPending, pending } from '@piezario/contract/pending';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { Completeness } from '../parts/Completeness.tsx';
import { Failed } from '../ui/Failed.tsx';
import { formatNumber } from '../ui/format.ts';
import { Loading } from '../ui/Loading.tsx';
import classes from './Pending.module.css';

/** What the catalogue lacks, brand by brand. Each number opens the parts that it counts. */
export function Pending() {
  const read = useCall(pending.list, {});
  return (
    <Stack gap="md">
      <div>
        <Title order={1} size="h3">
          Pendientes
        </Title>
        <Text size="sm" c="dimmed">
          Lo que les falta a las piezas habilitadas, según lo que pide cada producto.
        </Text>
      </div>
      {read.data ? (
        read.data.length > 0 ? (
          <ul className={classes.brands}>
            {read.data.map((brand) => (
              <Brand key={brand.id} brand={brand} />
            ))}
          </ul>
        ) : (
          <Text>Todavía no hay piezas habilitadas.</Text>
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

/** Those that fit most vehicles first. */
const partsOf = (id: number, filters: Readonly<Record<string, string>>) => ({
  to: '/parts/catalog' as const,
  search: { part_brand: String(id), sort: '-vehicles_count', ...filters },
  preload: false as const,
});

function Brand({ brand: { id, name, parts, complete, publishable, gaps } }: { brand: BrandPending }) {
  const share = Math.floor((100 * complete) / parts);
  const alone = gaps.reduce((sum, gap) => sum + gap.alone, 0);
  return (
    <Paper component="li" withBorder className={classes.brand}>
      <Title order={2} size="h4">
        {name}
      </Title>
      <Completeness percent={share} />
      <p className={classes.facts}>
        {formatNumber(complete)} de {formatNumber(parts)} {complete === 1 ? 'completa' : 'completas'}
      </p>
      <p className={classes.facts}>
        {formatNumber(publishable)} {publishable === 1 ? 'lista' : 'listas'} para Mercado Libre
      </p>
      {alone > 0 && (
        <p className={classes.alone}>
          <Link {...partsOf(id, { 'filter[matches-gaps_count]': '1' })}>
            A {formatNumber(alone)} {alone === 1 ? 'le' : 'les'} falta una sola cosa
          </Link>
        </p>
      )}
      {gaps.length > 0 ? (
        <ul className={classes.gaps}>
          {gaps.map(({ gap, parts: lacking }) => (
            <li key={gap}>
              <Link {...partsOf(id, { 'filter[matches-gaps]': String(GAPS.indexOf(gap) + 1) })}>{GAP_NAMES[gap]}</Link>
              <span>{formatNumber(lacking)}</span>
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
