import { SimpleGrid, TextInput, Title } from '@mantine/core';
import { api } from '@piezario/contract/api';
import { COMPONENT_KEYS } from '@piezario/contract/vehicles';
import { useCall } from '../api/hooks.ts';
import { FormScreen } from '../ui/FormScreen.tsx';
import { VEHICLE } from './noun.ts';
import { PAIR, VehicleFields } from './VehicleFields.tsx';

export function VehicleForm() {
  const headers = useCall(api.vehicles.headers, {});
  return (
    <FormScreen
      noun={VEHICLE}
      show={api.vehicleBase.show}
      save={api.vehicleBase.store}
      values={(vehicle) => ({
        id: vehicle?.id,
        brand: vehicle?.brand ?? '',
        model_master: vehicle?.model_master ?? '',
        model: vehicle?.model ?? '',
        version: vehicle?.version ?? '',
        engine_code: vehicle?.engine_code ?? '',
        fuel: vehicle?.fuel ?? '',
        origin: vehicle?.origin ?? '',
        sold_from_year: vehicle?.sold_from_year ?? 0,
        sold_until_year: vehicle?.sold_until_year ?? null,
        components: vehicle?.components ?? {},
      })}
    >
      {(form) => (
        <>
          <VehicleFields form={form} />
          {headers.data && (
            <>
              <Title order={2} size="h5">
                Componentes
              </Title>
              <SimpleGrid {...PAIR}>
                {COMPONENT_KEYS.map((key) => {
                  const header = headers.data.find((one) => one.key === key);
                  return (
                    <TextInput
                      key={key}
                      label={header?.unit ? `${header.name} (${header.unit})` : (header?.name ?? key)}
                      autoComplete="off"
                      {...form.getInputProps(`components.${key}`)}
                      value={form.values.components?.[key] ?? ''}
                    />
                  );
                })}
              </SimpleGrid>
            </>
          )}
        </>
      )}
    </FormScreen>
  );
}
