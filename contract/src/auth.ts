import { z } from 'zod';
import { ROLES } from './access.ts';
import { get, post } from './endpoint.ts';
import { Email, line, Nothing, requiredLine, text } from './fields.ts';
import { LANDING, MIN_SIGN_IN, SIGN_IN_TOO_SHORT } from './landing.ts';

/** Limit in bytes of the bodies that guests may send: an e-mail, a password and a name. */
const GUEST_BODY = 8 * 1024;

export const SessionUser = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  displayName: z.string(),
  role: z.array(z.enum(ROLES)),
  roleName: z.string(),
  brands: z.array(z.object({ id: z.int(), name: z.string() })),
  data: z.object({ shortcuts: z.array(z.string()) }),
  photoURL: z.string().nullable(),
  /** Ids of pinned brands in the scope, by name. */
  pinnedBrands: z.array(z.int()),
  /** Pinned brand that the catalog opens with. */
  defaultBrand: z.int().nullable(),
  /** The password was set by another person. The screens ask for a new one first. */
  mustChangePassword: z.boolean(),
  /** Person who views the catalog as this one. */
  viewer: z.object({ id: z.int(), name: z.string() }).nullable(),
});
export type SessionUser = z.output<typeof SessionUser>;

/** Password in composed form (NFC), because keyboards send the same letters in different forms. */
export const Password = text(200).max(200);
/** New password. The sign-in form accepts shorter ones (§5). */
export const NewPassword = Password.min(8);

export const Registration = z.object({ email: Email, password: NewPassword, displayName: requiredLine(200) });

export const auth = {
  login: post({
    ...LANDING.login,
    summary: 'Abre una sesión',
    // A failed attempt is stored, and must stay stored when the call is refused.
    transaction: false,
    bodyLimit: GUEST_BODY,
    body: z.object({
      email: line(200).min(MIN_SIGN_IN, SIGN_IN_TOO_SHORT),
      password: Password.min(MIN_SIGN_IN, SIGN_IN_TOO_SHORT),
    }),
    result: z.object({ access_token: z.string(), user: SessionUser }),
  }),
  profile: get({
    ...LANDING.profile,
    summary: 'La persona de la sesión; con un access_token nuevo si el actual tiene más de una hora',
    beforeNewPassword: true,
    result: SessionUser.extend({ access_token: z.string().optional() }),
  }),
  logout: get({
    ...LANDING.logout,
    summary: 'Cierra la sesión',
    beforeNewPassword: true,
    result: Nothing,
    message: 'Sesión cerrada',
  }),
  register: post({
    path: '/api/auth/register',
    access: 'public',
    summary: 'Crea una cuenta sin permisos, si el registro está habilitado',
    bodyLimit: GUEST_BODY,
    // All fields are optional, so that a server without registration answers 403 and not 422.
    body: Registration.partial(),
    // The password is hashed, and then one row is written.
    transaction: false,
    // Empty, so that the answer does not reveal whether the e-mail had an account.
    result: Nothing,
    message: 'Listo. Si ese e-mail no tenía una cuenta, ya podés ingresar.',
  }),
  updateUser: post({
    path: '/api/auth/user/update',
    access: 'user',
    summary: 'Guarda los accesos directos de la persona de la sesión',
    changes: ['people'],
    body: z.object({ user: z.object({ data: z.object({ shortcuts: z.array(requiredLine(200)).max(50) }) }) }),
    result: SessionUser,
    message: 'User data saved with api',
  }),
};
