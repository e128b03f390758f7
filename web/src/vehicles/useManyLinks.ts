import { history } from '@piezario/contract/history';
import type { Filter } from '@piezario/contract/list';
import { suggestions } from '@piezario/contract/suggestions';
import { vehicles } from '@piezario/contract/vehicles';
import { useState } from 'react';
import { useAction, useWrite } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { notifySuccess, offerUndo } from '../ui/notify.ts';

export type ManyLinks = ReturnType<typeof useManyLinks>;

/** Links and unlinks many vehicles in one save, which can be undone. The list is read again. */
export function useManyLinks(part_id: number, readAgain: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const writeLinks = useWrite(vehicles.linkMany);
  const writeCopy = useWrite(vehicles.copy);
  const writeAccepted = useWrite(suggestions.accept);
  const restoring = useAction(history.restore, () => void readAgain());
  const tell = (done: string, operation_id: number | null) => {
    void readAgain();
    if (operation_id === null) notifySuccess(done);
    else offerUndo(done, () => restoring.mutate({ body: { part_id, operation_id } }));
  };
  const whileBusy = async (writing: Promise<void>) => {
    setBusy(true);
    await writing;
    setBusy(false);
  };
  return {
    busy,
    link: (filters: readonly Filter[], linked: boolean) =>
      whileBusy(
        writeLinks(
          { body: { part_id, linked, query: vehicles.linkMany.body.shape.query.encode(filters) } },
          ({ changed, operation_id }) => tell(linkedInWords(changed, linked), operation_id),
        ),
      ),
    /** `onDone` when it was not refused. */
    copy: (from_part_id: number, onDone: () => void) =>
      whileBusy(
        writeCopy({ body: { part_id, from_part_id } }, ({ added, operation_id }) => {
          onDone();
          tell(copiedInWords(added), operation_id);
        }),
      ),
    accept: (vehicle_ids: readonly number[]) =>
      whileBusy(
        writeAccepted({ body: { part_id, vehicle_ids: [...vehicle_ids] } }, ({ added, operation_id }) =>
          tell(linkedInWords(added, true), operation_id),
        ),
      ),
  };
}

function linkedInWords(changed: number, linked: boolean): string {
  if (changed === 0) return linked ? 'Ya estaban todos vinculados' : 'Ninguno estaba vinculado';
  if (changed === 1) return linked ? 'Se vinculó 1 vehículo' : 'Se desvinculó 1 vehículo';
  return `${linked ? 'Se vincularon' : 'Se desvincularon'} ${formatNumber(changed)} vehículos`;
}

function copiedInWords(added: number): string {
  if (added === 0) return 'Ya tenía todas las aplicaciones de esa pieza';
  return added === 1 ? 'Se copió 1 aplicación' : `Se copiaron ${formatNumber(added)} aplicaciones`;
}
