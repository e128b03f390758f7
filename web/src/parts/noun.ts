import type { Part } from '@piezario/contract/parts';
import { formatNumber } from '../ui/format.ts';

export const PART = { one: 'pieza', many: 'piezas', article: 'la' } as const;

/** As people name it: Frenor FN-1204. */
export const partName = ({ brand, code }: Pick<Part, 'brand' | 'code'>) => `${brand} ${code}`;

const LIST = new Intl.ListFormat('es');

type Counts = Pick<Part, 'attributes_count' | 'cross_count' | 'pictures_count' | 'vehicles_count'>;

/** What is removed with a part. Se elimina con todo lo suyo: 12 atributos y 3 fotos. */
export function contentsOf({ attributes_count, cross_count, pictures_count, vehicles_count }: Counts): string {
  const counted = [
    countOf(attributes_count, 'atributo', 'atributos'),
    countOf(cross_count, 'equivalencia', 'equivalencias'),
    countOf(pictures_count, 'foto', 'fotos'),
    countOf(vehicles_count, 'aplicación', 'aplicaciones'),
  ].filter((text) => text !== '');
  return counted.length === 0 ? 'No tiene nada cargado.' : `Se elimina con todo lo suyo: ${LIST.format(counted)}.`;
}

const countOf = (count: number, one: string, many: string) =>
  count === 0 ? '' : `${formatNumber(count)} ${count === 1 ? one : many}`;
