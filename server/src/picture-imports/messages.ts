import type { PictureImport } from '@piezario/contract/picture-imports';
import { MAX_PICTURES } from '@piezario/contract/pictures';
import { counted, formatNumber } from '@piezario/contract/words';

/* The status messages of an import of pictures. */

export const WAITING = 'Esperando las fotos';
export const EXPIRED = 'Cancelado: nadie la confirmó a tiempo';

export const processing = (done: number, total: number) =>
  `Guardando ${formatNumber(done)} de ${formatNumber(total)} fotos`;

type Counts = Pick<PictureImport, 'stored' | 'repeated' | 'files'>;

export const completed = ({ stored, repeated, files }: Counts) =>
  [
    `Completado: ${counted(stored, 'guardada', 'guardadas')}`,
    `${formatNumber(repeated)} que ya ${repeated === 1 ? 'estaba' : 'estaban'}`,
    `${formatNumber(files - stored - repeated)} sin guardar`,
  ].join(', ');

export const cancelled = ({ stored }: Pick<Counts, 'stored'>) =>
  stored === 0
    ? 'Cancelado: no cambió nada'
    : `Cancelado: ${stored === 1 ? 'quedó 1 guardada' : `quedaron ${formatNumber(stored)} guardadas`}`;

/* Why a file is not stored. */

export const MISSING = 'La pieza ya no existe o está fuera de tu alcance';
export const LOST = 'El archivo ya no está en el servidor: subilo de nuevo';
export const REPEATED = 'La pieza ya tenía esta foto';
export const TOO_MANY = `Una pieza puede tener hasta ${MAX_PICTURES} fotos`;
