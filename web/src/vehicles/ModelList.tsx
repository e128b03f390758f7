import type { Filter } from '@piezario/contract/list';
import { vehicles } from '@piezario/contract/vehicles';
import { useCall } from '../api/hooks.ts';
import { readView } from '../ui/table/list.ts';
import { counted } from '../ui/words.ts';
import type { Vehicle } from './columns.tsx';

/** As many as a page of the list may have. */
const MAX_READ = 200;

/** Reads the vehicles that pass the filters, up to `MAX_READ` of them. */
export function useVehicles(partId: number, filters: readonly Filter[], size = MAX_READ) {
  const query = { ...readView(vehicles.list, {}), size, filters };
  const { data, error } = useCall(vehicles.list, { params: { partId }, query }, { gcTime: 0, enabled: partId > 0 });
  return { data: data?.vehicles, error };
}

type Named = Pick<Vehicle, 'brand' | 'model'>;
type Props = {
  vehicles: readonly Named[];
  /** Number of vehicles, of which `vehicles` may be the first. */
  total: number;
  /** Limit of listed models. */
  max?: number;
};

/** The models of vehicles, each with its number of versions. */
export function ModelList({ vehicles, total, max = Infinity }: Props) {
  const models = modelsOf(vehicles).slice(0, max);
  const others = total - models.reduce((sum, [, versions]) => sum + versions, 0);
  return (
    <ul className="bullets">
      {models.map(([model, versions]) => (
        <li key={model}>
          <strong>{model}</strong>: {counted(versions, 'versión', 'versiones')}
        </li>
      ))}
      {others > 0 && <li>y {counted(others, 'vehículo')} más</li>}
    </ul>
  );
}

function modelsOf(found: readonly Named[]) {
  const versions = new Map<string, number>();
  for (const { brand, model } of found) versions.set(`${brand} ${model}`, (versions.get(`${brand} ${model}`) ?? 0) + 1);
  return [...versions];
}
