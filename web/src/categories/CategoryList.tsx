import { api } from '@piezario/contract/api';
import { useAction } from '../api/hooks.ts';
import { ListScreen } from '../ui/ListScreen.tsx';
import { CATEGORY } from './noun.ts';

const COLUMNS = [
  { key: 'name', label: 'Nombre' },
  { key: 'parts_count', label: 'Piezas', width: 160 },
  { key: 'id', label: 'ID', width: 160, render: ({ id }: { id: number }) => id },
] as const;

export function CategoryList() {
  const remove = useAction(api.categories.remove);
  return (
    <ListScreen
      narrow
      noun={CATEGORY}
      list={api.categories.paginated}
      columns={COLUMNS}
      onRemove={({ id }) => remove.mutate({ body: { category_id: id } })}
    />
  );
}
