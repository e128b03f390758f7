import { UnstyledButton } from '@mantine/core';
import type { Application, VehicleModel } from '@piezario/contract/applications';
import type { PartSheet } from '@piezario/contract/parts';
import { vehicles } from '@piezario/contract/vehicles';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import type { OverCatalog } from '../../selection/usePartLink.ts';
import { formatNumber } from '../../ui/format.ts';
import { readView } from '../../ui/table/list.ts';
import { counted } from '../../ui/words.ts';
import { qualifiersInWords } from '../../vehicles/qualifiers.ts';
import classes from './Applications.module.css';
import { Nothing } from './Block.tsx';
import { FirstRows } from './FirstRows.tsx';
import { axisOf, leftOf, marksOf, spanOf, yearsInWords } from './timeline.ts';

const FIRST = 12;

type Props = { part: PartSheet /** Link to all vehicles of the part. */; view: OverCatalog };

/** Why a part has no vehicles. */
function reasonOf({ is_universal, product_with_category: { takes_vehicles } }: PartSheet) {
  if (is_universal === 1) return 'Es universal: va en cualquier vehículo';
  return takes_vehicles === 1 ? 'Todavía no tiene vehículos' : 'Su producto no lleva vehículos';
}

/**
 * Lists the models that use the part, by brand: their years of sale, on one scale for all models, and the details of
 * their applications.
 */
export function Applications({ part, view }: Props) {
  const { id, models, models_count } = part;
  if (models.length === 0) return <Nothing>{reasonOf(part)}</Nothing>;
  const axis = axisOf(models, new Date().getFullYear());
  return (
    <>
      <div className={classes.axis} aria-hidden>
        <span className={classes.scale}>
          {marksOf(axis).map((year) => (
            <span key={year} style={{ left: leftOf(year, axis) }}>
              {year}
            </span>
          ))}
        </span>
      </div>
      <FirstRows first={FIRST} what="todos los modelos">
        {models.map((model, index) => (
          <li key={`${model.brand} ${model.model}`}>
            {models[index - 1]?.brand !== model.brand && <h3 className={classes.brand}>{model.brand}</h3>}
            <Model partId={id} model={model} axis={axis} view={view} />
          </li>
        ))}
      </FirstRows>
      {models_count > models.length && (
        <p className="text-sm above-8">
          Se muestran {formatNumber(models.length)} de {formatNumber(models_count)} modelos.{' '}
          <Link {...view} preload={false}>
            Ver cada vehículo
          </Link>
        </p>
      )}
    </>
  );
}

type ModelProps = { partId: number; model: VehicleModel; axis: ReturnType<typeof axisOf>; view: OverCatalog };

function Model({ partId, model, axis, view }: ModelProps) {
  const [unfolded, setUnfolded] = useState(false);
  const { model: name, versions, years, applications } = model;
  return (
    <>
      <UnstyledButton className={classes.model} aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
        <IconChevronRight className="dim screen-only turns" size={16} stroke={1.6} aria-hidden />
        <span className="slim breaks">{name}</span>
        <span className={classes.versions}>{counted(versions, 'versión', 'versiones')}</span>
        <span className={classes.bars} aria-hidden>
          {years.map((range) => (
            <span key={range.from} data-open={range.until === null || undefined} style={spanOf(range, axis)} />
          ))}
        </span>
        <span className="dim text-sm digits">{yearsInWords(years)}</span>
      </UnstyledButton>
      {applications.length > 0 && (
        <ul className={classes.said}>
          {applications.map((application) => (
            <li key={JSON.stringify(application)}>
              {qualifiersInWords(application)}
              {application.versions < versions && (
                <span className={classes.some}>en {counted(application.versions, 'versión', 'versiones')}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {unfolded && <Versions partId={partId} model={model} view={view} />}
    </>
  );
}

const MOST = 100;

function Said({ applications }: { applications: readonly Application[] }) {
  const said = applications.map(qualifiersInWords).filter((words) => words !== '');
  return said.length > 0 && <span className={classes.whole}>{said.join('; ')}</span>;
}

function Versions({ partId, model: { brand, model }, view }: Pick<ModelProps, 'partId' | 'model' | 'view'>) {
  const query = {
    ...readView(vehicles.list, {}),
    size: MOST,
    filters: [
      { column: 'vehicle_linked', mode: 'matches', value: '1' },
      { column: 'brand', mode: 'matches', value: brand },
      { column: 'model', mode: 'matches', value: model },
    ] as const,
  };
  const { data, error } = useCall(vehicles.list, { params: { partId }, query });
  if (error) return <Nothing>{error.message}</Nothing>;
  if (!data) return null;
  const { data: rows, total } = data.vehicles;
  return (
    <>
      <ul className={classes.found}>
        {rows.map(({ id, version, engine_code, fuel, sold_from_year, sold_until_year, applications }) => (
          <li key={id} className={classes.version}>
            <span>{version || model}</span>
            <span>{[engine_code, fuel].filter((text) => text !== '').join(' · ')}</span>
            <span>{yearsInWords([{ from: sold_from_year, until: sold_until_year }])}</span>
            <Said applications={applications} />
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="text-sm above-8">
          Se muestran {formatNumber(rows.length)} de {formatNumber(total)}.{' '}
          <Link {...view} preload={false}>
            Ver cada vehículo
          </Link>
        </p>
      )}
    </>
  );
}
