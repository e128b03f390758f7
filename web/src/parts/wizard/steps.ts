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
  /** Label in narrow windows. */
  readonly short: string;
  /** Shown under the title of the step. */
  readonly hint: string;
  readonly icon: ComponentType<IconProps>;
  readonly count?: (part: Part) => number;
};

export const STEPS: readonly [Look, ...Look[]] = [
  {
    step: 1,
    label: 'Configurar pieza',
    short: 'Datos',
    hint: 'Los campos con asterisco son obligatorios.',
    icon: IconAdjustments,
  },
  {
    step: 2,
    label: 'Asignar aplicaciones',
    short: 'Vehículos',
    hint: 'Elegí los vehículos que la usan: cada uno se guarda al instante.',
    icon: IconCar,
    count: ({ vehicles_count }) => vehicles_count,
  },
  {
    step: 3,
    label: 'Gestionar atributos',
    short: 'Atributos',
    hint: 'Enter guarda y seguís con el próximo. También podés pegar filas de una planilla: Nombre, Valor, Unidad.',
    icon: IconListDetails,
    count: ({ attributes_count }) => attributes_count,
  },
  {
    step: 4,
    label: 'Cargar fotos',
    short: 'Fotos',
    hint: 'Arrastralas para ordenarlas: los canales las muestran así, y la primera es la principal.',
    icon: IconPhoto,
    count: ({ pictures_count }) => pictures_count,
  },
  {
    step: 5,
    label: 'Relacionar equivalencias',
    short: 'Equiv.',
    hint: 'Las piezas de otras marcas que se usan en su lugar. También podés pegar filas de una planilla: Marca, Código.',
    icon: IconArrowsExchange,
    count: ({ cross_count }) => cross_count,
  },
];

export const HISTORY = {
  label: 'Historial',
  hint: 'Lo que cambió en cada guardado. Podés restaurar un campo, una fila o todo.',
} as const;
