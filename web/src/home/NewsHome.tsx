import { Paper, Stack, Text, Title } from '@mantine/core';
import { type BrandNews, home, type News } from '@piezario/contract/home';
import { Link } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { Failed } from '../ui/Failed.tsx';
import { formatMoment, formatNumber } from '../ui/format.ts';
import { Loading } from '../ui/Loading.tsx';
import card from './Card.module.css';
import classes from './Home.module.css';
import { RecentCard } from './RecentCard.tsx';
import rows from './Rows.module.css';

/** What is new since the last visit, brand by brand. */
export function NewsHome() {
  // Noted before the news are read: one that comes hours after the last moves what they are compared with. Noting it
  // twice is the same.
  const visit = useCall(home.visit, {}, { gcTime: 0, refetchOnWindowFocus: false });
  const read = useCall(home.news, {}, { enabled: visit.isFetched });
  return (
    <Stack gap="md">
      <div>
        <Title order={1} size="h3">
          Novedades
        </Title>
        {read.data && (
          <Text size="sm" c="dimmed">
            Lo que cambió en tus marcas desde el {formatMoment(read.data.since)}.
          </Text>
        )}
      </div>
      <div className={classes.cards}>
        {read.data ? (
          read.data.brands.length > 0 ? (
            read.data.brands.map((brand) => <BrandCard key={brand.id} brand={brand} />)
          ) : (
            <Text>No hay novedades desde tu última visita.</Text>
          )
        ) : read.error ? (
          <Paper withBorder>
            <Failed title="No se pudieron cargar las novedades" read={read} />
          </Paper>
        ) : (
          <Loading />
        )}
        <RecentCard />
      </div>
    </Stack>
  );
}

/** Each kind of news, with the list of parts that has them first. */
const KINDS = [
  { kind: 'created', title: 'Nuevas', search: { sort: '-created_at' } },
  { kind: 'changed', title: 'Modificadas', search: { sort: '-updated_at' } },
  {
    kind: 'discontinued',
    title: 'Discontinuadas',
    search: { sort: '-updated_at', 'filter[matches-discontinued]': '1' },
  },
] as const;

const BrandCard = ({ brand }: { brand: BrandNews }) => (
  <Paper component="section" withBorder className={card.card} aria-labelledby={`news-${brand.id}`}>
    <Title order={2} size="h4" id={`news-${brand.id}`}>
      {brand.name}
    </Title>
    {KINDS.filter(({ kind }) => brand[kind].count > 0 || brand[kind].has_more).map(({ kind, title, search }) => (
      <div key={kind}>
        <Title order={3} className={rows.subtitle}>
          {title}: {howMany(brand[kind])}
        </Title>
        <ul className={rows.facts}>
          {brand[kind].parts.map(({ id, code, product }) => (
            <li key={id}>
              <Link to="/parts/$id" params={{ id: String(id) }}>
                {code}
              </Link>
              <span className={rows.dim}>{product}</span>
            </li>
          ))}
        </ul>
        {(brand[kind].has_more || brand[kind].count > brand[kind].parts.length) && (
          <Link
            to="/parts/catalog"
            search={{ part_brand: String(brand.id), ...search }}
            className={rows.go}
            preload={false}
          >
            Ver en el catálogo
          </Link>
        )}
      </div>
    ))}
  </Paper>
);

/** Where too much is new to look at all of it, there may be more than was found. */
const howMany = ({ count, has_more }: News) =>
  !has_more ? formatNumber(count) : count === 0 ? 'puede haber' : `${formatNumber(count)} o más`;
