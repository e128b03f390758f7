import { MAX_PICTURE_IMPORT_FILES, PICTURE_NAME } from '@piezario/contract/picture-imports';
import { MAX_PICTURE_BYTES } from '@piezario/contract/pictures';
import { LIMITS, type ZipLimits } from '../spreadsheet/reading/limits.ts';
import type { UnreadableWorkbook } from '../spreadsheet/reading/unreadable.ts';
import type { ZipEntry } from '../spreadsheet/reading/zip.ts';

const MiB = 1024 * 1024;

/** Limits of a zip of pictures, counted while it is unpacked. */
export const ZIP_LIMITS: ZipLimits = {
  ...LIMITS,
  // Some systems add a hidden file for each picture.
  entries: 3 * MAX_PICTURE_IMPORT_FILES,
  directoryBytes: 16 * MiB,
  entryBytes: MAX_PICTURE_BYTES,
  totalBytes: 4_096 * MiB,
};

/** Hidden files that operating systems add to folders. */
const HIDDEN = /(^|\/)(__MACOSX\/|\.(?!\/)|(thumbs\.db|desktop\.ini)$)/i;

/** Whether the entry is a file that a person has added. */
export const isFile = ({ shownName }: Pick<ZipEntry, 'shownName'>) =>
  !shownName.endsWith('/') && !HIDDEN.test(shownName);

/** Returns why a file cannot be stored as a picture, as far as is known without reading it; else null. */
export function refusalOf({ shownName, bytes, isLocked }: Omit<ZipEntry, 'name'>): string | null {
  if (/\.zip$/i.test(shownName)) return 'Es un zip dentro de otro: subilo aparte';
  if (/\.hei[cf]$/i.test(shownName)) return 'Es HEIC, que no se puede leer: guardala como JPG o PNG';
  if (!PICTURE_NAME.test(shownName)) return 'No es una imagen';
  if (isLocked) return 'Tiene clave: armá el zip sin clave';
  if (bytes === 0) return 'El archivo está vacío';
  return bytes > MAX_PICTURE_BYTES ? `Pesa más de ${MAX_PICTURE_BYTES / MiB} MB` : null;
}

const SENTENCES: Partial<Record<UnreadableWorkbook['reason'], string>> = {
  damaged: 'El zip está dañado o incompleto, o tiene dos archivos con el mismo nombre: armalo de nuevo',
  encrypted: 'Tiene clave: armá el zip sin clave',
};

/** Why a zip or an entry cannot be read. */
export const sayUnreadable = ({ reason, message }: UnreadableWorkbook) => SENTENCES[reason] ?? message;
