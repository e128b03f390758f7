import { useCallbackRef } from '@mantine/hooks';
import { parts } from '@piezario/contract/parts';
import { vehicles } from '@piezario/contract/vehicles';
import { useRef, useState } from 'react';
import { ApiError, call } from '../api/client.ts';
import { useRefreshLater, useRewrite } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { notifyError } from '../ui/notify.ts';
import { nameOf, type Vehicle } from './columns.tsx';

const opposite = (linked: 0 | 1) => (linked ? 0 : 1);

/**
 * Links and unlinks vehicles at once on the screen, and then on the server; what the server refuses is undone. Rows stay
 * where they are until the list is asked for anew.
 */
export function useLinks(partId: number) {
  const rewriteList = useRewrite(vehicles.list);
  const rewritePart = useRewrite(parts.show);
  const onTheirWay = useRef(new Map<number, number>());
  const [said, say] = useState('');
  const touched = useRefreshLater(vehicles.toggle);

  const show = (id: number, vehicle_linked: 0 | 1) =>
    rewriteList({ partId }, (answer) => {
      const data = answer.vehicles.data.map((one) => (one.id === id ? { ...one, vehicle_linked } : one));
      return { ...answer, vehicles: { ...answer.vehicles, data } };
    });
  /** How many are linked after the change, which what is on the screen may not tell yet. */
  const count = (change: (before: number) => number) => {
    let after = 0;
    rewritePart({ partId }, (part) => {
      after = change(part.vehicles_count);
      return { ...part, vehicles_count: after };
    });
    return after;
  };
  /** How many calls about the vehicle, and about any, there still are. */
  const track = (id: number, change: 1 | -1) => {
    const own = (onTheirWay.current.get(id) ?? 0) + change;
    if (own > 0) onTheirWay.current.set(id, own);
    else onTheirWay.current.delete(id);
    return { own, all: onTheirWay.current.size };
  };

  const toggle = useCallbackRef(async (vehicle: Vehicle) => {
    const { id } = vehicle;
    const wanted = opposite(vehicle.vehicle_linked);
    touched.current = true;
    show(id, wanted);
    const linked = count((before) => before + (wanted ? 1 : -1));
    say(`${nameOf(vehicle)}: ${wanted ? 'vinculado' : 'desvinculado'}. ${inWords(linked)}.`);
    track(id, 1);
    try {
      const done = await call(vehicles.toggle, { body: { part_id: partId, vehicle_id: id } });
      // The last answer is the one that counts: those before it speak of what has changed since.
      const left = track(id, -1);
      if (left.own === 0) show(id, done.vehicle_linked);
      if (left.all === 0) count(() => done.vehicles_count);
    } catch (error) {
      track(id, -1);
      show(id, vehicle.vehicle_linked);
      count((before) => before - (wanted ? 1 : -1));
      const { message } = ApiError.of(error);
      notifyError(`No se pudo ${wanted ? 'vincular' : 'desvincular'} ${nameOf(vehicle)}. ${message}`);
      say('');
    }
  });
  return { toggle, said };
}

const inWords = (linked: number) =>
  linked === 1 ? '1 vehículo vinculado' : `${formatNumber(linked)} vehículos vinculados`;
