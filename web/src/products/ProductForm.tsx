import { TextInput } from '@mantine/core';
import { api } from '@piezario/contract/api';
import { useCall } from '../api/hooks.ts';
import { FormScreen } from '../ui/FormScreen.tsx';
import { Picker } from '../ui/Picker.tsx';
import { MercadolibreField } from './MercadolibreField.tsx';
import { PRODUCT } from './noun.ts';
import { VehicleHeaders } from './VehicleHeaders.tsx';

export function ProductForm() {
  const categories = useCall(api.categories.json, { params: { brandId: 'all' } });
  return (
    <FormScreen
      noun={PRODUCT}
      show={api.products.show}
      save={api.products.add}
      values={(product) => ({
        id: product?.id,
        name: product?.name ?? '',
        category_id: product?.part_category_id ?? '',
        mercadolibre_category: product?.mercadolibre_category ?? '',
      })}
      beside={(product) => <VehicleHeaders product={product} />}
    >
      {(form) => (
        <>
          <TextInput label="Nombre" required {...form.getInputProps('name')} />
          <Picker label="Categoría" required options={categories.data} {...form.getInputProps('category_id')} />
          <MercadolibreField {...form.getInputProps('mercadolibre_category')} />
        </>
      )}
    </FormScreen>
  );
}
