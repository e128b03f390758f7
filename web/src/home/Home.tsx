import { Stack, Title } from '@mantine/core';
import { seesHistory } from '@piezario/contract/access';
import { brands } from '@piezario/contract/brands';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useCall } from '../api/hooks.ts';
import { useRole } from '../auth/session.tsx';
import { readId } from '../selection/selection.ts';
import { Picker } from '../ui/Picker.tsx';
import { CatalogCard } from './CatalogCard.tsx';
import { CoverageCard } from './CoverageCard.tsx';
import classes from './Home.module.css';
import { ImportsCard } from './ImportsCard.tsx';
import { NewsHome } from './NewsHome.tsx';
import { ProgressCard } from './ProgressCard.tsx';
import { RecentCard } from './RecentCard.tsx';
import { TodayCard, useToday } from './TodayCard.tsx';
import { WeekCard } from './WeekCard.tsx';

/** The home page: tasks for roles that edit the catalog, and news for the others. */
export const Home = () => (seesHistory(useRole()) ? <CatalogHome /> : <NewsHome />);

function CatalogHome() {
  const search = useSearch({ from: '/shell/home' });
  const navigate = useNavigate();
  const offered = useCall(brands.json, {}).data;
  const today = useToday();
  // Without parts there is nothing to plot.
  const isNew = today.data?.setup?.some(({ step, is_done }) => step === 'part' && !is_done);
  // Renders the plots after the tasks, in pieces that let the page answer in between.
  const plots = useDeferredValue(true, false);
  const [brand, product] = [readId(search.brand), readId(search.product)];
  const show = (next: { brand?: number | null; product?: number | null }) => {
    const chosen = Object.entries({ brand, product, ...next }).flatMap(([name, id]) =>
      id === null ? [] : [[name, String(id)]],
    );
    void navigate({ to: '/home', search: Object.fromEntries(chosen), replace: true, resetScroll: false });
  };
  return (
    <Stack gap="md">
      <div className={classes.head}>
        <Title order={1} size="h3">
          Inicio
        </Title>
        {offered && offered.length > 1 && (
          <Picker
            // Shrinks on a phone: alone on a line it would move the cards.
            className="slim"
            aria-label="Marca"
            placeholder="Todas las marcas"
            options={offered}
            value={brand}
            // The other brand may not have the product.
            onChange={(id) => show({ brand: id, product: null })}
          />
        )}
      </div>
      <TodayCard read={today} />
      {plots && !isNew && (
        // Hidden until the height of the tasks is known, which would move them.
        <div className={classes.cards} style={{ visibility: today.isFetched ? undefined : 'hidden' }}>
          <div className={classes.column}>
            <CatalogCard brand={brand} key={brand} />
            <RecentCard />
          </div>
          <div className={classes.column}>
            <ProgressCard brand={brand} />
            <WeekCard />
          </div>
          <div className={classes.column}>
            <CoverageCard brand={brand} product={product} onProduct={(id) => show({ product: id })} />
            <ImportsCard />
          </div>
        </div>
      )}
    </Stack>
  );
}
