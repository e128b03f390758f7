import type { Noun } from '../ui/words.ts';

export const ALIAS: Noun = {
  one: 'alias de vehículo',
  many: 'alias de vehículos',
  article: 'el',
  path: '/vehicle_aliases',
};
