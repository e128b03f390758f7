import { api } from '@piezario/contract/api';
import type { products } from '@piezario/contract/products';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAction, useCall } from '../api/hooks.ts';
import { ListScreen } from '../ui/ListScreen.tsx';
import { Picker } from '../ui/Picker.tsx';
import type { Column, RowOf } from '../ui/table/list.ts';
import { PRODUCT } from './noun.ts';

const COLUMNS: readonly Column<RowOf<typeof products.paginated>>[] = [
  { key: 'name', label: 'Nombre' },
  { key: 'category', label: 'Categoría' },
  { key: 'mercadolibre_category', label: 'Categoría de Mercado Libre', width: 260 },
  { key: 'parts_count', label: 'Piezas', width: 140 },
  { key: 'id', label: 'ID', width: 140, render: ({ id }) => id },
];

export function ProductList() {
  const [category, setCategory] = useCategory();
  const categories = useCall(api.categories.json, { params: { brandId: 'all' } });
  const remove = useAction(api.products.remove);
  return (
    <ListScreen
      noun={PRODUCT}
      list={api.products.paginated}
      params={{ categoryId: category ?? 'all' }}
      columns={COLUMNS}
      onRemove={({ id }) => remove.mutate({ body: { product_id: id } })}
      emptyTitle={category ? 'Todavía no hay productos en esta categoría' : 'Todavía no hay productos'}
      toolbar={
        <Picker
          aria-label="Categoría de los productos"
          placeholder="Todas las categorías"
          w={{ base: '100%', xs: 280 }}
          options={categories.data}
          value={category}
          onChange={setCategory}
        />
      }
    />
  );
}

/** The category that limits the list, in the URL beside the list's filters. */
function useCategory() {
  const { category } = useSearch({ from: '/shell/part_products' });
  const navigate = useNavigate();
  const read = api.products.show.params.shape.id.safeParse(category);
  const choose = (id: number | null) =>
    void navigate({
      to: '.',
      search: ({ 'page[number]': _, 'page[after]': __, ...search }) => ({
        ...search,
        category: id === null ? undefined : String(id),
      }),
    });
  return [read.data ?? null, choose] as const;
}
