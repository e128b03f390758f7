import { type Change, type HistoryEntry, history } from '@piezario/contract/history';
import { useWrite } from '../api/hooks.ts';
import { formatMoment } from '../ui/format.ts';
import { notifySuccess } from '../ui/notify.ts';
import { restoreWords } from './words.ts';

export type Restore = ReturnType<typeof useRestore>;

/** Reverts what a save did to a part: everything, one row or one field. */
export function useRestore(part_id: number) {
  const write = useWrite(history.restore);
  return {
    save: ({ id, at }: HistoryEntry) =>
      void write({ body: { part_id, operation_id: id } }, () =>
        notifySuccess(`Se volvió atrás el guardado del ${formatMoment(at)}`),
      ),
    change: ({ id }: HistoryEntry, change: Change, field?: string) =>
      void write({ body: { part_id, operation_id: id, change_id: change.id, field } }, () =>
        notifySuccess(restoreWords(change, field).done),
      ),
  };
}
