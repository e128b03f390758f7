import { auth } from './auth.ts';
import { brands } from './brands.ts';
import { categories } from './categories.ts';
import type { Api } from './endpoint.ts';
import { mercadolibre } from './mercadolibre.ts';
import { products } from './products.ts';
import { settings } from './settings.ts';
import { statistics } from './statistics.ts';
import { vehicles } from './vehicles.ts';

/** Every call of the product. */
export const api = {
  auth,
  brands,
  categories,
  mercadolibre,
  products,
  settings,
  statistics,
  vehicles,
} satisfies Api;
