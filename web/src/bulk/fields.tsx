import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { attributes } from '@piezario/contract/attributes';
import { joinValues } from '@piezario/contract/list';
import { PART_FIELDS, type TextName } from '@piezario/contract/part-fields';
import { nameOf } from '@piezario/contract/vehicles';
import { useCall } from '../api/hooks.ts';
import { useCatalogueOptions } from '../products/useCatalogueOptions.ts';
import { PartPicker } from '../selection/PartPicker.tsx';
import { Picker } from '../ui/Picker.tsx';
import { Suggest } from '../ui/Suggest.tsx';
import { fold } from '../ui/words.ts';
import { NO_CHANGE } from '../vehicles/applicationChange.ts';
import { ChangeFields } from '../vehicles/ChangeFields.tsx';
import { ModelList, useVehicles } from '../vehicles/ModelList.tsx';

/** Values of the forms of all actions. An empty text is a value that is left out or not chosen yet. */
export const EMPTY = {
  part_brand_id: '' as number | '',
  part_product_id: '' as number | '',
  text: '',
  name: '',
  value: '',
  unit: '',
  to: '',
  brand: '',
  code: '',
  from_part_id: '' as number | '',
  ...NO_CHANGE,
};
export type Values = typeof EMPTY;

export type FieldsProps = {
  form: UseFormReturnType<Values>;
  /** The brand of the list. */
  brand: number;
  /** A selected part. Attributes of its product are suggested. */
  example: number | undefined;
  /** Field that the actions on texts write. */
  field?: TextName | undefined;
  /** Vehicles that the list is filtered by. */
  vehicles: readonly number[];
};

export function MoveFields({ form, brand }: FieldsProps) {
  const options = useCatalogueOptions({ brand: form.values.part_brand_id || brand, category: null });
  return (
    <Stack gap="md">
      <Picker
        label="Producto"
        placeholder="El que tiene cada pieza"
        data-autofocus
        options={options.products}
        {...form.getInputProps('part_product_id')}
        onChange={(id) => form.setFieldValue('part_product_id', id ?? '')}
      />
      <Picker
        label="Marca"
        placeholder="La misma"
        options={options.brands}
        {...form.getInputProps('part_brand_id')}
        onChange={(id) => form.setFieldValue('part_brand_id', id ?? '')}
      />
    </Stack>
  );
}

export const TextField = ({ form, field }: FieldsProps) => (
  <Textarea
    label={field && PART_FIELDS[field].label}
    required
    autosize
    minRows={3}
    maxRows={10}
    data-autofocus
    {...form.getInputProps('text')}
  />
);

export const AttributeFields = (props: FieldsProps) => (
  <Stack gap="md">
    <NameField {...props} />
    <SimpleGrid cols={2} spacing="md">
      <TextInput label="Valor" required autoComplete="off" {...props.form.getInputProps('value')} />
      <TextInput
        label="Unidad"
        placeholder="La que ya tiene"
        autoComplete="off"
        {...props.form.getInputProps('unit')}
      />
    </SimpleGrid>
  </Stack>
);

export const RenameFields = (props: FieldsProps) => (
  <Stack gap="md">
    <NameField {...props} />
    <TextInput label="Nombre nuevo" required autoComplete="off" {...props.form.getInputProps('to')} />
  </Stack>
);

/** Name of an attribute. Suggests those of the product of `example`, and fills in the unit of a suggested one. */
export function NameField({ form, example = 0 }: FieldsProps) {
  const usual = useCall(attributes.suggestions, { params: { partId: example } }, { enabled: example > 0 });
  const name = form.getInputProps('name');
  const setName = (text: string) => {
    name.onChange(text);
    const known = usual.data?.find((one) => fold(one.name) === fold(text.trim()));
    if (known) form.setFieldValue('unit', known.unit);
  };
  return (
    <Suggest
      label="Atributo"
      required
      data-autofocus
      data={usual.data?.map((one) => one.name) ?? []}
      {...name}
      onChange={setName}
    />
  );
}

const CodeField = ({ form }: Pick<FieldsProps, 'form'>) => (
  <TextInput label="Código" required autoComplete="off" spellCheck={false} {...form.getInputProps('code')} />
);

export const AddCrossFields = ({ form }: FieldsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
    <TextInput label="Marca" required autoComplete="off" data-autofocus {...form.getInputProps('brand')} />
    <CodeField form={form} />
  </SimpleGrid>
);

export const RemoveCrossFields = ({ form }: FieldsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
    <TextInput
      label="Marca"
      placeholder="Cualquiera"
      autoComplete="off"
      data-autofocus
      {...form.getInputProps('brand')}
    />
    <CodeField form={form} />
  </SimpleGrid>
);

/** The part whose applications are copied. */
export const PartField = ({ form }: FieldsProps) => (
  <PartPicker
    label="Pieza de la que se copian"
    description="Las aplicaciones que ya tienen las piezas elegidas quedan"
    required
    data-autofocus
    {...form.getInputProps('from_part_id')}
    value={form.values.from_part_id || null}
    onChange={(part) => form.setFieldValue('from_part_id', part?.id ?? '')}
  />
);

/** Up to this many vehicles are named. More are listed by their models. */
const MAX_NAMED = 3;

/** The vehicles, and what becomes of the applications to them. */
export function ApplicationFields({ form, example = 0, vehicles }: FieldsProps) {
  const { data } = useVehicles(example, [{ column: 'id', mode: 'in', value: joinValues('in', vehicles.map(String)) }]);
  return (
    <Stack gap="md">
      {data &&
        (data.data.length <= MAX_NAMED ? (
          <ul className="bullets">
            {data.data.map((vehicle) => (
              <li key={vehicle.id}>{nameOf(vehicle)}</li>
            ))}
          </ul>
        ) : (
          <ModelList vehicles={data.data} total={vehicles.length} />
        ))}
      <ChangeFields form={form} />
    </Stack>
  );
}
