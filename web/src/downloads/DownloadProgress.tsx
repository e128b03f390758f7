import { Bar } from '../ui/Bar.tsx';
import { formatNumber } from '../ui/format.ts';
import { counted } from '../ui/words.ts';

type Props = { name: string; done: number; total: number | null };

/** The progress of a download. Screen readers announce its start and its end, not every step. */
export function DownloadProgress({ name, done, total }: Props) {
  const label = `Descargando ${name}`;
  return (
    <div aria-live="off" className="stack gap-8">
      {label}
      {total !== null && `: ${formatNumber(done)} de ${counted(total, 'pieza')}`}
      <Bar label={label} value={total ? done / total : null} />
    </div>
  );
}
