import { Checkbox, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { brands } from '@piezario/contract/brands';
import { categories } from '@piezario/contract/categories';
import { products } from '@piezario/contract/products';
import { useEffect, useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { Picker } from '../../ui/Picker.tsx';
import classes from './Wizard.module.css';

/** What the form of a part holds; '' is not chosen yet. */
export type PartValues = {
  part_brand_id: number | '';
  part_product_id: number | '';
  code: string;
  observation: string;
  enabled: boolean;
  discontinued: boolean;
};

/** What is said under a field, by its name, besides what is wrong with it. */
export type Notes = Readonly<Record<string, string>>;

type Props = {
  /** Forms that hold more are welcome: these fields alone are touched. */
  form: UseFormReturnType<PartValues>;
  /** The category to start with, while there is no product that tells it. */
  category?: number | null;
  /** The field in which somebody starts to type. */
  startsAt?: keyof PartValues;
  notes?: Notes;
};

/** The fields of a part, new or old. The category only narrows the products: it is the product's own. */
export function PartFields({ form, category: startsWith = null, startsAt, notes = {} }: Props) {
  const { part_brand_id: brand, part_product_id: product } = form.values;
  const options = useOptions(brand);
  const [narrowed, narrow] = useState(startsWith);
  const chosen = options.products?.find(({ id }) => id === product);
  const category = chosen?.part_category_id ?? narrowed;
  useDropped(form, options.settled && product !== '' && !chosen);
  const choose = (id: number | null) => form.setFieldValue('part_product_id', id ?? '');
  const noBrand = brand === '';
  const field = (name: keyof PartValues, type: 'input' | 'checkbox' = 'input') => {
    const props = form.getInputProps(name, { type });
    return { ...props, error: props.error ?? notes[name] };
  };
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Picker
          label="Marca"
          required
          placeholder="Elegí una marca"
          options={options.brands}
          data-autofocus={startsAt === 'part_brand_id' || undefined}
          {...field('part_brand_id')}
          onChange={(id) => form.setFieldValue('part_brand_id', id ?? '')}
        />
        <TextInput
          label="Código"
          required
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: classes.code }}
          data-autofocus={startsAt === 'code' || undefined}
          {...field('code')}
        />
        <Picker
          label="Categoría"
          placeholder={noBrand ? 'Primero elegí la marca' : 'Todas'}
          disabled={noBrand}
          options={options.categories}
          value={category}
          onChange={(id) => {
            narrow(id);
            choose(null);
          }}
        />
        <Picker
          label="Producto"
          required
          placeholder={noBrand ? 'Primero elegí la marca' : 'Elegí un producto'}
          disabled={noBrand}
          options={options.products?.filter((one) => category === null || one.part_category_id === category)}
          {...field('part_product_id')}
          onChange={(id) => {
            // Without a product, its category stays.
            narrow(category);
            choose(id);
          }}
        />
      </SimpleGrid>
      <Textarea
        label="Descripción"
        description="Lo que ayuda a elegir la pieza y no es un atributo"
        autosize
        minRows={3}
        maxRows={10}
        {...field('observation')}
      />
      <Checkbox label="Habilitada" description="Se ve en el catálogo" {...field('enabled', 'checkbox')} />
      <Checkbox label="Discontinuada" description="Ya no se vende" {...field('discontinued', 'checkbox')} />
    </Stack>
  );
}

function useOptions(brand: number | '') {
  const some = { enabled: brand !== '' };
  const brandId = brand || 'all';
  const all = useCall(brands.json, {});
  const ofBrand = useCall(categories.json, { params: { brandId } }, some);
  const made = useCall(products.json, { params: { categoryId: 'all', brandId } }, some);
  return {
    brands: all.data,
    categories: ofBrand.data,
    products: made.data,
    settled: made.isSuccess && !made.isPlaceholderData,
  };
}

/** A product that the brand just chosen does not offer is not kept unseen. */
function useDropped({ setFieldValue }: Props['form'], gone: boolean) {
  useEffect(() => {
    if (gone) setFieldValue('part_product_id', '');
  }, [gone, setFieldValue]);
}
