import { Checkbox, TextInput } from '@mantine/core';
import { api } from '@piezario/contract/api';
import { USUALLY_REQUIRED } from '@piezario/contract/gaps';
import { useCall } from '../api/hooks.ts';
import { LinesField } from '../templates/fields.tsx';
import { TemplateEditor } from '../templates/TemplateEditor.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';
import { Picker } from '../ui/Picker.tsx';
import { MercadolibreField } from './MercadolibreField.tsx';
import { PRODUCT } from './noun.ts';
import { PatternField } from './PatternField.tsx';
import { Requirements } from './Requirements.tsx';
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
        aliases: product?.aliases ?? [],
        category_id: product?.part_category_id ?? '',
        mercadolibre_category: product?.mercadolibre_category ?? '',
        takes_vehicles: product?.takes_vehicles !== 0,
        requires: product?.requires ?? [...USUALLY_REQUIRED],
        photos_required: product?.photos_required ?? 1,
        description_pattern: product?.description_pattern ?? '',
      })}
      beside={(product) => <VehicleHeaders product={product} />}
      below={(product) => <TemplateEditor product={product} />}
    >
      {(form) => (
        <>
          <TextInput label="Nombre" required {...form.getInputProps('name')} />
          <LinesField
            label="Otros nombres"
            description="Uno por línea. La búsqueda y el importador los toman por este: motor de arranque, arrancador"
            {...form.getInputProps('aliases')}
            value={form.values.aliases ?? []}
          />
          <Picker label="Categoría" required options={categories.data} {...form.getInputProps('category_id')} />
          <MercadolibreField {...form.getInputProps('mercadolibre_category')} />
          <Checkbox
            label="No lleva vehículos"
            description="Sus piezas van en cualquiera, como los aceites: no les falta ninguno"
            {...form.getInputProps('takes_vehicles')}
            checked={!form.values.takes_vehicles}
            onChange={({ currentTarget }) => form.setFieldValue('takes_vehicles', !currentTarget.checked)}
          />
          <Requirements form={form} />
          <PatternField
            {...form.getInputProps('description_pattern')}
            value={form.values.description_pattern ?? ''}
            product={Number(form.values.id) || undefined}
          />
        </>
      )}
    </FormScreen>
  );
}
