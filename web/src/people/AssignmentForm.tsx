import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { api } from '@piezario/contract/api';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { ApiError } from '../api/client.ts';
import { useAction, useCall } from '../api/hooks.ts';
import { Picker } from '../ui/Picker.tsx';
import type { PeopleCalls, Person } from './people.ts';

type Place = { readonly brand: number | null; readonly category: number | null; readonly product: number | null };

const NOWHERE: Place = { brand: null, category: null, product: null };

/** One level up, so that the next of the same kind is one choice away. */
const wider = ({ brand, category, product }: Place): Place =>
  product ? { brand, category, product: null } : { ...NOWHERE, brand: category ? brand : null };

/** A brand, then a category or a product of it; choosing one clears those below. */
export function AssignmentForm({ calls, person }: { calls: PeopleCalls; person: Person }) {
  const [place, setPlace] = useState(NOWHERE);
  const [problem, setProblem] = useState<string | null>(null);
  const append = useAction(calls.append);
  const { brand, category, product } = place;
  const options = useOptions(place);
  const choose = (next: Place) => {
    setPlace(next);
    setProblem(null);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (append.isPending) return;
    if (brand === null) {
      setProblem('Elegí una marca');
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    append.mutate(
      { body: { user_id: person.id, brand, category, product } },
      { onSuccess: () => choose(wider(place)), onError: (error) => setProblem(explain(error)) },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" my="md">
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <Picker
            label="Marca"
            placeholder="Elegí una marca"
            options={options.brands}
            error={brand === null && problem}
            value={brand}
            onChange={(id) => choose({ ...NOWHERE, brand: id })}
          />
          <Picker
            label="Categoría"
            placeholder="Todas"
            disabled={brand === null}
            options={options.categories}
            value={category}
            onChange={(id) => choose({ ...NOWHERE, brand, category: id })}
          />
          <Picker
            label="Producto"
            placeholder="Todos"
            disabled={category === null}
            options={options.products}
            value={product}
            onChange={(id) => choose({ brand, category, product: id })}
          />
        </SimpleGrid>
        {brand !== null && problem && (
          <Text size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
        <Button type="submit" variant="light" leftSection={<IconPlus size={18} />} style={{ alignSelf: 'flex-start' }}>
          Asignar
        </Button>
      </Stack>
    </form>
  );
}

function useOptions({ brand, category }: Place) {
  const brands = useCall(api.brands.json, {});
  const categories = useCall(api.categories.json, { params: { brandId: brand ?? 'all' } }, { enabled: brand !== null });
  const products = useCall(
    api.products.jsonChained,
    { params: { categoryId: category ?? 'all' } },
    { enabled: category !== null },
  );
  // Those of what was chosen before are not offered.
  return {
    brands: brands.data,
    categories: categories.isPlaceholderData ? undefined : categories.data,
    products: products.isPlaceholderData ? undefined : products.data,
  };
}

const explain = ({ code, message }: ApiError) =>
  code === 404 ? 'Sólo podés asignar lo que tenés a tu alcance: probá con una categoría o un producto.' : message;
