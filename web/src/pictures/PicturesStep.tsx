import { Button, Paper, VisuallyHidden } from '@mantine/core';
import { useFileDialog } from '@mantine/hooks';
import { MAX_PICTURE_BYTES, MAX_PICTURES, type Picture } from '@piezario/contract/pictures';
import { IconPhotoPlus, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { FullScreen } from '../ui/FullScreen.tsx';
import { focusNextAfter, keepFocus } from '../ui/focus.ts';
import { Notice } from '../ui/Notice.tsx';
import { useShortcut } from '../ui/shortcuts.ts';
import { useFileDrop } from '../ui/useFileDrop.ts';
import { useUnsaved } from '../ui/useUnsaved.tsx';
import { Gallery } from './Gallery.tsx';
import { PictureList } from './PictureList.tsx';
import classes from './PicturesStep.module.css';
import { UploadCard } from './UploadCard.tsx';
import { UploadSummary } from './UploadSummary.tsx';
import { usePictures } from './usePictures.ts';

const LEAVING = {
  title: '¿Salir mientras se cargan fotos?',
  consequence: 'Las que todavía no terminaron de cargarse se van a perder.',
  stay: 'Esperar',
  leave: 'Salir igual',
} as const;

type Props = {
  partId: number;
  /** Name of the part, for the alternative texts of its pictures. */
  name: string;
  pictures: readonly Picture[];
};

/** Step 4: pictures are chosen, dropped or pasted, many at a time. Their order is the channels' order. */
export function PicturesStep({ partId, name, pictures }: Props) {
  const step = useRef<HTMLDivElement>(null);
  const [announced, announce] = useState('');
  const [zoomed, zoom] = useState<number | null>(null);
  const { shown, uploading, add, move, mark, remove, undoLast } = usePictures(partId, pictures);
  const { cards, isRunning, retry } = uploading;
  useUnsaved(() => isRunning, LEAVING);
  useShortcut('undo', undoLast);
  const isOver = useFileDrop(add);
  // Takes any file: the server says which ones are no pictures.
  const dialog = useFileDialog({ onChange: (files) => add([...(files ?? [])]) });
  const choose = (
    <Button leftSection={<IconUpload size={18} />} onClick={dialog.open}>
      Elegir fotos
    </Button>
  );

  const moveTo = (picture: Picture, to: number) => {
    keepFocus(() => move(picture, to));
    announce(to === 1 ? 'La foto es ahora la principal.' : `La foto está ahora en el lugar ${to} de ${shown.length}.`);
  };
  const removeOne = (picture: Picture) => {
    const index = shown.indexOf(picture);
    focusNextAfter(() => remove(picture), step.current, '[data-remove]', index);
    announce(`Foto ${index + 1} eliminada. Con Control Z se deshace.`);
  };
  const zoomedIndex = shown.findIndex(({ id }) => id === zoomed);

  return (
    <div ref={step} className={`column grow unringed ${classes.step}`} tabIndex={-1}>
      {shown.length + cards.length === 0 ? (
        <Paper className={classes.empty}>
          <Notice icon={IconPhotoPlus} title="Todavía no tiene fotos" action={choose}>
            Elegilas, arrastralas o pegalas. Hasta {MAX_PICTURES}, de {MAX_PICTURE_BYTES / 1024 / 1024} MB cada una.
          </Notice>
        </Paper>
      ) : (
        <>
          <div className={classes.bar}>
            {choose}
            <UploadSummary count={shown.length} uploads={cards} />
          </div>
          <PictureList pictures={shown} actions={{ zoom: ({ id }) => zoom(id), move: moveTo, mark, remove: removeOne }}>
            {cards.map((upload) => (
              <UploadCard
                key={upload.id}
                upload={upload}
                onRetry={retry}
                onRemove={(one) => {
                  uploading.remove(one);
                  step.current?.focus();
                }}
              />
            ))}
          </PictureList>
        </>
      )}
      {isOver && <div className={classes.over}>Soltá las fotos para agregarlas</div>}
      {zoomedIndex !== -1 && (
        <FullScreen title={`Fotos de ${name}`} onClose={() => zoom(null)}>
          <Gallery name={name} pictures={shown} start={zoomedIndex} />
        </FullScreen>
      )}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </div>
  );
}
