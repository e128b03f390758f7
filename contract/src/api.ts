import { auth } from './auth.ts';
import type { Api } from './endpoint.ts';
import { settings } from './settings.ts';
import { statistics } from './statistics.ts';

/** Every call of the product. */
export const api = { auth, settings, statistics } satisfies Api;
