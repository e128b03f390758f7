import { TextInput } from '@mantine/core';
import { api } from '@piezario/contract/api';
import { FormScreen } from '../ui/FormScreen.tsx';
import { CATEGORY } from './noun.ts';

export const CategoryForm = () => (
  <FormScreen
    noun={CATEGORY}
    show={api.categories.show}
    save={api.categories.add}
    values={(category) => ({ id: category?.id, name: category?.name ?? '' })}
  >
    {(form) => <TextInput label="Nombre" required {...form.getInputProps('name')} />}
  </FormScreen>
);
