import { Button, Group, Stack, Text } from '@mantine/core';
import { type PictureImportFile, pictureImports } from '@piezario/contract/picture-imports';
import { type FormEvent, useState } from 'react';
import { useAction } from '../api/hooks.ts';
import { PartPicker } from '../selection/PartPicker.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FileThumbnail } from './FileThumbnail.tsx';

type Props = { job: number; file: PictureImportFile; onClose: () => void };

/** Asks for the part of a picture, which need not match the name of its file. */
export function AssignDialog({ job, file, onClose }: Props) {
  const [part, setPart] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const assigning = useAction(pictureImports.assign, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (part === null) setError('Elegí una pieza');
    else assigning.mutate({ body: { id: job, file_id: file.id, part_id: part } });
  };
  return (
    <Dialog onClose={onClose} title="Elegir la pieza de la foto" styles={{ content: { overflow: 'visible' } }}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <div className="row gap-12">
            <FileThumbnail job={job} file={file} size={120} />
            <Text className="slim breaks">{file.name}</Text>
          </div>
          <PartPicker
            label="Pieza"
            required
            data-autofocus
            error={error}
            value={part}
            onChange={(chosen) => {
              setPart(chosen?.id ?? null);
              setError(null);
            }}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={assigning.isPending}>
              Elegir
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
