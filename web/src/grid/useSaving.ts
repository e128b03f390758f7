import { grid } from '@piezario/contract/grid';
import type { ImportFile } from '@piezario/contract/importer';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAction } from '../api/hooks.ts';
import { type Edits, startOf } from '../ui/grid/edits.ts';
import { notifyError, notifySuccess, offerUndo } from '../ui/notify.ts';
import { counted } from '../ui/words.ts';
import { openUndo } from '../undos/UndoQuestion.tsx';
import { changesOf, type Refusals, reconcile, refusalsOf, type SavedCell } from './saved.ts';
import type { useListed } from './useListed.ts';
import type { Place, Sheet } from './useSheet.ts';

/** Review of a save that is open, and the changes that were sent. */
type Saving = {
  readonly title: string;
  readonly udid: string;
  readonly cells: readonly SavedCell[];
  readonly sent: Edits;
};

/** Sends the changed cells to be reviewed, and removes those that were applied from the unsaved changes. */
export function useSaving({ brand, product }: Place, sheet: Sheet, list: ReturnType<typeof useListed>) {
  const { read, rows, all, history, setHistory, setRefusals } = sheet;
  const [saving, setSaving] = useState<Saving | null>(null);
  const cells = useRef<readonly SavedCell[]>([]);
  const store = useAction(grid.store, undefined, ({ code, errors }) => {
    setRefusals(refusalsOf(errors, cells.current));
    // Parts were changed or removed since they were read. They are read again, and show what differs.
    if (code === 409 || code === 404) void read.refetch();
    return false;
  });
  const send = async () => {
    if (saving || store.isPending) return;
    if (list.blocking > 0) {
      list.show('problems');
      return notifyError('Hay celdas que no se pueden guardar así: corregilas primero');
    }
    const changes = changesOf(rows, all);
    const { parts } = changes;
    if (parts.length === 0) return notifySuccess('No hay cambios para guardar');
    cells.current = changes.cells;
    const body = { part_brand_id: brand, part_product_id: product, parts };
    const file = await store.mutateAsync({ body }).catch(() => null);
    const title = `Guardar ${counted(sheet.changes, 'cambio')} en ${counted(parts.length, 'pieza')}`;
    if (file) setSaving({ title, udid: file.udid, cells: changes.cells, sent: history.edits });
  };
  const latest = useRef(send);
  useLayoutEffect(() => {
    latest.current = send;
  });
  const save = async () => {
    // An open editor or field stores its text when it loses the focus.
    flushSync(() => document.activeElement instanceof HTMLTextAreaElement && document.activeElement.blur());
    await latest.current();
    return false;
  };
  /** `file` is null when nothing was applied. */
  const close = async (file: ImportFile | null, refusals: Refusals) => {
    const { data: parts = [] } = file ? await read.refetch() : {};
    setSaving(null);
    if (!file || !saving) return;
    const { sent } = saving;
    setHistory((now) => startOf(reconcile(now.edits, sent, parts, all, refusals).edits));
    // Only cells that were sent have reasons.
    setRefusals(reconcile(sent, sent, parts, all, refusals).reasons);
    const { operation_id } = file;
    if (operation_id === null) return notifySuccess(file.status_message);
    offerUndo(file.status_message, () => openUndo(operation_id, '¿Deshacer lo que guardaste en la planilla?'));
  };
  return { saving, save, close, isPending: store.isPending };
}
