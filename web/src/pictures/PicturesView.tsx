import { Button } from '@mantine/core';
import type { Picture } from '@piezario/contract/pictures';
import { IconPhotoOff, IconUpload } from '@tabler/icons-react';
import { Loading } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Gallery } from './Gallery.tsx';

type Props = {
  part: { readonly brand: string; readonly code: string; readonly pictures: readonly Picture[] } | undefined;
  /** Opens the step that adds pictures, for those who may. */
  onUpload: (() => void) | undefined;
};

/** The pictures of a part, read-only. The part is undefined while it loads. */
export function PicturesView({ part, onUpload }: Props) {
  if (!part) return <Loading />;
  const upload = onUpload && (
    <Button leftSection={<IconUpload size={18} />} onClick={onUpload}>
      Cargar fotos
    </Button>
  );
  if (part.pictures.length === 0) {
    return (
      <Notice icon={IconPhotoOff} title="Esta pieza todavía no tiene fotos" action={upload}>
        Cuando se carguen, se ven acá en grande.
      </Notice>
    );
  }
  return <Gallery name={`${part.brand} ${part.code}`} pictures={part.pictures} action={upload} />;
}
