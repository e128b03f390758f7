import { type ImportFile, importer } from '@piezario/contract/importer';
import { useEffect, useEffectEvent } from 'react';
import { call, send } from '../api/client.ts';
import { FileBody } from '../importer/FileDetail.tsx';
import { useJob } from '../jobs/useJob.ts';
import { Failed } from '../ui/Failed.tsx';
import { FullScreen } from '../ui/FullScreen.tsx';
import { Loading } from '../ui/Loading.tsx';
import type { SavedCell } from './rows.ts';

/** Refused cells, with the reasons of the import. */
export type Refusals = ReadonlyMap<string, string>;
export const refusalKey = ({ row, column }: Pick<SavedCell, 'row' | 'column'>) => `${row}\n${column}`;

type Props = {
  title: string;
  udid: string;
  cells: readonly SavedCell[];
  /** Null when the changes were not applied. */
  onClose: (applied: { readonly file: ImportFile; readonly refusals: Refusals } | null) => void;
};

const MAX_ERRORS = 200;

/** The review of the changed cells, as of any import. Closing it without applying them discards the review. */
export function SaveDialog({ title, udid, cells, onClose }: Props) {
  const { read, job: file } = useJob(importer.show, { params: { udid } }, importer.cancel);
  const close = async () => {
    if (file?.state === 'review') {
      await send(importer.remove, { body: { udid } }).catch(() => {});
      return onClose(null);
    }
    if (file?.state !== 'done') return onClose(null);
    onClose({ file, refusals: file.errors_count > 0 ? await readRefusals(udid, cells) : new Map() });
  };
  const onDone = useEffectEvent(() => void close());
  const isDone = file?.state === 'done' && file.errors_count === 0 && file.rows_left_out === 0;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  return (
    <FullScreen title={title} onClose={() => void close()}>
      <div className="screen column gap-16">
        {file ? (
          <FileBody file={file} onRemoved={() => onClose(null)} />
        ) : read.error ? (
          <Failed title="No se pudo cargar la revisión" read={read} />
        ) : (
          <Loading />
        )}
      </div>
    </FullScreen>
  );
}

async function readRefusals(udid: string, cells: readonly SavedCell[]): Promise<Refusals> {
  const query = { page: 1, size: MAX_ERRORS, filters: [], sort: [{ column: 'id', descending: false }] };
  const { data } = await call(importer.errors, { params: { udid }, query });
  return new Map(
    data.flatMap(({ sheet, row, reason }) =>
      cells
        .filter((cell) => cell.sheet === sheet && cell.line === row)
        .map((cell) => [refusalKey(cell), reason] as const),
    ),
  );
}
