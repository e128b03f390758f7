import { Progress } from '@mantine/core';
import { formatNumber } from '../ui/format.ts';

type Props = { name: string; done: number; total: number | null };

/** How far a download is. Screen readers hear of its beginning and its end, not of every step. */
export function DownloadProgress({ name, done, total }: Props) {
  const label = `Descargando ${name}`;
  return (
    <div aria-live="off">
      {label}
      {total !== null && `: ${formatNumber(done)} de ${formatNumber(total)} ${total === 1 ? 'pieza' : 'piezas'}`}
      <Progress
        aria-label={label}
        mt={8}
        size="sm"
        value={total ? (100 * done) / total : 100}
        animated={total === null}
      />
    </div>
  );
}
