import { useDisclosure } from '@mantine/hooks';
import { admits } from '@piezario/contract/access';
import type { Envelope, Result } from '@piezario/contract/endpoint';
import { vehicles } from '@piezario/contract/vehicles';
import { useState } from 'react';
import { useRefreshLater, useRewrite } from '../api/hooks.ts';
import { sendOrUndo } from '../api/optimistic.ts';
import { useRole } from '../auth/session.tsx';
import { notifySuccess } from '../ui/notify.ts';
import type { Vehicle } from './columns.tsx';

type Answer = Envelope<Result<typeof vehicles.storeImage>> | null;
export type ModelImage = ReturnType<typeof useModelImage>;

/** Changes the image of a model in all the rows that show it. The rows keep their places. */
export function useModelImage(partId: number) {
  const rewriteList = useRewrite(vehicles.list);
  const touch = useRefreshLater(vehicles.storeImage);
  // Not cleared when the dialog closes: it shows the vehicle until it has faded out.
  const [edited, setEdited] = useState<Vehicle | null>(null);
  const [opened, { open, close }] = useDisclosure();
  const [busy, setBusy] = useState(false);

  const show = ({ brand, model }: Vehicle, imageUrl: string | null) =>
    rewriteList({ partId }, (list) => {
      const isOfModel = (one: Vehicle) => one.brand === brand && one.model === model;
      const data = list.vehicles.data.map((one) => (isOfModel(one) ? { ...one, imageUrl } : one));
      return { ...list, vehicles: { ...list.vehicles, data } };
    });
  const change = async (vehicle: Vehicle, sending: Promise<Answer>) => {
    setBusy(true);
    const answer = await sending;
    setBusy(false);
    if (!answer) return;
    touch();
    show(vehicle, answer.result.imageUrl);
    close();
    notifySuccess(answer.message);
  };
  const edit = (vehicle: Vehicle) => {
    setEdited(vehicle);
    open();
  };
  return {
    edited,
    opened,
    close,
    busy,
    /** Null for roles that may not edit images. */
    edit: admits(vehicles.storeImage.access, useRole()) ? edit : null,
    store: (vehicle: Vehicle, attachment: File) =>
      change(vehicle, sendOrUndo(vehicles.storeImage, { body: { vehicle_id: vehicle.id, attachment } })),
    remove: (vehicle: Vehicle) =>
      change(vehicle, sendOrUndo(vehicles.removeImage, { body: { vehicle_id: vehicle.id } })),
  };
}
