import type { Noun } from '../ui/words.ts';

export const CLIENT: Noun = { one: 'cliente', many: 'clientes', article: 'el', path: '/clients' };
