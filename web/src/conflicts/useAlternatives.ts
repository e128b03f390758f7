import { type Conflict, conflicts } from '@piezario/contract/conflicts';
import { useAction, useUndoable } from '../api/hooks.ts';

const bodyOf = ({ part, other }: Conflict) => ({ body: { part_id: part.id, other_id: other.id } });

/** Calls that declare two parts alternatives, with an undo in the notice, and that revoke this. */
export function useAlternatives() {
  const write = useUndoable(conflicts.silence, conflicts.restore);
  const { mutate } = useAction(conflicts.restore);
  return {
    restore: (pair: Conflict) => mutate(bodyOf(pair)),
    silence: (pair: Conflict) => write(bodyOf(pair), () => bodyOf(pair)),
  };
}
