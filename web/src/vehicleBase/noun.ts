import type { Noun } from '../ui/words.ts';

export const VEHICLE: Noun = { one: 'vehículo', many: 'vehículos', article: 'el', path: '/vehicles' };
