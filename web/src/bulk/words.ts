import { countedInWords } from '@piezario/contract/added';
import type { Bulk, BulkAction, BulkOutcomes } from '@piezario/contract/bulk';
import { PART_FIELDS } from '@piezario/contract/part-fields';
import type { Status } from '../jobs/JobStatus.tsx';
import { counted } from '../ui/words.ts';

export const PART = { one: 'pieza', many: 'piezas', article: 'la' } as const;

/** 1.200 piezas */
export const partsInWords = (count: number) => counted(count, 'pieza');

/** Cambian 1.200 piezas, 30 ya están así, 4 no se pueden. With a condition, some of the 30 may not meet it. */
export function previewInWords(
  { changed, unchanged, impossible }: BulkOutcomes,
  { isLimited }: { isLimited: boolean },
): string {
  const parts = [
    changed === 0 ? 'No cambia ninguna pieza' : countedInWords(changed, ['Cambia', 'Cambian'], ['pieza', 'piezas']),
    unchanged > 0 &&
      (isLimited
        ? counted(unchanged, 'queda como está', 'quedan como están')
        : counted(unchanged, 'ya está así', 'ya están así')),
    impossible > 0 && counted(impossible, 'no se puede', 'no se pueden'),
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** Name of an action. */
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
    case 'describe':
      return 'Redactar la descripción';
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
    case 'merge_vehicle':
      return 'Unir vehículos repetidos';
    case 'change_applications':
      return `Cambiar las aplicaciones a ${counted(action.vehicle_ids.length, 'vehículo')}`;
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
