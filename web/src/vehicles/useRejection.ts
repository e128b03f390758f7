import { suggestions } from '@piezario/contract/suggestions';
import { useUndoable } from '../api/hooks.ts';

/** Returns a function that rejects suggestions and offers to undo it. */
export function useRejection(part_id: number) {
  const reject = useUndoable(suggestions.reject, suggestions.restore);
  return (chosen: readonly number[]) =>
    reject({ body: { part_id, vehicle_ids: [...chosen] } }, ({ vehicle_ids }) => ({ body: { part_id, vehicle_ids } }));
}
