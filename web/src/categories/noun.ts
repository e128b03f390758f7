import type { Noun } from '../ui/words.ts';

export const CATEGORY: Noun = { one: 'categoría', many: 'categorías', article: 'la', path: '/part_categories' };
