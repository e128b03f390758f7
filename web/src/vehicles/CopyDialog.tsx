import { Alert, Button, Group, Stack } from '@mantine/core';
import type { Suggestion } from '@piezario/contract/search';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { PartPicker } from '../selection/PartPicker.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import type { ManyLinks } from './useManyLinks.ts';

type Props = Pick<ManyLinks, 'busy' | 'copy'> & {
  part: { readonly id: number; readonly part_product_id: number };
  onClose: () => void;
};

/** Asks for the part whose applications are copied, and warns of one of another product. */
export function CopyDialog({ part, busy, copy, onClose }: Props) {
  const [from, setFrom] = useState<Suggestion | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isOther = from !== null && from.product_with_category.id !== part.part_product_id;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!from) return setError('Elegí una pieza');
    if (from.id === part.id) return setError('Es la misma pieza');
    void copy(from.id, onClose);
  };
  return (
    <Dialog
      onClose={onClose}
      title="Copiar las aplicaciones de otra pieza"
      styles={{ content: { overflow: 'visible' } }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <PartPicker
            label="Pieza de la que se copian"
            description="Con sus posiciones, cantidades y notas. Las que ya tiene esta quedan como están"
            required
            data-autofocus
            error={error}
            value={from?.id ?? null}
            onChange={(chosen) => {
              setFrom(chosen);
              setError(null);
            }}
          />
          {isOther && (
            <Alert color="yellow" icon={<IconAlertTriangle size={20} />}>
              Es de otro producto, {from.product_with_category.name}: revisá que vaya en los mismos vehículos.
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={busy}>
              {isOther ? 'Copiar igual' : 'Copiar'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
