import { SimpleGrid, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { api } from '@piezario/contract/api';
import type { vehicleBase } from '@piezario/contract/vehicle-base';
import { COMPONENT_KEYS } from '@piezario/contract/vehicles';
import type { z } from 'zod';
import { useCall } from '../api/hooks.ts';
import { FormScreen } from '../ui/FormScreen.tsx';
import { Suggest } from '../ui/Suggest.tsx';
import { WholeNumber } from '../ui/WholeNumber.tsx';
import { VEHICLE } from './noun.ts';

const PAIR = { cols: { base: 1, xs: 2 }, spacing: 'md', verticalSpacing: 'md' } as const;

type Form = UseFormReturnType<z.input<typeof vehicleBase.store.body>>;

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
          <Names form={form} />
          <SimpleGrid {...PAIR}>
            <WholeNumber
              label="Desde"
              required
              digits={4}
              {...form.getInputProps('sold_from_year')}
              value={form.values.sold_from_year || null}
            />
            <WholeNumber label="Hasta" placeholder="hoy" digits={4} {...form.getInputProps('sold_until_year')} />
          </SimpleGrid>
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

/** The names, with those of other vehicles of the brand. */
function Names({ form }: { form: Form }) {
  const { data } = useCall(api.vehicleBase.names, { query: { brand: form.values.brand } });
  return (
    <SimpleGrid {...PAIR}>
      <Suggest label="Marca" required data={data?.brands ?? []} {...form.getInputProps('brand')} />
      <Suggest
        label="Familia"
        placeholder="Gol"
        required
        data={data?.model_masters ?? []}
        {...form.getInputProps('model_master')}
      />
      <Suggest
        label="Modelo"
        placeholder="Gol Trend"
        required
        data={data?.models ?? []}
        {...form.getInputProps('model')}
      />
      <TextInput label="Versión" placeholder="1.6 Pack I" autoComplete="off" {...form.getInputProps('version')} />
      <TextInput label="Motor" autoComplete="off" {...form.getInputProps('engine_code')} />
      <Suggest label="Combustible" data={data?.fuels ?? []} {...form.getInputProps('fuel')} />
      <Suggest label="Origen" data={data?.origins ?? []} {...form.getInputProps('origin')} />
    </SimpleGrid>
  );
}
