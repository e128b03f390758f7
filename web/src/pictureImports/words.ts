import { MAX_PICTURE_ZIP_BYTES, type PictureImport, type PictureOutcome } from '@piezario/contract/picture-imports';
import { MAX_PICTURE_BYTES } from '@piezario/contract/pictures';
import type { Status } from '../jobs/JobStatus.tsx';
import { formatBytes } from '../ui/format.ts';
import type { Refusal } from '../ui/upload/upload.ts';
import { counted } from '../ui/words.ts';

export const PICTURE = { one: 'foto', many: 'fotos', article: 'la' } as const;

export const ACCEPTED = 'image/*,.zip';
export const LIMITS = `Imágenes de hasta ${formatBytes(MAX_PICTURE_BYTES)} o zips de hasta ${formatBytes(MAX_PICTURE_ZIP_BYTES)}`;

export const OUTCOME_NAMES: Record<PictureOutcome, string> = {
  found: 'Lista para guardar',
  unknown: 'Sin pieza',
  ambiguous: 'Ambigua',
  refused: 'Rechazada',
  stored: 'Guardada',
  repeated: 'Ya estaba',
};

/** 1.200 fotos */
export const picturesInWords = (count: number) => counted(count, 'foto');

/** 1.200 fotos van a 600 piezas. */
export const previewInWords = ({ found, parts }: Pick<PictureImport, 'found' | 'parts'>) =>
  found === 0
    ? 'Todavía ninguna foto encontró su pieza.'
    : `${picturesInWords(found)} ${found === 1 ? 'va' : 'van'} a ${counted(parts, 'pieza')}.`;

/** Number of files with problems. */
export const wrongIn = ({ unknown, ambiguous, refused }: PictureImport) => unknown + ambiguous + refused;

export const statusOf = (job: PictureImport): Status => ({
  state: job.state,
  message: job.status_message,
  total: job.total,
  done: job.done,
  isFlawed: wrongIn(job) > 0,
  label: 'Avance',
});

/** Whether a file is one that operating systems put into folders. */
export const isHidden = ({ name }: Pick<File, 'name'>) => /^\.|^(thumbs\.db|desktop\.ini)$/i.test(name);

/** Why the server would refuse the file, or null. */
export function checkFile({ name, size }: Pick<File, 'name' | 'size'>): Refusal | null {
  const max = /\.zip$/i.test(name) ? MAX_PICTURE_ZIP_BYTES : MAX_PICTURE_BYTES;
  if (size <= max) return null;
  return { message: `Es demasiado grande: se permiten hasta ${formatBytes(max)}.`, retriable: false };
}
