import { Button, Paper, VisuallyHidden } from '@mantine/core';
import { useCallbackRef, useFileDialog, useHotkeys } from '@mantine/hooks';
import { pictures as calls, MAX_PICTURE_BYTES, MAX_PICTURES, type Picture } from '@piezario/contract/pictures';
import { IconPhotoPlus, IconUpload } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRefreshLater } from '../api/hooks.ts';
import { FullScreen } from '../ui/FullScreen.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useFileDrop } from '../ui/useFileDrop.ts';
import { useUnsaved } from '../ui/useUnsaved.tsx';
import { Gallery } from './Gallery.tsx';
import { type CardActions, PictureCard } from './PictureCard.tsx';
import classes from './PicturesStep.module.css';
import { UploadCard } from './UploadCard.tsx';
import { useDrag } from './useDrag.ts';
import { useGlide } from './useGlide.ts';
import { usePictureActions } from './usePictureActions.ts';
import { useReorder } from './useReorder.ts';
import { type Upload, useUploads } from './useUploads.ts';
import { countOf } from './words.ts';

const LEAVING = {
  title: '¿Salir mientras se cargan fotos?',
  consequence: 'Las que todavía no terminaron de cargarse se van a perder.',
  stay: 'Esperar',
  leave: 'Salir igual',
} as const;

type Props = {
  partId: number;
  /** The part's, for those who do not see its pictures. */
  name: string;
  pictures: readonly Picture[];
};

/** Step 4: files come in by hand, by mouse or from the clipboard, many at a time; their order is the channels' order. */
export function PicturesStep({ partId, name, pictures }: Props) {
  const step = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [said, say] = useState('');
  const [zoomed, zoom] = useState<number | null>(null);

  const { ordered, move, settle } = useReorder(partId, pictures);
  const touched = useRefreshLater(calls.store, settle);
  const { gone, append, mark, remove, undoLast } = usePictureActions(partId, settle);
  const uploading = useUploads(partId, {
    pictures,
    onStored: (picture, misplaced) => {
      const place = append(picture);
      if (!misplaced) return;
      move(picture.id, place);
      void settle();
    },
  });
  const { uploads } = uploading;
  useUnsaved(uploading.isRunning, LEAVING);

  // One that was removed is not seen; one that waits for those chosen before it is still among the uploads.
  const shown = useMemo(() => {
    const stored = uploads.flatMap(({ status }) => (status.name === 'stored' ? [status.picture.id] : []));
    return ordered.filter(({ id }) => !gone.includes(id) && !stored.includes(id));
  }, [ordered, gone, uploads]);

  const add = useCallbackRef((files: readonly File[]) => {
    touched.current = true;
    uploading.add(files);
  });
  const over = useFileDrop(add);
  // Only puts images first: what is not one, the server says.
  const dialog = useFileDialog({ accept: 'image/*', onChange: (files) => add([...(files ?? [])]) });
  const choose = (
    <Button leftSection={<IconUpload size={18} />} onClick={dialog.open}>
      Elegir fotos
    </Button>
  );
  useHotkeys([['mod+Z', undoLast]]);

  const moveTo = useCallbackRef((picture: Picture, to: number) => {
    touched.current = true;
    // Moving in the document takes the focus away from it.
    const pressed = document.activeElement;
    flushSync(() => move(picture.id, to));
    if (pressed instanceof HTMLElement) pressed.focus();
    say(to === 1 ? 'La foto es ahora la principal.' : `La foto está ahora en el lugar ${to} de ${shown.length}.`);
  });
  const removeOne = useCallbackRef((picture: Picture) => {
    touched.current = true;
    const at = shown.indexOf(picture);
    flushSync(() => remove(picture));
    const left = [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
    (left[Math.min(at, left.length - 1)] ?? step.current)?.focus();
    say(`Foto ${at + 1} eliminada. Con Control Z se deshace.`);
  });
  const dropUpload = useCallbackRef((upload: Upload) => {
    uploading.remove(upload);
    step.current?.focus();
  });
  const { drag, ghost, start } = useDrag(list, (id, to) => {
    const picture = shown.find((one) => one.id === id);
    if (picture && shown.indexOf(picture) !== to - 1) moveTo(picture, to);
  });
  const on = useMemo<CardActions>(
    () => ({
      zoom: ({ id }) => zoom(id),
      move: moveTo,
      mark: (picture) => {
        touched.current = true;
        void mark(picture);
      },
      remove: removeOne,
      drag: ({ id }, event) => start(id, event),
    }),
    [moveTo, removeOne, mark, start, touched],
  );

  const dragged = shown.find(({ id }) => id === drag?.id);
  const seen = dragged && drag ? shown.filter((one) => one !== dragged).toSpliced(drag.to - 1, 0, dragged) : shown;
  useGlide(list, seen.map(({ id }) => id).join());
  const zoomedAt = shown.findIndex(({ id }) => id === zoomed);

  return (
    <div ref={step} className={classes.step} tabIndex={-1} data-dragging={drag !== null || undefined}>
      {shown.length + uploads.length === 0 ? (
        <Paper className={classes.empty}>
          <Notice icon={IconPhotoPlus} title="Todavía no tiene fotos" action={choose}>
            Elegilas, arrastralas o pegalas. Hasta {MAX_PICTURES}, de {MAX_PICTURE_BYTES / 1024 / 1024} MB cada una.
          </Notice>
        </Paper>
      ) : (
        <>
          <div className={classes.bar}>
            {choose}
            <Summary count={shown.length} uploads={uploads} />
          </div>
          <ul ref={list} className={classes.list} aria-label="Fotos">
            {shown.map((picture) => (
              <PictureCard
                key={picture.id}
                picture={picture}
                place={seen.indexOf(picture) + 1}
                count={shown.length}
                dragging={drag !== null}
                dragged={picture === dragged}
                on={on}
              />
            ))}
            {uploads.map((upload) => (
              <UploadCard key={upload.preview} upload={upload} onRetry={uploading.retry} onRemove={dropUpload} />
            ))}
          </ul>
        </>
      )}
      {dragged && (
        <div ref={ghost} className={classes.ghost}>
          <img src={dragged.thumbnailUrl} alt="" />
        </div>
      )}
      {over && <div className={classes.over}>Soltá las fotos para agregarlas</div>}
      {zoomedAt !== -1 && (
        <FullScreen title={`Fotos de ${name}`} onClose={() => zoom(null)}>
          <Gallery name={name} pictures={shown} start={zoomedAt} />
        </FullScreen>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

function Summary({ count, uploads }: { count: number; uploads: readonly Upload[] }) {
  const failed = uploads.filter(({ status }) => status.name === 'failed').length;
  const left = uploads.length - failed;
  return (
    <p className={classes.summary} role="status">
      {left > 0 ? `Cargando: ${left === 1 ? 'falta' : 'faltan'} ${countOf(left)}` : `${count} de ${MAX_PICTURES} fotos`}
      {failed > 0 && (
        <span className={classes.failed}>
          {failed === 1 ? '1 archivo no se pudo cargar' : `${failed} archivos no se pudieron cargar`}
        </span>
      )}
    </p>
  );
}
