import type { Added } from '@piezario/contract/added';
import type { Endpoint, Sent } from '@piezario/contract/endpoint';
import { history } from '@piezario/contract/history';
import type { z } from 'zod';
import { useAction, useWrite } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { notifySuccess, offerUndo } from '../ui/notify.ts';
import type { Words } from '../ui/words.ts';

/** Adds rows to a part in one save, says how many they were and offers to undo it. A refusal is shown. */
export function useAddMany<S extends Endpoint & { readonly result: typeof Added }>(
  store: S,
  part_id: number,
  { one, many }: Words,
) {
  const write = useWrite(store);
  const restoring = useAction(history.restore);
  return (rows: readonly unknown[], onAdded: () => void) =>
    write({ body: { part_id, rows } } as unknown as Sent<S>, (result) => {
      onAdded();
      const { added, operation_id } = result as z.output<typeof Added>;
      const done = added === 1 ? `Se agregó 1 ${one}` : `Se agregaron ${formatNumber(added)} ${many}`;
      if (operation_id === null) notifySuccess(done);
      else offerUndo(done, () => restoring.mutate({ body: { part_id, operation_id } }));
    });
}
