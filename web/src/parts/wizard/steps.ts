import type { Part } from '@piezario/contract/parts';
import {
  IconAdjustments,
  IconArrowsExchange,
  IconCar,
  IconListDetails,
  IconPhoto,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Step } from './usePartDialog.ts';

type Look = {
  readonly step: Step;
  readonly label: string;
  /** The same in one word, where there is little room. */
  readonly short: string;
  readonly icon: ComponentType<IconProps>;
  readonly count?: (part: Part) => number;
};

export const STEPS: readonly Look[] = [
  { step: 1, label: 'Configurar pieza', short: 'Pieza', icon: IconAdjustments },
  {
    step: 2,
    label: 'Asignar aplicaciones',
    short: 'Aplicaciones',
    icon: IconCar,
    count: ({ vehicles_count }) => vehicles_count,
  },
  {
    step: 3,
    label: 'Gestionar atributos',
    short: 'Atributos',
    icon: IconListDetails,
    count: ({ attributes_count }) => attributes_count,
  },
  { step: 4, label: 'Cargar fotos', short: 'Fotos', icon: IconPhoto, count: ({ pictures_count }) => pictures_count },
  {
    step: 5,
    label: 'Relacionar equivalencias',
    short: 'Equivalencias',
    icon: IconArrowsExchange,
    count: ({ cross_count }) => cross_count,
  },
];
