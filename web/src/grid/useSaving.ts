import { grid } from '@piezario/contract/grid';
import type { ImportFile } from '@piezario/contract/importer';
import { useState } from 'react';
import { useAction } from '../api/hooks.ts';
import { startOf } from '../ui/grid/edits.ts';
import { notifyError, notifySuccess, offerUndo } from '../ui/notify.ts';
import { counted } from '../ui/words.ts';
import { openUndo } from '../undos/UndoQuestion.tsx';
import { changesOf, type SavedCell } from './rows.ts';
import { type Refusals, refusalKey } from './SaveDialog.tsx';
import type { useListed } from './useListed.ts';
import type { Place, Sheet } from './useSheet.ts';

/** Review of a save that is open. */
type Saving = { readonly title: string; readonly udid: string; readonly cells: readonly SavedCell[] };

/** Sends the changed cells to be reviewed, and removes those that were applied from the unsaved changes. */
export function useSaving(
  { brand, product }: Place,
  sheet: Sheet,
  { problems, only, show }: ReturnType<typeof useListed>,
) {
  const { read, rows, all, changes, history, setHistory, isListed, setRefusals } = sheet;
  const [saving, setSaving] = useState<Saving | null>(null);
  const store = useAction(grid.store, undefined, ({ code }) => {
    // Others have changed cells since they were read. They are read again, and shown as conflicts.
    if (code === 409) void read.refetch();
    return false;
  });
  const save = async () => {
    if (changes === 0) return true;
    if (problems.some(({ is }) => is !== 'misfit')) {
      show('problems');
      notifyError('Hay celdas que no se pueden guardar así: corregilas primero');
      return false;
    }
    const { parts, cells } = changesOf(rows, all);
    const body = { part_brand_id: brand, part_product_id: product, parts };
    const file = await store.mutateAsync({ body }).catch(() => null);
    const title = `Guardar ${counted(changes, 'cambio')} en ${counted(parts.length, 'pieza')}`;
    if (file) setSaving({ title, udid: file.udid, cells });
    return false;
  };
  const close = async (applied: { readonly file: ImportFile; readonly refusals: Refusals } | null) => {
    setSaving(null);
    if (!applied) return;
    const { file, refusals } = applied;
    await read.refetch();
    // Refused cells stay as unsaved changes, with their reasons, and so do those that were not sent.
    const kept = [...history.edits].flatMap(([row, cells]) => {
      const isKept = (column: string) => !isListed(row) || refusals.has(refusalKey({ row, column }));
      const left = Object.entries(cells).filter(([column]) => isKept(column));
      return left.length > 0 ? [[row, Object.fromEntries(left)] as const] : [];
    });
    setRefusals(refusals);
    setHistory(startOf(new Map(kept)));
    if (only !== 'all') show('all');
    const { operation_id } = file;
    if (operation_id === null) return notifySuccess(file.status_message);
    offerUndo(file.status_message, () => openUndo(operation_id, '¿Deshacer lo que guardaste en la planilla?'));
  };
  return { saving, save, close, isPending: store.isPending };
}
