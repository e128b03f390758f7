import { history } from '@piezario/contract/history';
import { parts } from '@piezario/contract/parts';
import { nameOf, vehicles } from '@piezario/contract/vehicles';
import { useRef, useState } from 'react';
import { useAction, useRefreshLater, useRewrite } from '../api/hooks.ts';
import { sendOrUndo } from '../api/optimistic.ts';
import { notifySuccess, offerUndo } from '../ui/notify.ts';
import { counted } from '../ui/words.ts';
import type { Vehicle } from './columns.tsx';

/** Links and unlinks vehicles. Rows stay where they are until the list is read again. The last change can be undone. */
export function useLinks(partId: number) {
  const rewriteList = useRewrite(vehicles.list);
  const rewritePart = useRewrite(parts.show);
  /** How many calls of each vehicle are unanswered. */
  const unanswered = useRef(new Map<number, number>());
  const withdrawOffer = useRef(() => {});
  const [announced, announce] = useState('');
  const touch = useRefreshLater(vehicles.toggle);
  const { mutate: restore } = useAction(history.restore);

  const show = (id: number, now: Link) =>
    rewriteList({ partId }, (answer) => {
      const data = answer.vehicles.data.map((one) => (one.id === id ? { ...one, ...now } : one));
      return { ...answer, vehicles: { ...answer.vehicles, data } };
    });
  /** Returns how many are linked after the change, which the screen may not show yet. */
  const setCount = (change: (before: number) => number) => {
    let after = 0;
    rewritePart({ partId }, (part) => {
      after = change(part.vehicles_count);
      return { ...part, vehicles_count: after };
    });
    return after;
  };
  const track = (id: number, change: 1 | -1) => {
    const left = (unanswered.current.get(id) ?? 0) + change;
    if (left > 0) unanswered.current.set(id, left);
    else unanswered.current.delete(id);
  };

  const toggle = async (vehicle: Vehicle) => {
    const { id, vehicle_linked, applications } = vehicle;
    const [wanted, step, verb] = vehicle_linked ? ([0, -1, 'desvincular'] as const) : ([1, 1, 'vincular'] as const);
    touch();
    withdrawOffer.current();
    show(id, { vehicle_linked: wanted, applications: [] });
    const count = setCount((before) => before + step);
    // The notice names the vehicle.
    announce(describe(count));
    track(id, 1);
    const answer = await sendOrUndo(
      vehicles.toggle,
      { body: { part_id: partId, vehicle_id: id } },
      {
        undo: () => {
          show(id, { vehicle_linked, applications });
          setCount((before) => before - step);
          announce('');
        },
        explain: (message) => `No se pudo ${verb} ${nameOf(vehicle)}. ${message}`,
      },
    );
    track(id, -1);
    // The step may be closed by now: the offer outlives it.
    touch();
    if (!answer) return;
    if (unanswered.current.size === 0) setCount(() => answer.result.vehicles_count);
    // Only the last answer counts: earlier ones are already out of date.
    if (unanswered.current.has(id)) return;
    const { result, message } = answer;
    const { operation_id } = result;
    show(id, { vehicle_linked: result.vehicle_linked, applications: result.applications });
    if (operation_id === null) return notifySuccess(message);
    // Restores the applications to the vehicle too.
    const onSuccess = () => {
      show(id, { vehicle_linked, applications });
      announce(describe(setCount((before) => before - step)));
    };
    withdrawOffer.current = offerUndo(message, () =>
      restore({ body: { part_id: partId, operation_id } }, { onSuccess }),
    );
  };
  return { toggle, announced };
}

type Link = Pick<Vehicle, 'vehicle_linked' | 'applications'>;

const describe = (linked: number) => counted(linked, 'vehículo vinculado', 'vehículos vinculados');
