import type { Noun } from '../ui/words.ts';

export const BRAND: Noun = { one: 'marca', many: 'marcas', article: 'la', path: '/part_brands' };
