import type { Filter } from '@piezario/contract/list';
import { suggestions } from '@piezario/contract/suggestions';
import { type ApplicationChange, vehicles } from '@piezario/contract/vehicles';
import { useState } from 'react';
import { usePartSave } from '../history/usePartSave.ts';

export type ManyLinks = ReturnType<typeof useManyLinks>;

/** Links, unlinks and changes many vehicles in one save, which can be undone. The list is read again. */
export function useManyLinks(part_id: number, readAgain: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const read = () => void readAgain();
  const link = usePartSave(vehicles.linkMany, part_id);
  const change = usePartSave(vehicles.changeMany, part_id);
  const copy = usePartSave(vehicles.copy, part_id);
  const accept = usePartSave(suggestions.accept, part_id);
  const whileBusy = async (writing: Promise<void>) => {
    setBusy(true);
    await writing;
    setBusy(false);
  };
  return {
    busy,
    link: (filters: readonly Filter[], linked: boolean) =>
      whileBusy(
        link({ body: { part_id, linked, query: vehicles.linkMany.body.shape.query.encode(filters) } }, read, read),
      ),
    /** Calls `onDone` unless the server refuses the change. */
    change: (filters: readonly Filter[], set: ApplicationChange, onDone: () => void) =>
      whileBusy(
        change(
          { body: { part_id, set, query: vehicles.changeMany.body.shape.query.encode(filters) } },
          () => {
            onDone();
            read();
          },
          read,
        ),
      ),
    /** Calls `onDone` unless the server refuses the copy. */
    copy: (from_part_id: number, onDone: () => void) =>
      whileBusy(
        copy(
          { body: { part_id, from_part_id } },
          () => {
            onDone();
            read();
          },
          read,
        ),
      ),
    accept: (vehicle_ids: readonly number[]) =>
      whileBusy(accept({ body: { part_id, vehicle_ids: [...vehicle_ids] } }, read, read)),
  };
}
