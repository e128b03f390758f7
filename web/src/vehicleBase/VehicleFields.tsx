import { SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { api } from '@piezario/contract/api';
import { useCall } from '../api/hooks.ts';
import { Suggest } from '../ui/Suggest.tsx';
import { WholeNumber } from '../ui/WholeNumber.tsx';

export const PAIR = { cols: { base: 1, xs: 2 }, spacing: 'md', verticalSpacing: 'md' } as const;

type Values = { readonly brand: string; readonly sold_from_year: number };
type Props = {
  form: { readonly values: Values; readonly getInputProps: UseFormReturnType<Values>['getInputProps'] };
  /** A person who proposes a vehicle may not know its family, and does not say its origin. */
  isProposal?: boolean;
};

/** The names and years of a vehicle, with the names of other vehicles of the brand. */
export function VehicleFields({ form, isProposal = false }: Props) {
  const { data } = useCall(api.vehicleBase.names, { query: { brand: form.values.brand } });
  return (
    <>
      <SimpleGrid {...PAIR}>
        <Suggest label="Marca" required data-autofocus data={data?.brands ?? []} {...form.getInputProps('brand')} />
        <Suggest
          label="Familia"
          placeholder="Gol"
          required={!isProposal}
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
        {!isProposal && <Suggest label="Origen" data={data?.origins ?? []} {...form.getInputProps('origin')} />}
      </SimpleGrid>
      <SimpleGrid {...PAIR} cols={2}>
        <WholeNumber
          label="Desde"
          required
          digits={4}
          {...form.getInputProps('sold_from_year')}
          value={form.values.sold_from_year || null}
        />
        <WholeNumber label="Hasta" placeholder="hoy" digits={4} {...form.getInputProps('sold_until_year')} />
      </SimpleGrid>
    </>
  );
}
