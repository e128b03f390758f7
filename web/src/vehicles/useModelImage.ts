import { useCallbackRef, useDisclosure } from '@mantine/hooks';
import { admits } from '@piezario/contract/access';
import type { Envelope, Result } from '@piezario/contract/endpoint';
import { vehicles } from '@piezario/contract/vehicles';
import { useState } from 'react';
import { ApiError, send } from '../api/client.ts';
import { useRefreshLater, useRewrite } from '../api/hooks.ts';
import { useRole } from '../auth/session.tsx';
import { notifyError, notifySuccess } from '../ui/notify.ts';
import type { Vehicle } from './columns.tsx';

type Answered = Envelope<Result<typeof vehicles.storeImage>>;
export type ModelImage = ReturnType<typeof useModelImage>;

/** Changes the image of a model in all the rows that show it. They stay where they are. */
export function useModelImage(partId: number) {
  const rewriteList = useRewrite(vehicles.list);
  const touched = useRefreshLater(vehicles.storeImage);
  // Stays while the dialog goes away.
  const [edited, setEdited] = useState<Vehicle | null>(null);
  const [opened, { open, close }] = useDisclosure();
  const [busy, setBusy] = useState(false);

  const show = ({ brand, model }: Vehicle, imageUrl: string | null) =>
    rewriteList({ partId }, (answer) => {
      const isOfModel = (one: Vehicle) => one.brand === brand && one.model === model;
      const data = answer.vehicles.data.map((one) => (isOfModel(one) ? { ...one, imageUrl } : one));
      return { ...answer, vehicles: { ...answer.vehicles, data } };
    });
  const change = async (vehicle: Vehicle, answer: Promise<Answered>) => {
    setBusy(true);
    try {
      const { message, result } = await answer;
      touched.current = true;
      show(vehicle, result.imageUrl);
      close();
      notifySuccess(message);
    } catch (error) {
      const { code, message } = ApiError.of(error);
      if (code !== 401) notifyError(message);
    }
    setBusy(false);
  };
  const edit = useCallbackRef((vehicle: Vehicle) => {
    setEdited(vehicle);
    open();
  });
  return {
    edited,
    opened,
    close,
    busy,
    /** Null for those who may not. */
    edit: admits(vehicles.storeImage.access, useRole()) ? edit : null,
    store: (vehicle: Vehicle, attachment: File) =>
      change(vehicle, send(vehicles.storeImage, { body: { vehicle_id: vehicle.id, attachment } })),
    remove: (vehicle: Vehicle) => change(vehicle, send(vehicles.removeImage, { body: { vehicle_id: vehicle.id } })),
  };
}
