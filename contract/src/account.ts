import { z } from 'zod';
import { NewPassword, Password } from './auth.ts';
import { get, post } from './endpoint.ts';
import { Id, line, Moment, Nothing, requiredLine } from './fields.ts';

/** Own account of a person, who may change the name and the phone. Administrators change the rest. */
const Account = z.object({ name: z.string(), phone: z.string(), email: z.string(), roleName: z.string() });

const Session = z.object({
  id: z.uuid(),
  /** User-Agent that opened the session. */
  device: z.string(),
  address: z.string(),
  created_at: Moment,
  used_at: Moment,
  /** Session of this call? */
  current: z.boolean(),
});
export type Session = z.output<typeof Session>;

/** A default brand is pinned too, and is the only default. */
export const PINS = ['none', 'pinned', 'default'] as const;
export type Pin = (typeof PINS)[number];

export const account = {
  show: get({
    path: '/api/backend/account/show',
    isPersonal: true,
    access: 'user',
    summary: 'La cuenta de la persona de la sesión',
    reads: ['people'],
    result: Account,
  }),
  store: post({
    path: '/api/backend/account/store',
    access: 'user',
    summary: 'Guarda el nombre y el teléfono de la persona de la sesión',
    changes: ['people'],
    body: z.object({ name: requiredLine(100), phone: line(50) }),
    result: Account,
    message: 'Datos guardados',
  }),
  password: post({
    path: '/api/backend/account/password',
    access: 'user',
    summary: 'Cambia la clave propia y cierra las demás sesiones; contesta el access_token de la que sigue',
    changes: ['people', 'sessions'],
    beforeNewPassword: true,
    // The passwords are hashed, and a failed attempt is stored, before the transaction.
    transaction: false,
    body: z.object({ current: Password.min(1), password: NewPassword }),
    result: z.object({ access_token: z.string() }),
    message: 'Clave cambiada. Las demás sesiones se cerraron.',
  }),
  pinBrand: post({
    path: '/api/backend/account/pin-brand',
    access: 'user',
    summary: 'Fija una marca entre las primeras de la persona, la hace su predeterminada o la suelta',
    changes: ['people'],
    body: z.object({ part_brand_id: Id, pin: z.enum(PINS) }),
    result: Nothing,
  }),
  sessions: get({
    path: '/api/backend/account/sessions',
    isPersonal: true,
    access: 'user',
    summary: 'Las sesiones abiertas de la persona, la última usada primero',
    reads: ['sessions'],
    result: z.array(Session),
  }),
  closeSession: post({
    path: '/api/backend/account/close-session',
    access: 'user',
    summary: 'Cierra una sesión propia',
    changes: ['sessions'],
    body: z.object({ id: z.uuid('El identificador no es válido') }),
    result: Nothing,
    message: 'Sesión cerrada',
  }),
};
