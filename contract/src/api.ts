import { auth } from './auth.ts';
import { brands } from './brands.ts';
import { categories } from './categories.ts';
import { clients } from './clients.ts';
import type { Api } from './endpoint.ts';
import { mercadolibre } from './mercadolibre.ts';
import { products } from './products.ts';
import { settings } from './settings.ts';
import { statistics } from './statistics.ts';
import { users } from './users.ts';
import { vehicles } from './vehicles.ts';

/** Every call of the product. */
export const api = {
  auth,
  brands,
  categories,
  clients,
  mercadolibre,
  products,
  settings,
  statistics,
  users,
  vehicles,
} satisfies Api;
