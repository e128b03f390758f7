import { type ImportFile, importer } from '@piezario/contract/importer';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call, send } from '../api/client.ts';
import { FileBody } from '../importer/FileDetail.tsx';
import { isActive } from '../jobs/job.ts';
import { useJob } from '../jobs/useJob.ts';
import { Failed } from '../ui/Failed.tsx';
import { FullScreen } from '../ui/FullScreen.tsx';
import { Loading } from '../ui/Loading.tsx';
import { notifyInfo } from '../ui/notify.ts';
import { type Refusals, refusalKey, type SavedCell } from './saved.ts';

type Props = {
  title: string;
  udid: string;
  cells: readonly SavedCell[];
  /** `file` is null when nothing was applied. */
  onClose: (file: ImportFile | null, refusals: Refusals) => Promise<void>;
};

const NONE: Refusals = new Map();

/** The review of the changed cells, as of any import. Closing it before they are applied discards the review. */
export function SaveDialog({ title, udid, cells, onClose }: Props) {
  const { read, job: file } = useJob(importer.show, { params: { udid } }, importer.cancel);
  const isClosing = useRef(false);
  const close = async () => {
    if (isClosing.current) return;
    // It changes parts once it has an operation.
    if (file && isActive(file) && file.operation_id !== null)
      return notifyInfo('Se está guardando: esperá a que termine');
    isClosing.current = true;
    if (file && file.operation_id !== null) return onClose(file, file.errors_count > 0 ? await readRefusals() : NONE);
    await send(importer.remove, { body: { udid } }).catch(() => {});
    await onClose(null, NONE);
  };
  /** Reasons of the import, by cell. */
  const readRefusals = async (): Promise<Refusals> => {
    const cellAt = new Map(cells.map((cell) => [`${cell.sheet} ${cell.line}`, cell]));
    const reasons = new Map<string, string>();
    for (let page = 1, last = 1; page <= last; page++) {
      const query = { page, size: 200, filters: [], sort: [{ column: 'id', descending: false }] };
      const errors = await call(importer.errors, { params: { udid }, query }).catch(() => null);
      for (const { sheet, row, reason } of errors?.data ?? []) {
        const cell = cellAt.get(`${sheet} ${row}`);
        if (cell) reasons.set(refusalKey(cell.row, cell.column), reason);
      }
      last = errors?.last_page ?? 0;
    }
    return reasons;
  };
  const onDone = useEffectEvent(() => void close());
  const isDone = file?.state === 'done' && file.errors_count === 0;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  return (
    <FullScreen title={title} onClose={() => void close()}>
      <div className="column gap-16">
        {file ? (
          <FileBody file={file} onRemoved={() => void onClose(file.operation_id === null ? null : file, NONE)} />
        ) : read.error ? (
          <Failed title="No se pudo cargar la revisión" read={read} />
        ) : (
          <Loading />
        )}
      </div>
    </FullScreen>
  );
}
