import { type PictureImportFile, pictureImports } from '@piezario/contract/picture-imports';
import type { CSSProperties } from 'react';
import { useCall } from '../api/hooks.ts';
import { Thumbnail } from '../ui/Thumbnail.tsx';

type Props = { job: number; file: PictureImportFile; size?: number };

/** Thumbnail of a picture of an import in review. */
export function FileThumbnail({ job, file: { id }, size = 32 }: Props) {
  const { data } = useCall(pictureImports.thumbnail, { params: { pictureImportId: job, fileId: id } });
  return (
    <span className="rigid" style={{ '--thumbnail': `${size}px` } as CSSProperties}>
      <Thumbnail url={data?.thumbnailUrl ?? null} />
    </span>
  );
}
