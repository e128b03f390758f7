import { type Part, parts } from '@piezario/contract/parts';
import { trash } from '@piezario/contract/trash';
import { useRemoval } from '../ui/useRemoval.ts';
import { partName } from './noun.ts';

/** Removes a part with all that it has, and offers to bring it back. */
export function usePartRemoval(onRemoved?: () => void) {
  const remove = useRemoval(parts.remove, trash.restore, onRemoved);
  return (part: Part) => remove(partName(part), { body: { id: part.id } }, { body: { ids: [part.id] } });
}
