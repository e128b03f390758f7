import { z } from 'zod';
import { get } from './endpoint.ts';

/** A technical column of the vehicle base: cilindrada, válvulas, caja, … */
export const VehicleHeader = z.object({
  id: z.int(),
  name: z.string(),
  key: z.string(),
  unit: z.string().nullable(),
});

export const vehicles = {
  headers: get({
    path: '/api/backend/catalog/vehicles/headers/json/',
    access: 'user',
    summary: 'Los componentes de los vehículos',
    result: z.array(VehicleHeader),
  }),
};
