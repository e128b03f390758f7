import { useWindowEvent } from '@mantine/hooks';
import { isInField, isInMenu } from './focus.ts';

export type Shortcut = {
  /** As `KeyboardEvent.key`, in lower case. */
  readonly key: string;
  /** With Control, or Command on a Mac. Without it no modifier may be pressed. */
  readonly mod?: true;
  /** Shift is part of how some keyboards type the key. */
  readonly anyShift?: true;
  /** Also while the person types in a field. */
  readonly inFields?: true;
  /** Description for people: the action, and the screens. */
  readonly does: string;
  readonly where: string;
};

/** Every key that works anywhere on a screen. Keys of one field or list are handled there. */
export const SHORTCUTS = {
  search: { key: '/', anyShift: true, does: 'Ir a la búsqueda', where: 'En todas las pantallas' },
  palette: {
    key: 'k',
    mod: true,
    inFields: true,
    does: 'Ir a una pantalla, marca, pieza o vehículo',
    where: 'En todas las pantallas',
  },
  help: { key: '?', anyShift: true, does: 'Ver estos atajos', where: 'En todas las pantallas' },
  undo: { key: 'z', mod: true, does: 'Deshacer lo que dice el aviso', where: 'En todas las pantallas' },
  notice: { key: 'f6', inFields: true, does: 'Ir al aviso y volver', where: 'En todas las pantallas' },
  save: { key: 's', mod: true, inFields: true, does: 'Guardar', where: 'Formularios' },
  next: { key: 'enter', mod: true, inFields: true, does: 'Paso siguiente de la pieza', where: 'Formularios' },
  menu: { key: 'm', does: 'Abrir el menú; una letra va a su entrada', where: 'En todas las pantallas' },
  newPart: { key: 'n', does: 'Nueva pieza', where: 'En todas las pantallas' },
  edit: { key: 'e', does: 'Editar la pieza', where: 'Ficha y vistas de una pieza' },
  nextPart: { key: 'j', does: 'Pieza siguiente de la lista', where: 'Piezas abiertas desde una lista' },
  previousPart: { key: 'k', does: 'Pieza anterior de la lista', where: 'Piezas abiertas desde una lista' },
  close: { key: 'escape', inFields: true, does: 'Cerrar lo que está adelante', where: 'Diálogos' },
  previousPicture: { key: 'arrowleft', does: 'Foto anterior', where: 'Fotos en grande' },
  nextPicture: { key: 'arrowright', does: 'Foto siguiente', where: 'Fotos en grande' },
  filter: { key: 'f', does: 'Ir al primer filtro', where: 'Listas' },
  actions: { key: 'a', does: 'Acciones con las piezas elegidas', where: 'Listas' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof SHORTCUTS;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export function isPressed(name: ShortcutName, { key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): boolean {
  const shortcut: Shortcut = SHORTCUTS[name];
  const modifiers = (ctrlKey || metaKey) === (shortcut.mod ?? false) && !altKey && (!shiftKey || shortcut.anyShift);
  return key.toLowerCase() === shortcut.key && modifiers === true;
}

const LETTERS = 'shortcut_letters';

/** Returns true when single letters are shortcuts. People who dictate trigger them by accident (WCAG 2.1.4). */
export const usesLetters = () => localStorage.getItem(LETTERS) !== 'off';
export const turnLetters = (on: boolean) =>
  on ? localStorage.removeItem(LETTERS) : localStorage.setItem(LETTERS, 'off');

const isLetter = ({ key, mod }: Shortcut) => key.length === 1 && !mod;

/** Runs when the keys are pressed anywhere in the window. A `run` that returns false leaves the key to others. */
export function useShortcut(name: ShortcutName, run: () => unknown, { enabled = true } = {}) {
  useWindowEvent('keydown', (event) => {
    const shortcut: Shortcut = SHORTCUTS[name];
    if (!enabled || event.defaultPrevented || event.isComposing || !isPressed(name, event)) return;
    if (!shortcut.inFields && isInField(event.target)) return;
    if (isLetter(shortcut) && (!usesLetters() || isInMenu(event.target))) return;
    if (run() !== false) event.preventDefault();
  });
}
