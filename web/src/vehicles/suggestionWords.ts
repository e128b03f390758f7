import type { Result } from '@piezario/contract/endpoint';
import type { SuggestedVehicle, Suggestion, suggestions } from '@piezario/contract/suggestions';
import { formatNumber } from '../ui/format.ts';
import { yearRange } from '../ui/words.ts';

/** «Lo tienen 3 piezas de 2 marcas con Renault 7700…: Corven 101, Sadar 55 y 1 más». */
export function evidenceInWords({
  parts,
  brands,
  evidence,
}: Pick<Suggestion, 'parts' | 'brands' | 'evidence'>): string {
  const [first] = evidence;
  if (!first) return '';
  const named = evidence.map(({ brand, code }) => `${brand} ${code}`);
  const numbers = [...new Set(evidence.map(({ number }) => number))];
  if (parts === 1) return `Lo tiene ${named[0]}, con ${first.number}`;
  const ofBrands = brands === 1 ? 'de la misma marca' : `de ${formatNumber(brands)} marcas`;
  const more = parts > evidence.length ? ` y ${formatNumber(parts - evidence.length)} más` : '';
  return `Lo tienen ${formatNumber(parts)} piezas ${ofBrands} con ${numbers.join(', ')}: ${named.join(', ')}${more}`;
}

type Facts = Pick<SuggestedVehicle, 'engine_code' | 'fuel' | 'sold_from_year' | 'sold_until_year'>;

/** «K4M · Nafta · desde 2005». */
export const factsInWords = ({ engine_code, fuel, sold_from_year, sold_until_year }: Facts) =>
  [engine_code, fuel, yearRange(sold_from_year, sold_until_year)].filter((fact) => fact !== '').join(' · ');

type Reasons = Pick<Result<typeof suggestions.list>, 'numbers' | 'sources' | 'rejected'>;

/** Why no vehicle is suggested. */
export function whyNone({ numbers, sources, rejected }: Reasons): string {
  if (numbers === 0) {
    return 'Esta pieza no tiene números originales entre sus equivalencias. Cuando los cargues, se sugieren los vehículos de las piezas del mismo producto que los comparten.';
  }
  if (sources === 0) return 'Ninguna otra pieza del producto comparte un número original con esta.';
  if (rejected.total > 0)
    return 'No queda nada para sugerir: lo que dicen otras piezas ya está vinculado o se rechazó.';
  return sources === 1
    ? 'No hay nada para sugerir: la pieza que comparte un número original con esta no va en otros vehículos.'
    : `No hay nada para sugerir: las ${formatNumber(sources)} piezas que comparten un número original con esta no van en otros vehículos.`;
}
