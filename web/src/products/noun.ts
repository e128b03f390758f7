import type { Noun } from '../ui/words.ts';

export const PRODUCT: Noun = { one: 'producto', many: 'productos', article: 'el', path: '/part_products' };
