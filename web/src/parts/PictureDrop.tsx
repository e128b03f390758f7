import { IconPhotoUp } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazy, loadOrTell } from '../ui/lazy.tsx';
import { useFileDrop } from '../ui/useFileDrop.ts';

const DropHere = lazy(() => import('../ui/DropHere.tsx'), 'DropHere', 'part');

/** Drop area of the catalog of a brand. Files are pictures, whose names are the codes of their parts. */
export function PictureDrop(place: { brand: number; product: number | null }) {
  const navigate = useNavigate();
  const start = async (files: readonly File[]) => {
    const loaded = await loadOrTell(() => import('../pictureImports/start.ts'));
    await loaded?.startPictures(place, files, navigate);
  };
  const isOver = useFileDrop((files) => void start(files), { pasted: false });
  if (!isOver) return null;
  return (
    <Suspense>
      <DropHere icon={IconPhotoUp} title="Soltá las fotos para subirlas por su nombre">
        Imágenes o un zip: cada una va a la pieza cuyo código es el nombre del archivo
      </DropHere>
    </Suspense>
  );
}
