import { Autocomplete, type AutocompleteProps, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { api } from '@piezario/contract/api';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useCall } from '../api/hooks.ts';
import { DROPDOWN } from '../ui/dropdown.ts';
import classes from './MercadolibreField.module.css';

const ID = /^MLA\d+$/;
/** Limit of categories in an answer. An id that is missing from a full answer may still exist. */
const MAX_ANSWERED = 50;

/** The id of a Mercado Libre category, found by name or id. An unknown id shows a warning and can be saved. */
export function MercadolibreField({ value = '', ...field }: AutocompleteProps) {
  const id = value.trim().toUpperCase();
  const [search] = useDebouncedValue(value.trim(), 250);
  const known = useCall(api.mercadolibre.categories, { query: { search } }, { enabled: search !== '' });
  const categories = search === '' ? [] : (known.data ?? []);
  const paths = new Map(categories.map((category) => [category.id, category.path]));
  const path = paths.get(id);
  const isAnswered = known.isSuccess && !known.isPlaceholderData && search === value.trim();
  const unknown = ID.test(id) && isAnswered && !path && categories.length < MAX_ANSWERED;
  return (
    <Stack gap={6}>
      <Autocomplete
        label="Categoría de Mercado Libre"
        description="Buscala por nombre o escribí su identificador (MLA…)"
        placeholder="MLA1234"
        clearable
        clearButtonProps={{ size: '24px' }}
        openOnFocus={false}
        data={[...paths.keys()]}
        filter={({ options }) => options}
        renderOption={({ option }) => (
          <span>
            <Text component="span" ff="monospace" size="xs" c="dimmed">
              {option.value}
            </Text>
            <Text size="sm">{shown(paths.get(String(option.value)))}</Text>
          </span>
        )}
        {...DROPDOWN}
        value={value}
        {...field}
      />
      <Text component="div" size="sm" role="status" c={unknown ? 'var(--mantine-color-text)' : 'dimmed'}>
        {path && shown(path)}
        {unknown && (
          <>
            <IconAlertTriangle size={16} aria-hidden className={classes.warning} />
            No conocemos la categoría {id}. Fijate que esté bien escrita; igual podés guardarla.
          </>
        )}
      </Text>
    </Stack>
  );
}

const shown = (path: string | undefined) => path?.replaceAll(' > ', ' › ');
