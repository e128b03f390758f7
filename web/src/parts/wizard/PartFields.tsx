import { Checkbox, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { admits } from '@piezario/contract/access';
import { brands } from '@piezario/contract/brands';
import { isFlag, PART_FIELD_NAMES, PART_FIELDS, type StoredFields } from '@piezario/contract/part-fields';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useRole } from '../../auth/session.tsx';
import { useCatalogueOptions } from '../../products/useCatalogueOptions.ts';
import { Picker } from '../../ui/Picker.tsx';

/** What the form of a part holds. '' is not chosen yet. */
export type PartValues = {
  part_brand_id: number | '';
  part_product_id: number | '';
  code: string;
} & StoredFields;

/** Notes by the name of the field, shown under it when it has no error. */
export type Notes = Readonly<Record<string, string>>;

type Props = {
  /** The form may have more fields than these. */
  form: UseFormReturnType<PartValues>;
  /** The category until a product is chosen. */
  category?: number | null;
  /** The field that starts in focus. */
  startsAt?: keyof PartValues;
  notes?: Notes;
};

/** The fields of a part. The category is not saved, it only limits the products: each product has one. */
export function PartFields({ form, category: startsWith = null, startsAt, notes = {} }: Props) {
  const { part_brand_id: brand, part_product_id: product } = form.values;
  // Products of all categories, since the category follows from the product.
  const options = useCatalogueOptions({ brand: brand || null, category: null });
  const [limit, setLimit] = useState(startsWith);
  const chosen = options.products?.find(({ id }) => id === product);
  const category = chosen?.part_category_id ?? limit;
  useClearedProduct(form, options.products !== undefined && product !== '' && !chosen);
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
          description={options.brands?.length === 0 && <NoBrands />}
          data-autofocus={startsAt === 'part_brand_id' || undefined}
          {...field('part_brand_id')}
          onChange={(id) => form.setFieldValue('part_brand_id', id ?? '')}
        />
        <TextInput
          label="Código"
          required
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'code' }}
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
            setLimit(id);
            choose(null);
          }}
        />
        <Picker
          label="Producto"
          required
          placeholder={noBrand ? 'Primero elegí la marca' : 'Elegí un producto'}
          disabled={noBrand}
          // Only a category that the person chose limits the products, not the one that follows from a product.
          options={options.products?.filter((one) => limit === null || one.part_category_id === category)}
          {...(limit !== null && options.products && { nothingFoundMessage: 'Sin resultados en esta categoría' })}
          {...field('part_product_id')}
          onChange={(id) => {
            // The category of a product that is cleared stays chosen.
            if (id === null) setLimit(category);
            choose(id);
          }}
        />
      </SimpleGrid>
      {PART_FIELD_NAMES.map((name) => {
        const { label, help } = PART_FIELDS[name];
        return isFlag(name) ? (
          <Checkbox key={name} label={label} description={help} {...field(name, 'checkbox')} />
        ) : (
          <Textarea key={name} label={label} description={help} autosize minRows={3} maxRows={10} {...field(name)} />
        );
      })}
    </Stack>
  );
}

/** Clears a product that the chosen brand does not offer: the picker would not show it and the form would send it. */
function useClearedProduct({ setFieldValue }: Props['form'], isMissing: boolean) {
  useEffect(() => {
    if (isMissing) setFieldValue('part_product_id', '');
  }, [isMissing, setFieldValue]);
}

/** Without brands there is nothing to choose. */
function NoBrands() {
  if (!admits(brands.add.access, useRole())) return 'Todavía no tenés marcas asignadas.';
  return (
    <>
      Todavía no hay marcas. <Link to="/part_brands/new">Crear nueva marca</Link>
    </>
  );
}
