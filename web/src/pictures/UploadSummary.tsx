import { MAX_PICTURES } from '@piezario/contract/pictures';
import { counted } from '../ui/words.ts';
import { countOf } from './format.ts';
import classes from './PicturesStep.module.css';
import type { PictureUpload } from './usePictureUploads.ts';

/** How many pictures there are, or how many files are still to come. */
export function UploadSummary({ count, uploads }: { count: number; uploads: readonly PictureUpload[] }) {
  const failed = uploads.filter(({ status }) => status.name === 'failed').length;
  const left = uploads.length - failed;
  return (
    <p className="dim text-md digits" role="status">
      {left > 0 ? `Cargando: ${left === 1 ? 'falta' : 'faltan'} ${countOf(left)}` : `${count} de ${MAX_PICTURES} fotos`}
      {failed > 0 && (
        <span className={classes.failed}>
          {counted(failed, 'archivo no se pudo cargar', 'archivos no se pudieron cargar')}
        </span>
      )}
    </p>
  );
}
