import { z } from 'zod';
import { get } from './endpoint.ts';
import { LANDING } from './landing.ts';

export const settings = {
  show: get({
    ...LANDING.settings,
    summary: 'Lo que la portada necesita saber de esta instalación',
    result: z.object({
      demo: z.boolean(),
      support_url: z.string().nullable(),
      catalog_url: z.string().nullable(),
      reports_url: z.string().nullable(),
    }),
  }),
};
