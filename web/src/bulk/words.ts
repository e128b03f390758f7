import type { Bulk, BulkAction, BulkOutcomes } from '@piezario/contract/bulk';
import { PART_FIELDS } from '@piezario/contract/part-fields';
import type { Status } from '../jobs/JobStatus.tsx';
import { formatNumber } from '../ui/format.ts';
import { counted } from '../ui/words.ts';

export const PART = { one: 'pieza', many: 'piezas', article: 'la' } as const;

/** 1.200 piezas */
export const partsInWords = (count: number) => counted(count, 'pieza');

/** Cambian 1.200 piezas, 30 ya están así, 4 no se pueden. With a condition, the 30 may as well not meet it. */
export function foretold(
  { changed, unchanged, impossible }: BulkOutcomes,
  { isLimited }: { isLimited: boolean },
): string {
  const number = formatNumber;
  const told = [
    changed === 0 && 'No cambia ninguna pieza',
    changed === 1 && 'Cambia 1 pieza',
    changed > 1 && `Cambian ${number(changed)} piezas`,
    unchanged === 1 && (isLimited ? '1 queda como está' : '1 ya está así'),
    unchanged > 1 && `${number(unchanged)} ${isLimited ? 'quedan como están' : 'ya están así'}`,
    impossible === 1 && '1 no se puede',
    impossible > 1 && `${number(impossible)} no se pueden`,
  ];
  return `${told.filter(Boolean).join(', ')}.`;
}

/** What an action was. */
export function titleOf(action: BulkAction): string {
  switch (action.do) {
    case 'set_flag':
      return PART_FIELDS[action.field].switches[action.value === 1 ? 0 : 1];
    case 'move':
      return 'Mover piezas de producto o marca';
    case 'replace_text':
      return `Reemplazar ${PART_FIELDS[action.field].named}`;
    case 'append_text':
      return `Agregar a ${PART_FIELDS[action.field].named}`;
    case 'clear_text':
      return `Vaciar ${PART_FIELDS[action.field].named}`;
    case 'set_attribute':
      return `Poner «${action.name}»: ${[action.value, action.unit].filter(Boolean).join(' ')}`;
    case 'rename_attribute':
      return `Cambiar el nombre de «${action.name}» a «${action.to}»`;
    case 'remove_attribute':
      return `Quitar el atributo «${action.name}»`;
    case 'add_cross':
      return `Agregar la equivalencia ${action.brand} ${action.code}`;
    case 'remove_cross':
      return `Quitar la equivalencia ${[action.brand, action.code].filter(Boolean).join(' ')}`;
    case 'copy_applications':
      return 'Copiar aplicaciones de otra pieza';
    case 'remove':
      return 'Eliminar piezas';
  }
}

export const statusOf = ({ state, status_message, total, done, impossible }: Bulk): Status => ({
  state,
  message: status_message,
  total,
  done,
  isFlawed: impossible > 0,
  label: 'Avance',
});
