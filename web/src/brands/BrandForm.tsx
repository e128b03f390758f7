import { TextInput } from '@mantine/core';
import { api } from '@piezario/contract/api';
import { FormScreen } from '../ui/FormScreen.tsx';
import { BRAND } from './noun.ts';

export const BrandForm = () => (
  <FormScreen
    noun={BRAND}
    show={api.brands.show}
    save={api.brands.add}
    values={(brand) => ({ id: brand?.id, name: brand?.name ?? '' })}
  >
    {(form) => <TextInput label="Nombre" required {...form.getInputProps('name')} />}
  </FormScreen>
);
