/**
 * Addresses of the calls of the first page, and its checks before signing in. Without schemas: with them, every visitor
 * would load zod before the sign-in form appears.
 */
export const LANDING = {
  login: { method: 'POST', path: '/api/backend/auth/login', access: 'public' },
  profile: {
    method: 'GET',
    path: '/api/backend/auth/profile',
    access: 'user',
    reads: ['people', 'grants', 'brands'],
  },
  logout: { method: 'GET', path: '/api/backend/auth/logout', access: 'user' },
  settings: { method: 'GET', path: '/api/backend/settings/show', access: 'public' },
  statistics: { method: 'GET', path: '/api/backend/statistics/home', access: 'public' },
} as const;

/** Shortest e-mail and password that the sign-in form accepts (§5). */
export const MIN_SIGN_IN = 4;
export const SIGN_IN_TOO_SHORT = 'Se requieren al menos 4 caracteres';
