import type { Application } from '@piezario/contract/applications';
import { positionsInWords } from '@piezario/contract/vehicles';
import { yearRange } from '../ui/words.ts';

type Qualifiers = Omit<Application, 'id'>;

/** Details of an application: «Delantera izquierda · × 2 · Con ABS · 2010–2014». Empty when it has none. */
export const qualifiersInWords = ({ positions, quantity, note, from_year, until_year }: Qualifiers): string =>
  [positionsInWords(positions), quantity === null ? '' : `× ${quantity}`, note, yearRange(from_year, until_year)]
    .filter((text) => text !== '')
    .join(' · ');
