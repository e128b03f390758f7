import { Button, Group, Modal, Text } from '@mantine/core';
import { useFileDialog } from '@mantine/hooks';
import { nameOf } from '@piezario/contract/vehicles';
import { IconCar, IconTrash, IconUpload } from '@tabler/icons-react';
import type { Column } from '../ui/table/list.ts';
import type { Vehicle } from './columns.tsx';
import classes from './ModelImage.module.css';
import type { ModelImage } from './useModelImage.ts';

type Edit = (vehicle: Vehicle) => void;

/** The image of the vehicle's model. With `edit`, a click changes it. */
export const imageColumn = (edit: Edit | null): Column<Vehicle> => ({
  key: 'imageUrl',
  label: 'Imagen',
  width: 72,
  // A phone shows it only beside the name.
  inTitle: true,
  render: (vehicle) => <Frame vehicle={vehicle} edit={edit} />,
});

/** The image as the first column, read-only. On a phone the image and the name are the title of a card. */
export const namedImageColumn: Column<Vehicle> = {
  ...imageColumn(null),
  pinned: true,
  render: (vehicle) => (
    <span className="row gap-10">
      <Frame vehicle={vehicle} edit={null} />
      <span className="spoken-at-desk">{nameOf(vehicle)}</span>
    </span>
  ),
};

const modelOf = ({ brand, model }: Vehicle) => `${brand} ${model}`;

function Frame({ vehicle, edit }: { vehicle: Vehicle; edit: Edit | null }) {
  if (!edit) {
    return (
      <span className={classes.frame}>
        <Image vehicle={vehicle} icon={20} />
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes.frame}
      title="Cambiar la imagen"
      aria-label={`Cambiar la imagen de ${modelOf(vehicle)}`}
      onClick={() => edit(vehicle)}
    >
      <Image vehicle={vehicle} icon={20} />
    </button>
  );
}

const Image = ({ vehicle: { imageUrl }, icon }: { vehicle: Vehicle; icon: number }) =>
  imageUrl ? (
    <img className="fit" src={imageUrl} alt="" width={48} height={32} loading="lazy" decoding="async" />
  ) : (
    <IconCar size={icon} stroke={1.3} aria-hidden />
  );

/** Shows, changes and removes the image of a model. */
export function ModelImageDialog({ edited, opened, close, store, remove, busy }: ModelImage) {
  const dialog = useFileDialog({
    multiple: false,
    accept: 'image/*',
    onChange: (files) => {
      const [file] = files ?? [];
      if (edited && file) void store(edited, file);
    },
  });
  return (
    <Modal opened={opened} onClose={close} title={edited && modelOf(edited)} centered>
      {edited && (
        <>
          <div className={classes.large}>
            <Image vehicle={edited} icon={56} />
          </div>
          <Text size="sm" c="dimmed" className="pad-y-12">
            La muestran todas las versiones del modelo.
          </Text>
          <Group justify="flex-end" gap="xs">
            {edited.imageUrl && (
              <Button
                variant="default"
                leftSection={<IconTrash size={18} />}
                disabled={busy}
                onClick={() => void remove(edited)}
              >
                Quitar
              </Button>
            )}
            <Button leftSection={<IconUpload size={18} />} loading={busy} data-autofocus onClick={dialog.open}>
              {edited.imageUrl ? 'Cambiar imagen' : 'Elegir imagen'}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
