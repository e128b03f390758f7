import type { vehicles as contract } from '@piezario/contract/vehicles';
import type { Handlers } from '../http/implement.ts';

export const vehicles: Handlers<typeof contract> = {
  headers: ({ db }) => db.selectFrom('vehicle_headers').select(['id', 'name', 'key', 'unit']).orderBy('id').execute(),
};
