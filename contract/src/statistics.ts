import { z } from 'zod';
import { get } from './endpoint.ts';

export const statistics = {
  home: get({
    path: '/api/backend/statistics/home',
    access: 'public',
    summary: 'Los contadores de la portada',
    result: z.object({
      application: z.int(),
      brands: z.int(),
      manufacturers: z.int(),
      parts: z.int(),
    }),
  }),
};
