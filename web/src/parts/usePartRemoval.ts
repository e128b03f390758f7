import { type Part, parts } from '@piezario/contract/parts';
import { trash } from '@piezario/contract/trash';
import { useUndoable } from '../api/hooks.ts';

/** Removes a part with all that it has, and offers to bring it back. */
export function usePartRemoval(onRemoved?: () => void) {
  const remove = useUndoable(parts.remove, trash.restore);
  return ({ id }: Part) => void remove({ body: { id } }, () => ({ body: { ids: [id] } }), onRemoved);
}
