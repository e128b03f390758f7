import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { WholeNumber } from '../ui/WholeNumber.tsx';
import { type ChangedField, type ChangeValues, FIELDS, type How } from './applicationChange.ts';
import { DIGITS, PositionsField } from './qualifierFields.tsx';

type Props = { form: UseFormReturnType<ChangeValues> };

/** What becomes of each field of some applications. All fields stay as they are at first. */
export function ChangeFields({ form }: Props) {
  const input = (field: ChangedField) => ({
    ...form.getInputProps(`set.${field}`),
    label: FIELDS[field].value,
  });
  const number = (field: keyof typeof DIGITS) => <WholeNumber digits={DIGITS[field]} {...input(field)} />;
  return (
    <Stack gap="xs">
      <Field form={form} field="positions" isWide>
        <PositionsField {...input('positions')} value={form.values.set.positions} />
      </Field>
      <Field form={form} field="quantity">
        {number('quantity')}
      </Field>
      <Field form={form} field="from_year">
        {number('from_year')}
      </Field>
      <Field form={form} field="until_year">
        {number('until_year')}
      </Field>
      <Field form={form} field="note">
        <TextInput autoComplete="off" {...input('note')} />
      </Field>
    </Stack>
  );
}

type FieldProps = Props & { field: ChangedField; isWide?: boolean; children: ReactNode };

/** The choice for a field and, once it is to be set, the field. The first one shows that nothing was chosen. */
function Field({ form, field, isWide = false, children }: FieldProps) {
  const { label, empties } = FIELDS[field];
  const how = form.values.how[field];
  const isPut = how === 'put';
  return (
    <SimpleGrid cols={{ base: 1, xs: isPut && !isWide ? 2 : 1 }} spacing="xs" verticalSpacing="xs">
      <NativeSelect
        label={label}
        {...(field === 'positions' && { 'data-autofocus': true, ...form.getInputProps('set') })}
        value={how}
        onChange={({ currentTarget }) => {
          form.clearErrors();
          form.setFieldValue(`how.${field}`, currentTarget.value as How);
        }}
        data={[
          { value: 'keep', label: 'Dejar como está' },
          { value: 'put', label: 'Poner…' },
          { value: 'empty', label: empties },
        ]}
      />
      {isPut && children}
    </SimpleGrid>
  );
}
