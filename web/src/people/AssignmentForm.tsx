import { Button, SimpleGrid, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ApiError } from '../api/client.ts';
import { cascade } from '../products/cascade.ts';
import { useCatalogueOptions } from '../products/useCatalogueOptions.ts';
import { Picker } from '../ui/Picker.tsx';
import { useSave } from '../ui/useSave.tsx';
import classes from './AssignmentForm.module.css';
import type { PeopleCalls, Person } from './people.ts';

/** '' is not chosen. */
type Chosen = { readonly brand: number | ''; readonly category: number | ''; readonly product: number | '' };

const NOTHING: Chosen = { brand: '', category: '', product: '' };

/** Without its lowest level, so that the next assignment of the same kind is one choice away. */
function oneLevelUp(chosen: Chosen): Chosen {
  const lowest = (['product', 'category', 'brand'] as const).find((level) => chosen[level] !== '') ?? 'brand';
  return cascade(chosen, { [lowest]: '' }, NOTHING);
}

/** Assigns a brand, or a category or product of it. */
export function AssignmentForm({ calls, person }: { calls: PeopleCalls; person: Person }) {
  const { form, start, onSubmit } = useSave(calls.append, {
    name: 'assignment',
    initialValues: { user_id: person.id, ...NOTHING },
    asks: false,
    onSaved: () => start({ ...form.getValues(), ...oneLevelUp(form.getValues()) }),
    onRefused: (error) => {
      form.setErrors({ refusal: explain(error) });
      return true;
    },
  });
  const { brand, category } = form.values;
  const options = useCatalogueOptions({ brand: brand || null, category: category || null }, { ofAnyBrand: true });
  const level = (name: keyof Chosen) => ({
    ...form.getInputProps(name),
    onChange: (id: number | null) => form.setValues(cascade<Chosen>(form.getValues(), { [name]: id ?? '' }, NOTHING)),
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
          disabled={category === ''}
          options={options.products}
          {...level('product')}
        />
      </SimpleGrid>
      {form.errors.refusal && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {form.errors.refusal}
        </Text>
      )}
      <Button type="submit" variant="light" leftSection={<IconPlus size={18} />} className={classes.submit}>
        Asignar
      </Button>
    </form>
  );
}

const explain = ({ code, message }: ApiError) =>
  code === 404 ? 'Sólo podés asignar lo que tenés a tu alcance: probá con una categoría o un producto.' : message;
