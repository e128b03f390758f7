import { Autocomplete, type AutocompleteProps, Text } from '@mantine/core';
import { templates } from '@piezario/contract/templates';
import { useCall } from '../api/hooks.ts';
import { DROPDOWN } from '../ui/dropdown.ts';
import { fold } from '../ui/words.ts';

/** Attributes that many categories of auto parts have. Mercado Libre has others for each category. */
const COMMON: readonly (readonly [id: string, name: string])[] = [
  ['LENGTH', 'Largo'],
  ['WIDTH', 'Ancho'],
  ['HEIGHT', 'Altura'],
  ['DEPTH', 'Profundidad'],
  ['DIAMETER', 'Diámetro'],
  ['THICKNESS', 'Espesor'],
  ['WEIGHT', 'Peso'],
  ['MATERIAL', 'Material'],
  ['COLOR', 'Color'],
  ['POSITION', 'Posición'],
  ['VOLTAGE', 'Voltaje'],
  ['POWER', 'Potencia'],
  ['CAPACITY', 'Capacidad'],
  ['MODEL', 'Modelo'],
  ['ORIGIN', 'Origen'],
  ['UNITS_PER_PACK', 'Unidades por pack'],
];

type Props = Omit<AutocompleteProps, 'value' | 'onChange' | 'data'> & {
  value: string | null;
  onChange: (id: string | null) => void;
};

/** The id of an attribute of Mercado Libre, found by its name. Ids that are not offered are taken as well. */
export function MercadolibreIdField({ value, onChange, ...field }: Props) {
  const { data = [] } = useCall(templates.mercadolibreIds, {});
  const names = new Map([...data.map(({ id, name }) => [id, name] as const), ...COMMON]);
  const name = names.get(value ?? '');
  return (
    <Autocomplete
      label="Atributo de Mercado Libre"
      description={name ?? 'Buscalo por su nombre o escribí su identificador'}
      placeholder="LENGTH"
      clearable
      clearButtonProps={{ size: '24px' }}
      data={[...names.keys()]}
      filter={({ options, search, limit }) =>
        options
          .filter(
            (option) => 'value' in option && matches(String(option.value), names.get(String(option.value)), search),
          )
          .slice(0, limit)
      }
      limit={50}
      renderOption={({ option }) => (
        <span>
          <Text size="sm">{names.get(String(option.value))}</Text>
          <Text component="span" ff="monospace" size="xs" c="dimmed">
            {option.value}
          </Text>
        </span>
      )}
      {...DROPDOWN}
      {...field}
      value={value ?? ''}
      // Keeps spaces while typing, since the search is also by names, which have them.
      onChange={(typed) => onChange(typed.toUpperCase() || null)}
      // Changes only a value with spaces, because a change clears the error of the field.
      onBlur={() => {
        if (value !== null && value !== value.trim()) onChange(value.trim() || null);
      }}
    />
  );
}

const matches = (id: string, name: string | undefined, search: string) =>
  id.includes(search.trim()) || fold(name ?? '').includes(fold(search.trim()));
