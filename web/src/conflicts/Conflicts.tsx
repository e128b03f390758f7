import { Paper, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCatalogueOptions } from '../products/useCatalogueOptions.ts';
import { readId, useSelection } from '../selection/selection.ts';
import { Picker } from '../ui/Picker.tsx';
import { ConflictList } from './ConflictList.tsx';
import classes from './Conflicts.module.css';

/** Two parts in the same place of the same vehicle, of a brand and product that are in the address. */
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
      <div className={classes.place}>
        <Picker
          label="Marca"
          placeholder="Elegí una marca"
          options={options.brands}
          clearable={false}
          value={brand}
          onChange={(id) => choose(id, null)}
        />
        <Picker
          label="Producto"
          placeholder="Elegí un producto"
          disabled={brand === null}
          options={options.products}
          clearable={false}
          value={product}
          onChange={(id) => choose(brand, id)}
        />
      </div>
      {brand !== null && product !== null ? (
        <ConflictList brand={brand} product={product} />
      ) : (
        <Paper withBorder className={classes.empty}>
          <Text>Elegí una marca y un producto para ver sus conflictos.</Text>
        </Paper>
      )}
    </Stack>
  );
}

/** What the address asks for, or else what is chosen of the catalogue. */
function useConflictPlace() {
  const asked = useSearch({ from: '/shell/parts/conflicts' });
  const { selection } = useSelection();
  const navigate = useNavigate();
  const isAsked = asked.brand !== undefined;
  const choose = (brand: number | null, product: number | null) =>
    void navigate({
      to: '/parts/conflicts',
      search: { ...(brand && { brand: String(brand) }), ...(product && { product: String(product) }) },
      replace: true,
    });
  return {
    brand: isAsked ? readId(asked.brand) : selection.brand,
    product: isAsked ? readId(asked.product) : selection.product,
    choose,
  };
}
