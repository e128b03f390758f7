export { formatNumber } from '@piezario/contract/words';

const MOMENT = new Intl.DateTimeFormat('es-AR', { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });

/** 9/3/26, 14:05 */
export const formatMoment = (iso: string) => MOMENT.format(new Date(iso));

const SIZE = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 });
const KB = 1024;

/** 12,4 MB */
export function formatBytes(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`;
  return bytes < KB * KB ? `${SIZE.format(bytes / KB)} KB` : `${SIZE.format(bytes / KB / KB)} MB`;
}
