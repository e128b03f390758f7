import { z } from 'zod';
import { get } from './endpoint.ts';
import { line } from './fields.ts';

export const mercadolibre = {
  categories: get({
    path: '/api/backend/catalog/mercadolibre-categories/json/',
    access: 'admin',
    summary: 'Las categorías hoja de Mercado Libre cuyo nombre o id contiene lo buscado, hasta 50',
    query: z.object({ search: line(100) }),
    result: z.array(z.object({ id: z.string(), path: z.string() })),
  }),
};
