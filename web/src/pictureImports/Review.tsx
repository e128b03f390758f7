import '../ui/mantineLater.ts';
import { Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useFileDialog } from '@mantine/hooks';
import { UNDO_DAYS } from '@piezario/contract/history';
import {
  PICTURE_IMPORT_DAYS,
  type PictureImport,
  type PictureMode,
  pictureImports,
} from '@piezario/contract/picture-imports';
import { MAX_PICTURES } from '@piezario/contract/pictures';
import { IconPhotoUp, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../api/hooks.ts';
import { JobFigures } from '../jobs/JobFigures.tsx';
import { Bar } from '../ui/Bar.tsx';
import { confirmAction } from '../ui/confirm.tsx';
import { DropHere } from '../ui/DropHere.tsx';
import { formatNumber } from '../ui/format.ts';
import { Uploads } from '../ui/upload/Uploads.tsx';
import { useFileDrop } from '../ui/useFileDrop.ts';
import { useUnsaved } from '../ui/useUnsaved.tsx';
import { counted } from '../ui/words.ts';
import classes from './Review.module.css';
import { usePictureFiles } from './usePictureFiles.ts';
import { ACCEPTED, LIMITS, picturesInWords, previewInWords } from './words.ts';

const LEAVING = {
  title: '¿Salir sin guardar las fotos?',
  consequence: `Todavía no se guardaron en sus piezas. Las que ya subieron te esperan ${PICTURE_IMPORT_DAYS} días en «Fotos por nombre».`,
  stay: 'Seguir acá',
  leave: 'Salir',
};

/** Limit of uploads that are shown, so that the review below stays in sight. */
const MAX_SHOWN = 12;

/** The uploads and a preview of what will be stored, until the person confirms it. */
export function Review({ job }: { job: PictureImport }) {
  const { uploads, left, total, sent, add, retry, remove } = usePictureFiles(job.id);
  const [mode, setMode] = useState<PictureMode>('append');
  const applying = useAction(pictureImports.apply);
  const cancelling = useAction(pictureImports.cancel);
  useUnsaved(() => left > 0 || (job.found > 0 && !applying.isSuccess && !cancelling.isSuccess), LEAVING);
  const isDragging = useFileDrop(add, { pasted: false });
  const dialog = useFileDialog({ accept: ACCEPTED, resetOnOpen: true, onChange: (files) => add([...(files ?? [])]) });
  const discard = () =>
    confirmAction({
      title: '¿Descartar estas fotos?',
      consequence: 'Ninguna se guarda. Las piezas quedan como están.',
      action: 'Descartar',
      dismiss: 'Seguir acá',
      onConfirm: () => {
        for (const upload of uploads) remove(upload);
        cancelling.mutate({ body: { id: job.id } });
      },
    });
  const figures = {
    'Listas para guardar': job.found,
    'Sin pieza': job.unknown,
    Ambiguas: job.ambiguous,
    Rechazadas: job.refused,
  };
  const shown = uploads.filter(({ status }) => status.name !== 'waiting').slice(0, MAX_SHOWN);
  return (
    <>
      {left > 0 && (
        <div className="stack gap-6">
          <Text size="sm" role="status">
            Subiendo: {left === 1 ? 'falta' : 'faltan'} {formatNumber(left)} de {counted(total, 'archivo')}
          </Text>
          <Bar label="Subida de todos los archivos" value={sent} />
        </div>
      )}
      <Uploads icon={IconPhotoUp} uploads={shown} retry={retry} remove={remove} />
      <Paper withBorder p="md" component={Stack} gap="md">
        <Group justify="space-between" gap="xs">
          <Text fw={600} role="status">
            {previewInWords(job)}
          </Text>
          <Button variant="default" size="xs" leftSection={<IconUpload size={16} />} onClick={dialog.open}>
            Agregar más archivos
          </Button>
        </Group>
        <JobFigures figures={figures} />
        <Stack gap={6}>
          <SegmentedControl
            aria-label="Qué pasa con las fotos que las piezas ya tienen"
            className={classes.mode}
            value={mode}
            onChange={setMode}
            data={[
              { value: 'append', label: 'Agregar' },
              { value: 'replace', label: 'Reemplazar' },
            ]}
          />
          <Text size="sm" c="dimmed" role="status">
            {toldOf(mode, job)}
          </Text>
          {job.beyond[mode] > 0 && (
            <Text size="sm" className="warning medium">
              {picturesInWords(job.beyond[mode])} {job.beyond[mode] === 1 ? 'no entra' : 'no entran'}: una pieza puede
              tener hasta {MAX_PICTURES}.
            </Text>
          )}
        </Stack>
        <Group gap="xs" className={classes.actions}>
          <Button
            disabled={job.found === 0 || left > 0}
            loading={applying.isPending}
            onClick={() => applying.mutate({ body: { id: job.id, mode } })}
          >
            {left > 0 ? 'Esperando que terminen de subir' : `Guardar ${picturesInWords(job.found)}`}
          </Button>
          <Button variant="subtle" color="red" onClick={discard}>
            Descartar
          </Button>
        </Group>
      </Paper>
      {isDragging && (
        <DropHere icon={IconPhotoUp} title="Soltá las fotos para agregarlas">
          {LIMITS}
        </DropHere>
      )}
    </>
  );
}

function toldOf(mode: PictureMode, { replaced }: PictureImport): string {
  if (replaced === 0) return 'Estas piezas todavía no tienen fotos.';
  const had = replaced === 1 ? 'la foto que ya hay' : `las ${picturesInWords(replaced)} que ya hay`;
  return mode === 'append'
    ? `Van después de ${had} en estas piezas. Una foto repetida no se guarda dos veces.`
    : `Van en lugar de ${had} en estas piezas. Las que salen se pueden recuperar durante ${UNDO_DAYS} días.`;
}
