import { Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCatalogueOptions } from '../products/useCatalogueOptions.ts';
import { readId } from '../selection/selection.ts';
import { returnFocus } from '../ui/focus.ts';
import { Picker } from '../ui/Picker.tsx';
import { ConflictList } from './ConflictList.tsx';
import { ConflictPlaces } from './ConflictPlaces.tsx';
import classes from './Conflicts.module.css';

/**
 * Products with two parts in the same place of the same vehicle, of all brands or of the one in the address. With a
 * product in the address, the pairs of that product instead.
 */
export function Conflicts() {
  const { brand, product, choose } = useConflictPlace();
  const options = useCatalogueOptions({ brand, category: null });
  return (
    <Stack gap="md">
      <div>
        <Title order={1} size="h3">
          Conflictos
        </Title>
        <Text size="sm" c="dimmed">
          Pares de piezas de una marca y un producto que dicen ir en el mismo lugar del mismo vehículo.
        </Text>
      </div>
      <div className={`pair gap-12 ${classes.place}`}>
        <Picker
          label="Marca"
          placeholder="Todas las marcas"
          options={options.brands}
          value={brand}
          onChange={(id) => choose(id, null)}
        />
        <Picker
          label="Producto"
          placeholder={brand === null ? 'Elegí antes una marca' : 'Todos los productos'}
          disabled={brand === null}
          options={options.products}
          value={product}
          onChange={(id) => choose(brand, id)}
        />
      </div>
      {brand !== null && product !== null ? (
        <>
          <Link to="/parts/conflicts" className="line link text-md self-start tap-28" onClick={() => returnFocus(null)}>
            Ver todos los productos con conflictos
          </Link>
          <ConflictList brand={brand} product={product} />
        </>
      ) : (
        <ConflictPlaces brand={brand} />
      )}
    </Stack>
  );
}

function useConflictPlace() {
  const asked = useSearch({ from: '/shell/parts/conflicts' });
  const navigate = useNavigate();
  const choose = (brand: number | null, product: number | null) =>
    void navigate({
      to: '/parts/conflicts',
      search: { ...(brand && { brand: String(brand) }), ...(product && { product: String(product) }) },
      replace: true,
    });
  return { brand: readId(asked.brand), product: readId(asked.product), choose };
}
