import { useDisclosure } from '@mantine/hooks';
import type { Application } from '@piezario/contract/applications';
import { vehicles } from '@piezario/contract/vehicles';
import { useState } from 'react';
import { useRewrite } from '../api/hooks.ts';
import type { Vehicle } from './columns.tsx';

export type Applications = ReturnType<typeof useApplications>;

/** The applications of the part to one vehicle, which a dialog changes. Rows of the list stay where they are. */
export function useApplications(partId: number) {
  const rewriteList = useRewrite(vehicles.list);
  // Not cleared when the dialog closes: it shows the vehicle until it has faded out.
  const [vehicle, setVehicle] = useState<Vehicle | null>(null);
  const [opened, { open, close }] = useDisclosure();
  const show = (id: number, change: (applications: readonly Application[]) => readonly Application[]) => {
    const changed = (one: Vehicle): Vehicle => {
      if (one.id !== id) return one;
      const applications = change(one.applications).toSorted(byPositions);
      return { ...one, applications, vehicle_linked: applications.length > 0 ? 1 : 0 };
    };
    rewriteList({ partId }, (list) => ({
      ...list,
      vehicles: { ...list.vehicles, data: list.vehicles.data.map(changed) },
    }));
    setVehicle((shown) => shown && changed(shown));
  };
  return {
    partId,
    vehicle,
    opened,
    close,
    edit: (one: Vehicle) => {
      setVehicle(one);
      open();
    },
    /** Shows an application as it is now. */
    put: (id: number, application: Application) =>
      show(id, (before) => [...before.filter((one) => one.id !== application.id), application]),
    drop: (id: number, application: number) => show(id, (before) => before.filter((one) => one.id !== application)),
  };
}

/** As the server orders them. */
const byPositions = (a: Application, b: Application) => {
  const [first, second] = [a.positions.join(', '), b.positions.join(', ')];
  return first < second ? -1 : first > second ? 1 : 0;
};
