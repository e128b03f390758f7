import { Checkbox, Paper, Text, Title } from '@mantine/core';
import { brands as calls } from '@piezario/contract/brands';
import { IconStarOff } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCall } from '../api/hooks.ts';
import { Picker } from '../ui/Picker.tsx';
import { RowButton } from '../ui/RowIcon.tsx';
import classes from './MyAccount.module.css';
import { usePins } from './usePins.ts';

/** Pinned brands, which come first in the picker, and the default brand, with which the catalog opens. */
export function PinnedBrands() {
  const { data: brands } = useCall(calls.json, {});
  const { pinOf, pin } = usePins();
  const picker = useRef<HTMLDivElement>(null);
  const pinned = brands?.filter(({ id }) => pinOf(id) !== 'none') ?? [];
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="marcas">
      <Title order={2} size="md" id="marcas">
        Tus marcas
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        Las que fijás están primeras en la lista de marcas. El catálogo se abre con la predeterminada.
      </Text>
      {pinned.length > 0 && (
        <ul aria-label="Marcas fijadas">
          {pinned.map(({ id, name }) => (
            <li key={id} className={classes.session}>
              <Text fw={550} className={classes.about}>
                {name}
              </Text>
              <Checkbox
                label="Predeterminada"
                aria-label={`${name}: predeterminada`}
                checked={pinOf(id) === 'default'}
                onChange={(event) => pin(id, event.currentTarget.checked ? 'default' : 'pinned')}
              />
              <RowButton
                icon={IconStarOff}
                title="Soltar"
                label={`Soltar ${name}`}
                onClick={() => {
                  // The button is removed with its brand.
                  picker.current?.querySelector('input')?.focus();
                  pin(id, 'none');
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div ref={picker}>
        <Picker
          label="Fijar una marca"
          placeholder="Elegí una marca"
          maw={320}
          mt="md"
          options={brands?.filter(({ id }) => pinOf(id) === 'none')}
          value={null}
          onChange={(id) => {
            if (id !== null) pin(id, 'pinned');
          }}
        />
      </div>
    </Paper>
  );
}
