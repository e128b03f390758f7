import { notifySuccess } from './notify.ts';

/** Something on the screen that may hold what is not saved: a form, a cell, or uploads that are under way. */
type Holder = {
  readonly isDirty: () => boolean;
  /** Asks before it is lost. */
  readonly asks: boolean;
  /** Names what is not saved, where the question should. */
  readonly what?: () => string;
  /** Absent for what saves itself. `leaves`: in order to leave. Resolves with whether it was saved. */
  readonly save?: ((leaves: boolean) => Promise<boolean>) | undefined;
  /** The person leaves it without saving. */
  readonly discard?: () => void;
  readonly hasFocus?: () => boolean;
  readonly isInFront?: () => boolean;
};

const holders = new Set<Holder>();

/** Returns how to stop. */
export function holdUnsaved(holder: Holder) {
  holders.add(holder);
  return () => void holders.delete(holder);
}

const asking = () => [...holders].filter(({ asks, isDirty }) => asks && isDirty());

export const hasUnsaved = () => asking().length > 0;

/** Returns the unsaved changes in words. Empty when no form names them. */
export const unsavedInWords = () =>
  asking()
    .flatMap(({ what }) => what?.() || [])
    .join('; ');

/** Saves all forms of the screen in order to leave it. Resolves with whether none was refused. */
export async function saveAll(): Promise<boolean> {
  for (const { save } of asking()) if (save && !(await save(true))) return false;
  return true;
}

/** So that no other form of the screen asks about it again. */
export function discardAll() {
  for (const { discard } of asking()) discard?.();
}

/**
 * Saves the form with the focus, or else the first one with changes. The form must ask before it is left and not be
 * covered by a dialog, so that hidden forms are not saved by accident.
 */
export function saveUnsaved() {
  const dirty = [...holders].filter(({ save, isDirty }) => save && isDirty());
  const form = dirty.find(({ hasFocus }) => hasFocus?.()) ?? dirty.find(({ asks, isInFront }) => asks && isInFront?.());
  if (form) void form.save?.(false);
  else if (!hasUnsaved()) notifySuccess('No hay cambios para guardar');
}
