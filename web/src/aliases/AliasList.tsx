import { api } from '@piezario/contract/api';
import { useAction } from '../api/hooks.ts';
import { ListScreen } from '../ui/ListScreen.tsx';
import { ALIAS } from './noun.ts';

const COLUMNS = [
  { key: 'name', label: 'Alias' },
  { key: 'brand', label: 'Marca de vehículos' },
] as const;

export function AliasList() {
  const remove = useAction(api.vehicleAliases.remove);
  return (
    <ListScreen
      narrow
      noun={ALIAS}
      list={api.vehicleAliases.paginated}
      columns={COLUMNS}
      onRemove={({ id }) => remove.mutate({ body: { id } })}
    />
  );
}
