import { TextInput } from '@mantine/core';
import { api } from '@piezario/contract/api';
import { useCall } from '../api/hooks.ts';
import { FormScreen } from '../ui/FormScreen.tsx';
import { Suggest } from '../ui/Suggest.tsx';
import { ALIAS } from './noun.ts';

export function AliasForm() {
  const brands = useCall(api.vehicleAliases.brands, {});
  return (
    <FormScreen
      noun={ALIAS}
      show={api.vehicleAliases.show}
      save={api.vehicleAliases.store}
      values={(alias) => ({ id: alias?.id, name: alias?.name ?? '', brand: alias?.brand ?? '' })}
    >
      {(form) => (
        <>
          <TextInput
            label="Alias"
            description="El otro nombre de la marca, sin importar mayúsculas, acentos, espacios ni guiones"
            placeholder="VW"
            required
            {...form.getInputProps('name')}
          />
          <Suggest
            label="Marca de vehículos"
            placeholder="Volkswagen"
            required
            data={brands.data ?? []}
            {...form.getInputProps('brand')}
          />
        </>
      )}
    </FormScreen>
  );
}
