import { type Application, positionsInWords } from '@piezario/contract/vehicles';

type Qualifiers = Omit<Application, 'id'>;

/** What is said of a part on a vehicle: «Delantera izquierda · × 2 · Con ABS · 2010–2014». Empty when nothing is. */
export const qualifiersInWords = ({ positions, quantity, note, ...years }: Qualifiers): string =>
  [positionsInWords(positions), quantity === null ? '' : `× ${quantity}`, note, yearsInWords(years)]
    .filter((text) => text !== '')
    .join(' · ');

function yearsInWords({ from_year, until_year }: Pick<Qualifiers, 'from_year' | 'until_year'>): string {
  if (from_year === null) return until_year === null ? '' : `hasta ${until_year}`;
  if (until_year === null) return `desde ${from_year}`;
  return from_year === until_year ? `${from_year}` : `${from_year}–${until_year}`;
}
