import { z } from 'zod';
import { SCREENS } from './access.ts';
import { countedInWords } from './added.ts';
import { get, post } from './endpoint.ts';
import { Id, Moment } from './fields.ts';
import { listed, paged } from './list.ts';

export const MAX_RESTORED = 500;

export const RemovedPart = z.object({
  id: z.int(),
  brand: z.string(),
  product: z.string(),
  code: z.string(),
  removed_at: Moment,
  /** Person who removed it; null for the system. */
  removed_by: z.string().nullable(),
  /** Operation that removed it, possibly with other parts. */
  operation_id: z.int(),
});
export type RemovedPart = z.output<typeof RemovedPart>;

const Restored = z.object({
  restored: z.array(z.int()),
  refused: z.array(z.object({ id: z.int(), code: z.string(), reason: z.string() })),
});

export const trash = {
  list: get({
    path: '/api/backend/user-catalog/trash/',
    access: SCREENS.trash,
    summary: 'Las piezas eliminadas en los últimos 30 días, por páginas',
    reads: ['parts', 'brands', 'products'],
    ...listed(
      {
        id: 'number',
        brand: 'text',
        product: 'text',
        code: 'code',
        removed_at: 'date',
        removed_by: 'text',
        operation_id: 'number',
      },
      '-removed_at',
    ),
    result: paged(RemovedPart),
  }),
  restore: post({
    path: '/api/backend/user-catalog/trash/restore',
    access: SCREENS.trash,
    summary: 'Recupera piezas eliminadas, con todo lo que tenían; dice cuáles no se pueden y por qué',
    changes: ['parts', 'attributes', 'crosses', 'pictures', 'applications', 'vehicles'],
    body: z.object({ ids: z.array(Id).min(1).max(MAX_RESTORED) }),
    result: Restored,
    message: ({ restored: { length }, refused }: z.output<typeof Restored>) => {
      const done = countedInWords(length, ['Se recuperó', 'Se recuperaron'], ['pieza', 'piezas']);
      if (refused.length === 0) return done;
      return refused.length === 1
        ? `${done}; 1 no se pudo recuperar`
        : `${done}; ${refused.length} no se pudieron recuperar`;
    },
  }),
};
