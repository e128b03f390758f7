import { z } from 'zod';
import { get, post } from './endpoint.ts';

/**
 * A browser that saves a file as it arrives cannot send a token in a header. It gets a ticket instead: a link that
 * is valid for one download, for a minute, and only while the session lasts that asked for it.
 */
export const TICKET_QUERY = 'ticket';

export const DownloadState = z.enum(['waiting', 'running', 'done', 'failed']);
export type DownloadState = z.output<typeof DownloadState>;

export const downloads = {
  ticket: post({
    path: '/api/backend/downloads/ticket',
    access: 'user',
    summary: 'Un enlace de un solo uso, que vence en un minuto, para bajar un archivo de esta API',
    body: z.object({
      path: z
        .string()
        // As long as an address may be: a filter has many values.
        .max(12_000)
        .regex(/^\/api\/backend\/[^\s\\]*$/, 'No es un archivo de esta API'),
    }),
    result: z.object({ id: z.uuid(), url: z.string() }),
  }),
  progress: get({
    path: '/api/backend/downloads/:id',
    access: 'user',
    summary: 'Cómo va una descarga que se pidió con un enlace',
    params: z.object({ id: z.uuid() }),
    result: z.object({
      state: DownloadState,
      /** Parts written and parts in all, when the file knows. */
      done: z.int(),
      total: z.int().nullable(),
      /** Why it was refused, if it was. */
      reason: z.string().nullable(),
    }),
  }),
};
