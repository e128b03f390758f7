import type { vehicleCatalog as contract } from '@piezario/contract/vehicle-catalog';
import type { Handlers } from '../http/implement.ts';
import { readChoices, readChosen } from './choices.ts';
import { findVehicles } from './find.ts';
import { listParts } from './list.ts';
import { countProducts } from './products.ts';

export const vehicleCatalog: Handlers<typeof contract> = {
  choices: ({ db, user, query }) => readChoices(db, user, query),

  find: ({ db, user, query: { text } }) => findVehicles(db, user, text),

  products: async ({ db, user, query: { hidden, ...choice } }) => {
    const { meant } = await readChosen(db, user, choice);
    return countProducts(db, user, meant, { hidden: hidden === 1 });
  },

  list: ({ db, user, query }) => listParts(db, user, query),
};
