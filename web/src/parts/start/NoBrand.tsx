import { Text, Title } from '@mantine/core';
import { admits, SCREENS } from '@piezario/contract/access';
import { brands } from '@piezario/contract/brands';
import { home } from '@piezario/contract/home';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCall } from '../../api/hooks.ts';
import { useRole } from '../../auth/session.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { BrandCard } from './BrandCard.tsx';
import classes from './NoBrand.module.css';
import { SetupSteps } from './SetupSteps.tsx';

/** Above this many brands, the picker is quicker than cards. */
const MAX_CARDS = 60;

/** The catalog before a brand is chosen. */
export function NoBrand() {
  const read = useCall(brands.json, {});
  const { data, isPending } = read;
  const completes = admits(SCREENS.pending, useRole());
  // The counts arrive after the names, which are enough to choose.
  const summary = useCall(brands.summary, {});
  // useKeptSelection chooses the only brand.
  if (isPending || data?.length === 1) return <Loading />;
  if (data?.length === 0) return <NothingGranted />;
  if (!data) return <Failed title="No se pudieron cargar las marcas" read={read} />;
  return (
    <div className={classes.start}>
      <Title order={1} size="h3">
        Seleccioná una marca
      </Title>
      <Text c="dimmed">
        Para buscar un número o palabras en todas tus marcas, usá la búsqueda de arriba.{' '}
        {completes ? 'Lo que hay para hacer y lo nuevo están en' : 'Las piezas nuevas y las que cambiaron están en'}{' '}
        <Link to="/home" className="line pad-y-2">
          {completes ? 'Inicio' : 'Novedades'}
        </Link>
        .
      </Text>
      {data.length <= MAX_CARDS && (
        <ul className={classes.brands} aria-label="Marcas">
          {data.map((brand) => (
            <BrandCard key={brand.id} brand={brand} counts={summary.data?.find(({ id }) => id === brand.id)} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** For a person who sees no brand: the steps of a new installation, or who can grant one. */
function NothingGranted() {
  const creates = admits(brands.add.access, useRole());
  return creates ? <FirstSteps /> : <NotGranted />;
}

function FirstSteps() {
  const read = useCall(home.today, {});
  return (
    <div className={classes.first}>
      <Title order={1} size="h3">
        Primeros pasos
      </Title>
      <Text c="dimmed">Todavía no hay marcas. Así se empieza un catálogo:</Text>
      {read.data ? (
        <SetupSteps steps={read.data.setup ?? []} />
      ) : read.error ? (
        <Failed title="No se pudieron cargar los pasos" read={read} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

const NotGranted = () => (
  <div className={classes.invitation}>
    <IconLock size={40} stroke={1.2} color="var(--mantine-color-dimmed)" aria-hidden />
    <Title order={1} size="h3">
      Todavía no tenés marcas asignadas
    </Title>
    <Text c="dimmed">
      Pedile a quien administra el catálogo que te asigne las marcas con las que trabajás; cuando lo haga, sus piezas
      aparecen acá.
    </Text>
  </div>
);
