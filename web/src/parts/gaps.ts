import type { Part } from '@piezario/contract/parts';
import type { Step } from './wizard/usePartDialog.ts';

/** What a part lacks, and the step of the wizard that adds it. */
export type Gap = { readonly words: string; readonly step: Step };

type Filled = Pick<Part, 'observation' | 'vehicles_count' | 'attributes_count' | 'pictures_count' | 'cross_count'>;

export const gapsOf = (part: Filled): readonly Gap[] =>
  [
    part.observation === '' && { words: 'Descripción', step: 1 as const },
    part.vehicles_count === 0 && { words: 'Vehículos', step: 2 as const },
    part.attributes_count === 0 && { words: 'Atributos', step: 3 as const },
    part.pictures_count === 0 && { words: 'Fotos', step: 4 as const },
    part.cross_count === 0 && { words: 'Equivalencias', step: 5 as const },
  ].filter((gap) => gap !== false);
