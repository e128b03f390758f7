import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type Part, parts } from '@piezario/contract/parts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LEAVING, useSave } from '../../ui/useSave.tsx';
import { partName } from '../noun.ts';

type Props = { part: Part; onDuplicated: (id: number) => void; onClose: () => void };

const COPIED = [
  ['attributes', 'Atributos', 'attributes_count'],
  ['crosses', 'Equivalencias', 'cross_count'],
  ['applications', 'Aplicaciones', 'vehicles_count'],
  ['pictures', 'Fotos', 'pictures_count'],
] as const;

/** Asks for the code of the new part and for what is copied to it. */
export function Duplicate({ part, onDuplicated, onClose }: Props) {
  const { form, onSubmit, isPending } = useSave(parts.duplicate, {
    name: 'duplicate',
    initialValues: {
      part_id: part.id,
      code: part.code,
      attributes: true,
      crosses: true,
      applications: true,
      pictures: false,
    },
    onSaved: ({ id }, submitted) => {
      if (submitted !== LEAVING) onDuplicated(id);
    },
  });
  return (
    <Dialog onClose={onClose} title={`Duplicar ${partName(part)}`}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <TextInput
            label="Código de la pieza nueva"
            description="Con la misma marca, producto, descripción y estado"
            required
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('code')}
          />
          <Stack gap="xs">
            <Text size="sm" fw={500}>
              Qué se copia
            </Text>
            {COPIED.map(([field, label, count]) => (
              <Checkbox
                key={field}
                label={`${label} (${part[count]})`}
                {...form.getInputProps(field, { type: 'checkbox' })}
              />
            ))}
          </Stack>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={isPending}>
              Duplicar
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
