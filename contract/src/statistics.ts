import { z } from 'zod';
import { get } from './endpoint.ts';
import { LANDING } from './landing.ts';

export const statistics = {
  home: get({
    ...LANDING.statistics,
    summary: 'Los contadores de la portada',
    result: z.object({
      application: z.int(),
      brands: z.int(),
      manufacturers: z.int(),
      parts: z.int(),
    }),
  }),
};
