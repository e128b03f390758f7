import { api } from '@piezario/contract/api';
import { useAction } from '../api/hooks.ts';
import { ListScreen } from '../ui/ListScreen.tsx';
import { BRAND } from './noun.ts';

const COLUMNS = [
  { key: 'name', label: 'Nombre' },
  { key: 'parts_count', label: 'Piezas', width: 160 },
  { key: 'id', label: 'ID', width: 160, render: ({ id }: { id: number }) => id },
] as const;

export function BrandList() {
  const remove = useAction(api.brands.remove);
  return (
    <ListScreen
      narrow
      noun={BRAND}
      list={api.brands.paginated}
      columns={COLUMNS}
      onRemove={({ id }) => remove.mutate({ body: { brand_id: id } })}
    />
  );
}
