import type { Bulk, BulkAction, BulkOutcomes } from '@piezario/contract/bulk';
import type { Status } from '../jobs/JobStatus.tsx';
import { formatNumber } from '../ui/format.ts';
import { counted } from '../ui/words.ts';

export const PART = { one: 'pieza', many: 'piezas', article: 'la' } as const;

/** 1.200 piezas */
export const partsInWords = (count: number) => counted(PART, count, formatNumber(count));

/** Cambian 1.200 piezas, 30 ya están así, 4 no se pueden. */
export function foretold({ changed, unchanged, impossible }: BulkOutcomes): string {
  const number = formatNumber;
  const told = [
    changed === 0 && 'No cambia ninguna pieza',
    changed === 1 && 'Cambia 1 pieza',
    changed > 1 && `Cambian ${number(changed)} piezas`,
    unchanged === 1 && '1 ya está así',
    unchanged > 1 && `${number(unchanged)} ya están así`,
    impossible === 1 && '1 no se puede',
    impossible > 1 && `${number(impossible)} no se pueden`,
  ];
  return `${told.filter(Boolean).join(', ')}.`;
}

/** What each action was. */
export const TITLES: Record<BulkAction['do'], string> = {
  enable: 'Habilitar o deshabilitar piezas',
  discontinue: 'Discontinuar piezas o volverlas a la venta',
  move: 'Mover piezas de producto o marca',
  replace_observation: 'Reemplazar la descripción',
  append_observation: 'Agregar a la descripción',
  clear_observation: 'Vaciar la descripción',
  set_attribute: 'Poner un atributo',
  rename_attribute: 'Cambiar el nombre de un atributo',
  remove_attribute: 'Quitar un atributo',
  add_cross: 'Agregar una equivalencia',
  remove_cross: 'Quitar una equivalencia',
  copy_applications: 'Copiar aplicaciones de otra pieza',
  remove: 'Eliminar piezas',
};

export const statusOf = ({ state, status_message, total, done, impossible }: Bulk): Status => ({
  state,
  message: status_message,
  total,
  done,
  isFlawed: impossible > 0,
  label: 'Avance',
});
