import { notifySuccess } from './notify.ts';

/** Part of the screen that may have unsaved changes: a form, a cell, or running uploads. */
type Holder = {
  readonly isDirty: () => boolean;
  /** Asks before the changes are lost. */
  readonly asks: boolean;
  /** Names the unsaved changes in the question. */
  readonly what?: () => string;
  /** Undefined where Ctrl+S saves nothing. `leaves`: in order to leave. Resolves with whether it was saved. */
  readonly save?: ((leaves: boolean) => Promise<boolean>) | undefined;
  /** The person leaves it without saving. */
  readonly discard?: () => void;
  readonly hasFocus?: () => boolean;
  readonly isInFront?: () => boolean;
};

const holders = new Set<Holder>();

/** Returns a function that removes the holder. */
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

/** Discards all changes, so that no other form of the screen asks again. */
export function discardAll() {
  for (const { discard } of asking()) discard?.();
}

/**
 * Saves the changed form with the focus, or else the first changed one. The latter must ask before it is left and not
 * be covered by a dialog, so that hidden forms are not saved by accident.
 */
export function saveUnsaved() {
  const dirty = [...holders].filter(({ save, isDirty }) => save && isDirty());
  const form = dirty.find(({ hasFocus }) => hasFocus?.()) ?? dirty.find(({ asks, isInFront }) => asks && isInFront?.());
  if (form) void form.save?.(false);
  else if (!hasUnsaved()) notifySuccess('No hay cambios para guardar');
}
