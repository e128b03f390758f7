import { suggestions } from '@piezario/contract/suggestions';
import { useAction, useWrite } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { offerUndo } from '../ui/notify.ts';

/** Rejects suggestions for good, unless that is undone. */
export function useRejection(part_id: number) {
  const write = useWrite(suggestions.reject);
  const { mutate: restore } = useAction(suggestions.restore);
  return (chosen: readonly number[]) =>
    write({ body: { part_id, vehicle_ids: [...chosen] } }, ({ vehicle_ids }) => {
      const { length } = vehicle_ids;
      const done =
        length === 1 ? 'No se sugiere más 1 vehículo' : `No se sugieren más ${formatNumber(length)} vehículos`;
      offerUndo(done, () => restore({ body: { part_id, vehicle_ids } }));
    });
}
