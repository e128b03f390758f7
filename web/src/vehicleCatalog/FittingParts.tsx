import { Button } from '@mantine/core';
import { type Filter, MAX_AMONG } from '@piezario/contract/list';
import { type Choice, type FittingPart, vehicleCatalog } from '@piezario/contract/vehicle-catalog';
import { IconCarOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useCall } from '../api/hooks.ts';
import { PART } from '../parts/noun.ts';
import { usePartLink } from '../selection/usePartLink.ts';
import { useSheetLink } from '../selection/useSheetLink.ts';
import { Failed } from '../ui/Failed.tsx';
import { useListPage } from '../ui/listPage.ts';
import { Notice } from '../ui/Notice.tsx';
import { Switch } from '../ui/Switch.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/list.ts';
import { useListQuery } from '../ui/table/useListQuery.ts';
import { counted } from '../ui/words.ts';
import { useChoice } from './choice.ts';
import classes from './FittingParts.module.css';
import { PartCard } from './PartCard.tsx';
import { Products } from './Products.tsx';

/** Above this number of parts, only those of the first product are shown at first. */
const MANY = 500;

/** Columns by which the cards can be filtered and sorted. */
const COLUMNS: readonly Column<FittingPart>[] = [
  { key: 'code', label: 'Código' },
  { key: 'brand', label: 'Marca' },
  { key: 'product', label: 'Producto', render: ({ product_with_category: { name } }) => name },
];

type Props = {
  choice: Choice;
  /** Name of the choice in the title above the parts. */
  name: string;
  vehicles: readonly number[];
  heading: RefObject<HTMLHeadingElement | null>;
};

/** Parts that fit the chosen vehicles: a list of their products, and the parts of one product or of all. */
export function FittingParts({ choice, name, vehicles, heading }: Props) {
  const { product, showsHidden } = useChoice();
  const read = useCall(vehicleCatalog.products, { query: { ...choice, hidden: showsHidden ? 1 : 0 } });
  const { data } = read;
  const first = data && data.parts > MANY ? data.categories[0]?.products[0]?.id : undefined;
  const shown = product ?? first ?? 'all';
  const title = (
    <h2 ref={heading} tabIndex={-1} className={classes.title}>
      {data ? counted(data.parts, 'pieza') : 'Piezas'} para {name}
    </h2>
  );
  const inTable = (
    <Link
      className="link text-md below-12 pad-y-2"
      to="/parts/catalog"
      search={{ 'filter[in-vehicle_id]': vehicles.join(';') }}
      title="La tabla de una marca, con sus filtros y descargas, sólo con estas piezas"
    >
      Ver en la tabla y descargar
    </Link>
  );
  if (vehicles.length > MAX_AMONG) {
    return (
      <section className="above-4">
        {title}
        <Notice icon={IconCarOff} title="Son demasiados vehículos">
          Elegí un año o una versión para ver sus piezas.
        </Notice>
      </section>
    );
  }
  return (
    <section className="above-4">
      <div className="flex wrap apart baseline gap-x-20">
        {title}
        {data && data.parts > 0 && inTable}
      </div>
      {!data && read.error ? (
        <Failed title="No se pudieron cargar los productos" read={read} />
      ) : data?.parts === 0 ? (
        <NoParts />
      ) : (
        <div className={classes.columns}>
          <Products counted={data} shown={shown} />
          {(data || product) && <PartList vehicles={vehicles} product={shown} />}
        </div>
      )}
    </section>
  );
}

function PartList({ vehicles, product }: { vehicles: readonly number[]; product: number | 'all' }) {
  const { showsHidden, setShowsHidden } = useChoice();
  const state = useListQuery(vehicleCatalog.list, '/parts/vehicles');
  const linkOf = usePartLink();
  const sheetOf = useSheetLink();
  const matches = (column: string, value: number): Filter => ({ column, mode: 'matches', value: String(value) });
  const fixed: readonly Filter[] = [
    { column: 'vehicle_id', mode: 'in', value: vehicles.join(';') },
    ...(product === 'all' ? [] : [matches('part_product_id', product)]),
    ...(showsHidden ? [] : [matches('enabled', 1), matches('discontinued', 0)]),
  ];
  const query = { ...state.query, filters: [...state.query.filters, ...fixed] };
  const listPage = useListPage(vehicleCatalog.list, { query });
  return (
    <DataTable
      list={vehicleCatalog.list}
      state={state}
      fixed={fixed}
      words={PART}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      onOpen={(part) => linkOf(part, listPage).open()}
      card={(part) => <PartCard part={part} link={sheetOf(part.id, listPage)} vehicles={vehicles.length} />}
      toolbar={
        <Switch on={showsHidden} onToggle={() => setShowsHidden(!showsHidden)}>
          Mostrar también deshabilitadas y discontinuadas
        </Switch>
      }
      empty={{ title: 'No hay piezas de ese producto para este vehículo' }}
    />
  );
}

/** Notice that no part fits, with a button that includes disabled and discontinued parts. */
function NoParts() {
  const { showsHidden, setShowsHidden } = useChoice();
  return (
    <Notice
      icon={IconCarOff}
      title="No hay piezas para este vehículo"
      action={
        !showsHidden && (
          <Button variant="light" onClick={() => setShowsHidden(true)}>
            Mostrar deshabilitadas y discontinuadas
          </Button>
        )
      }
    >
      Probá con otro año o con todas las versiones.
    </Notice>
  );
}
