import { api } from '@piezario/contract/api';
import { useCall } from '../api/hooks.ts';

/** Versions of a family that a dialog offers. */
const MAX_OFFERED = 200;

/** The vehicles of a family, to choose one; undefined while they load. */
export const useFamily = ({ brand, model_master }: { readonly brand: string; readonly model_master: string }) =>
  useCall(api.vehicleBase.paginated, {
    query: {
      ...{ page: 1, size: MAX_OFFERED, sort: [{ column: 'model', descending: false }] },
      filters: [
        { column: 'brand', mode: 'matches', value: brand },
        { column: 'model_master', mode: 'matches', value: model_master },
      ],
    },
  }).data?.data;
