import { parts } from '@piezario/contract/parts';
import { useLocation } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { filtersOf, fitting, type Selection, useSelection } from '../selection/selection.ts';
import { formatNumber } from '../ui/format.ts';
import { readView } from '../ui/table/list.ts';
import classes from './DownloadsMenu.module.css';

type Props = {
  chosen: Selection & { brand: number; vehicles: readonly number[] };
  names: readonly string[];
};

/** How many parts a file of the selection will hold. The vehicles limit it, and no other filter of the table. */
export function SelectionCount({ chosen, names }: Props) {
  const { brand, product, search, vehicles } = chosen;
  const { data, isPlaceholderData, error } = useCall(parts.list, {
    params: { brandId: brand, productId: product ?? 'all' },
    query: { ...readView(parts.list, {}), size: 1, filters: [...filtersOf(chosen), ...fitting(vehicles)] },
  });
  const { inCatalog } = useSelection();
  const filtered = useLocation({ select: (location) => Object.keys(location.search).some(isOther) });
  const total = isPlaceholderData ? undefined : data?.total;
  return (
    <div className={classes.count}>
      <strong>{names.join(' · ')}</strong>
      <span>{total === undefined ? (error ? '' : 'Contando las piezas…') : partsOf(total)}</span>
      {vehicles.length > 0 && <p>Sólo las que van en {vehiclesOf(vehicles.length)}.</p>}
      {search !== '' ? (
        <p>La búsqueda “{search}” no las limita: el archivo trae todas.</p>
      ) : (
        inCatalog && filtered && <p>Los filtros de la tabla no las limitan: el archivo trae todas.</p>
      )}
    </div>
  );
}

const isOther = (key: string) => key.startsWith('filter[') && !key.endsWith('-vehicle_id]');
const vehiclesOf = (count: number) => (count === 1 ? 'el vehículo elegido' : `los ${count} vehículos elegidos`);
const partsOf = (total: number) => `${formatNumber(total)} ${total === 1 ? 'pieza' : 'piezas'}`;
