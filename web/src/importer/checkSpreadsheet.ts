import { hasImportExtension, MAX_IMPORT_BYTES, SPREADSHEETS } from '@piezario/contract/importer';
import { formatBytes } from '../ui/format.ts';
import type { Refusal } from '../ui/upload/upload.ts';

/** Why the server would refuse the file, or null. */
export function checkSpreadsheet({ name, size }: Pick<File, 'name' | 'size'>): Refusal | null {
  const refusal = (message: string) => ({ message, retriable: false });
  if (!hasImportExtension(name)) return refusal(`No es una planilla: se importan archivos ${SPREADSHEETS}.`);
  if (size > MAX_IMPORT_BYTES) {
    return refusal(`Es demasiado grande: se permiten hasta ${formatBytes(MAX_IMPORT_BYTES)}.`);
  }
  if (size === 0) return refusal('El archivo está vacío.');
  return null;
}
