import type { Endpoint, Result, Sent } from '@piezario/contract/endpoint';
import { history } from '@piezario/contract/history';
import type { z } from 'zod';
import { useUndoable } from '../api/hooks.ts';

type Save = Endpoint & { readonly result: z.ZodType<{ operation_id: number | null }> };

/** Changes a part in one save, which the notice offers to undo by its operation. */
export function usePartSave<S extends Save>(endpoint: S, part_id: number) {
  const save = useUndoable(endpoint, history.restore);
  return (sent: Sent<S>, onDone?: (result: Result<S>) => void, onUndone?: () => void) =>
    save(
      sent,
      ({ operation_id }) => (operation_id === null ? null : { body: { part_id, operation_id } }),
      onDone,
      onUndone,
    );
}
