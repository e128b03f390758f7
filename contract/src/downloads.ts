import { z } from 'zod';
import { get, post } from './endpoint.ts';

/**
 * Ticket of a download. A browser that streams a file to disk cannot send a token in a header. The ticket is a link
 * that is valid once, for a minute, and while the session lasts.
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
        // Limit of an address: filters may have many values.
        .max(12_000)
        .regex(/^\/api\/backend\/[^\s\\]*$/, 'No es un archivo de esta API'),
    }),
    result: z.object({ id: z.uuid(), url: z.string() }),
  }),
  progress: get({
    path: '/api/backend/downloads/:id',
    isPersonal: true,
    access: 'user',
    summary: 'Cómo va una descarga que se pidió con un enlace',
    params: z.object({ id: z.uuid() }),
    result: z.object({
      state: DownloadState,
      /** Parts written and total of parts; null when the file does not count them. */
      done: z.int(),
      total: z.int().nullable(),
      /** Reason of a refusal; null otherwise. */
      reason: z.string().nullable(),
    }),
  }),
};
