import { Button, Text, Title } from '@mantine/core';
import { admits } from '@piezario/contract/access';
import { brands } from '@piezario/contract/brands';
import { IconCategory, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { useRole } from '../auth/session.tsx';
import { useSelection } from '../selection/selection.ts';
import { Failed } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import type { Choice } from '../ui/Picker.tsx';
import classes from './Catalog.module.css';

/** With more brands than these, the picker is quicker than a row of buttons. */
const MAX_BUTTONS = 24;

/** The catalogue before a brand is chosen. */
export function NoBrand() {
  const read = useCall(brands.json, {});
  const { data, isPending } = read;
  // useKeptSelection chooses the only brand.
  if (isPending || data?.length === 1) return <Loading />;
  if (data?.length === 0) return <NothingGranted />;
  if (!data) return <Failed title="No se pudieron cargar las marcas" read={read} />;
  return (
    <div className={classes.invitation}>
      <IconCategory size={40} stroke={1.2} color="var(--mantine-color-dimmed)" aria-hidden />
      <Title order={1} size="h3">
        Seleccioná una marca
      </Title>
      <Text c="dimmed">
        Sus piezas aparecen acá. Para buscar un número o palabras en todas tus marcas, usá la búsqueda de arriba.
      </Text>
      {data.length <= MAX_BUTTONS && <BrandButtons brands={data} />}
    </div>
  );
}

function BrandButtons({ brands }: { brands: readonly Choice[] }) {
  const { choose } = useSelection();
  return (
    <ul className={classes.brands} aria-label="Marcas">
      {brands.map(({ id, name }) => (
        <li key={id}>
          <Button variant="default" radius="xl" onClick={() => choose({ brand: id })}>
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** For a person who sees no brand: what is missing, and who can grant it. */
function NothingGranted() {
  const creates = admits(brands.add.access, useRole());
  return (
    <div className={classes.invitation}>
      <IconLock size={40} stroke={1.2} color="var(--mantine-color-dimmed)" aria-hidden />
      <Title order={1} size="h3">
        {creates ? 'Todavía no hay marcas' : 'Todavía no tenés marcas asignadas'}
      </Title>
      <Text c="dimmed">
        {creates
          ? 'Creá la primera para empezar a cargar sus piezas.'
          : 'Pedile a quien administra el catálogo que te asigne las marcas con las que trabajás; cuando lo haga, sus piezas aparecen acá.'}
      </Text>
      {creates && (
        <Button className={classes.create} renderRoot={(props) => <Link to="/part_brands/new" {...props} />}>
          Crear nueva marca
        </Button>
      )}
    </div>
  );
}
