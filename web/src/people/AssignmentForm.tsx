import { Button, SimpleGrid, Text } from '@mantine/core';
import { parts } from '@piezario/contract/parts';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../api/client.ts';
import { queryOf, useAction, useCall } from '../api/hooks.ts';
import { cascade } from '../products/cascade.ts';
import { useCatalogueOptions } from '../products/useCatalogueOptions.ts';
import { askFirst } from '../ui/confirm.tsx';
import { offerUndo } from '../ui/notify.ts';
import { Picker } from '../ui/Picker.tsx';
import { useSave } from '../ui/useSave.tsx';
import { counted } from '../ui/words.ts';
import classes from './AssignmentForm.module.css';
import { type Assignment, type PeopleCalls, type Person, pathOf } from './people.ts';

/** '' means that nothing is chosen. */
type Chosen = { readonly brand: number | ''; readonly category: number | ''; readonly product: number | '' };

const NOTHING: Chosen = { brand: '', category: '', product: '' };

/** Clears the lowest level, so that the next assignment of the same kind takes one choice. */
function oneLevelUp(chosen: Chosen): Chosen {
  const lowest = (['product', 'category', 'brand'] as const).find((level) => chosen[level] !== '') ?? 'brand';
  return cascade(chosen, { [lowest]: '' }, NOTHING);
}

/** Assigns a brand, or a category or product of it. */
export function AssignmentForm({ calls, person }: { calls: PeopleCalls; person: Person }) {
  // Not a dirty check: a category that stays chosen after one of its products was assigned can be chosen again.
  const [hasChosen, setHasChosen] = useState(false);
  const granted = useCall(calls.products, { params: { id: person.id } });
  const countParts = useCount();
  const undo = useAction(calls.withdraw);
  const { form, start, onSubmit } = useSave(calls.append, {
    name: 'assignment',
    initialValues: { user_id: person.id, ...NOTHING },
    asks: false,
    confirm: async (values) => {
      const narrower = granted.data?.filter((assignment) => isInside(assignment, values)) ?? [];
      if (narrower.length === 0) return true;
      const total = await countParts(values);
      const seen = counted(total, 'pieza');
      return askFirst({
        title: narrower.length === 1 ? '¿Ampliar lo asignado?' : `¿Ampliar ${narrower.length} asignaciones?`,
        consequence: `${person.name} va a ver ${seen}. Reemplaza a ${narrower.map(pathOf).join('; ')}.`,
        action: 'Ampliar',
      });
    },
    onSaved: ({ id, replaced }) => {
      start({ ...form.getValues(), ...oneLevelUp(form.getValues()) });
      setHasChosen(false);
      const restores = replaced.map(placeOf);
      offerUndo(calls.append.message, () => undo.mutate({ body: { id, client_id: person.id, restores } }));
    },
    onRefused: (error) => {
      form.setErrors({ refusal: explain(error) });
      return true;
    },
  });
  const { brand, category, product } = form.values;
  const options = useCatalogueOptions({ brand: brand || null, category: category || null }, { ofAnyBrand: true });
  const level = (name: keyof Chosen) => ({
    ...form.getInputProps(name),
    onChange: (id: number | null) => {
      form.setValues(cascade<Chosen>(form.getValues(), { [name]: id ?? '' }, NOTHING));
      setHasChosen(true);
    },
  });
  return (
    <form className={classes.form} noValidate onSubmit={onSubmit}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <Picker
          label="Marca"
          placeholder="Elegí una marca"
          options={options.brands}
          {...level('brand')}
          error={form.errors.brand && 'Elegí una marca'}
        />
        <Picker
          label="Categoría"
          placeholder="Todas"
          disabled={brand === ''}
          options={options.categories}
          {...level('category')}
        />
        <Picker
          label="Producto"
          placeholder="Todos"
          disabled={brand === ''}
          options={options.products}
          {...level('product')}
        />
      </SimpleGrid>
      {hasChosen && product === '' && (
        <Text size="sm">{category === '' ? 'Va a ver toda la marca.' : 'Va a ver toda la categoría.'}</Text>
      )}
      {form.errors.refusal && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {form.errors.refusal}
        </Text>
      )}
      <Button
        type="submit"
        variant="light"
        leftSection={<IconPlus size={18} />}
        className="self-start"
        disabled={!hasChosen}
      >
        Asignar
      </Button>
    </form>
  );
}

/** Whether the assignment is narrower than the chosen place, which would replace it. */
function isInside({ part_brand, part_category, part_product }: Assignment, { brand, category, product }: Chosen) {
  if (part_brand.id !== brand || product !== '') return false;
  return category === '' ? part_category !== null : part_category?.id === category && part_product !== null;
}

const placeOf = ({ part_brand, part_category, part_product }: Assignment) => ({
  brand: part_brand.id,
  category: part_category?.id ?? null,
  product: part_product?.id ?? null,
});

/** Returns a function that counts the parts of a place. */
function useCount() {
  const queries = useQueryClient();
  return async ({ brand, category, product }: Chosen) => {
    const chosen = category === '' || product !== '' ? {} : { 'filter[matches-part_category_id]': `${category}` };
    const query = parts.list.query.parse({ ...chosen, 'page[size]': '1' });
    const params = { brandId: Number(brand), productId: product === '' ? ('all' as const) : product };
    return (await queries.fetchQuery(queryOf(parts.list, { params, query }))).total;
  };
}

const explain = ({ code, message }: ApiError) =>
  code === 404 ? 'Sólo podés asignar lo que tenés a tu alcance: probá con una categoría o un producto.' : message;
