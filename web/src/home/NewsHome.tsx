import { Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { type BrandNews, type ChangedPart, home, type News } from '@piezario/contract/home';
import { type Filter, joinValues, writeFilters } from '@piezario/contract/list';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { useUser } from '../auth/session.tsx';
import { download } from '../downloads/download.tsx';
import { exportPath } from '../downloads/exportPath.ts';
import { ENTITY_WORDS, fieldName } from '../history/words.ts';
import { Failed } from '../ui/Failed.tsx';
import { formatNumber } from '../ui/format.ts';
import { Loading } from '../ui/Loading.tsx';
import card from './Card.module.css';
import classes from './Home.module.css';
import { RecentCard } from './RecentCard.tsx';
import rows from './Rows.module.css';

type Days = { readonly since: string; readonly until: string };

/** News by brand since a day: the day in the URL, or that of the previous visit. */
export function NewsHome() {
  const { since } = useSearch({ from: '/shell/home' });
  const navigate = useNavigate();
  const [typed, type] = useState<string | null>(null);
  // Stored before the news are read: a visit hours after the last one moves the day from which they are read. The call
  // is idempotent.
  const { viewer } = useUser();
  // A person who views as the client does not count as a visit.
  const visit = useCall(home.visit, {}, { gcTime: 0, refetchOnWindowFocus: false, enabled: !viewer });
  const read = useCall(
    home.news,
    { query: { ...(since !== undefined && { since }) } },
    { enabled: visit.isFetched || viewer !== null },
  );
  // An emptied field returns to the last visit.
  const show = (day: string) =>
    void navigate({ to: '/home', search: day === '' ? {} : { since: day }, replace: true, resetScroll: false });
  return (
    <Stack gap="md">
      <div className={`wrap ${classes.head}`}>
        <div>
          <Title order={1} size="h3">
            Novedades
          </Title>
          <Text size="sm" c="dimmed">
            {since === undefined
              ? 'Lo que cambió en tus marcas desde tu última visita.'
              : 'Lo que cambió en tus marcas.'}
          </Text>
        </div>
        <TextInput
          type="date"
          label="Desde"
          className="row gap-8"
          value={typed ?? since ?? read.data?.since ?? ''}
          max={read.data?.until}
          onChange={({ currentTarget: { value } }) => {
            type(value);
            // A year that is being typed begins with zeros.
            if (value >= '1900') show(value);
          }}
          onBlur={() => {
            if (typed === '') show('');
            type(null);
          }}
        />
      </div>
      <div className={classes.cards}>
        {read.data ? (
          <Brands brands={read.data.brands} days={read.data} />
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

const Brands = ({ brands, days }: { brands: readonly BrandNews[]; days: Days }) =>
  brands.length > 0 ? (
    brands.map((brand) => <BrandCard key={brand.id} brand={brand} days={days} />)
  ) : (
    <Text>No hay novedades desde ese día.</Text>
  );

type KindOfNews = 'created' | 'changed' | 'discontinued';

const TITLES: Record<KindOfNews, string> = {
  created: 'Nuevas',
  changed: 'Modificadas',
  discontinued: 'Discontinuadas',
};
const KINDS = ['created', 'changed', 'discontinued'] as const;
const MOMENTS = { created: 'created_at', changed: 'updated_at', discontinued: 'discontinued_at' } as const;

const matches = (column: string, value: string): Filter => ({ mode: 'matches', column, value });

/** Filters with which the list of parts has exactly the news of a kind. */
const filtersOf = (kind: KindOfNews, { since, until }: Days): readonly Filter[] => [
  { mode: 'between', column: MOMENTS[kind], value: joinValues('between', [since, until]) },
  ...(kind === 'changed' ? [{ mode: 'less_than', column: 'created_at', value: since } as const] : []),
  matches('enabled', '1'),
  matches('discontinued', kind === 'discontinued' ? '1' : '0'),
];

const BrandCard = ({ brand, days }: { brand: BrandNews; days: Days }) => (
  <Paper component="section" withBorder className={card.card} aria-labelledby={`news-${brand.id}`}>
    <Title order={2} size="h4" id={`news-${brand.id}`}>
      {brand.name}
    </Title>
    {KINDS.filter((kind) => brand[kind].count > 0).map((kind) => (
      <div key={kind}>
        <Title order={3} className="text-sm strong above-4">
          {TITLES[kind]}: {howMany(brand[kind])}
        </Title>
        <ul className="stack text-md lined">
          {brand[kind].parts.map((part) => (
            <li key={part.id} className={rows.news}>
              <Link to="/parts/$id" params={{ id: String(part.id) }} className={rows.name}>
                {part.code}
              </Link>
              <span className="dim text-sm right">{part.product}</span>
              {'topics' in part && <span className={rows.changes}>{changesInWords(part)}</span>}
            </li>
          ))}
        </ul>
        <Actions brand={brand} kind={kind} filters={filtersOf(kind, days)} />
      </div>
    ))}
  </Paper>
);

type ActionsProps = { brand: BrandNews; kind: KindOfNews; filters: readonly Filter[] };

function Actions({ brand, kind, filters }: ActionsProps) {
  const what = `${TITLES[kind].toLowerCase()} de ${brand.name}`;
  const { viewer } = useUser();
  const { count, has_more } = brand[kind];
  const file = `Descargar ${has_more ? 'todas' : count === 1 ? 'esta' : `estas ${formatNumber(count)}`}`;
  return (
    <div className={rows.actions}>
      <Link
        to="/parts/catalog"
        search={{ part_brand: String(brand.id), ...toSearch(filters), sort: `-${MOMENTS[kind]}` }}
        className="line link text-md self-start tap-28"
        preload={false}
        aria-label={`Ver en el catálogo las ${what}`}
      >
        Ver en el catálogo
      </Link>
      <Button
        variant="default"
        size="xs"
        disabled={viewer !== null}
        aria-label={`${file}: ${what}`}
        onClick={() =>
          void download({
            name: `${TITLES[kind]} de ${brand.name}`,
            path: exportPath('parts', { brand: brand.id, category: null, product: null, filters }),
          })
        }
      >
        {file}
      </Button>
    </div>
  );
}

const toSearch = (filters: readonly Filter[]) =>
  Object.fromEntries(Object.entries(writeFilters(filters)).map(([name, value]) => [`filter[${name}]`, value]));

const howMany = ({ count, has_more }: News) => `${formatNumber(count)}${has_more ? ' o más' : ''}`;

/** Ancho: 10 → 12 mm · descripción, equivalencias */
const changesInWords = ({ topics, values }: ChangedPart) =>
  [
    ...values.map(({ name, before, after, unit }) => `${name}: ${before} → ${`${after} ${unit}`.trim()}`),
    topics.map(topicInWords).join(', '),
  ]
    .filter((text) => text !== '')
    .join(' · ');

const topicInWords = (topic: ChangedPart['topics'][number]) =>
  topic === 'attribute' || topic === 'cross' || topic === 'application' || topic === 'picture'
    ? ENTITY_WORDS[topic].many
    : fieldName(topic).toLowerCase();
