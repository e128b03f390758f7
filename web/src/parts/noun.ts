import type { Part } from '@piezario/contract/parts';

export const PART = { one: 'pieza', many: 'piezas', article: 'la' } as const;

/** As people name it: Frenor FN-1204. */
export const partName = ({ brand, code }: Pick<Part, 'brand' | 'code'>) => `${brand} ${code}`;
