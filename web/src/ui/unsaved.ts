import { notifySuccess } from './notify.ts';

/** Something on the screen that may hold what is not saved: a form, a cell, or uploads that are under way. */
type Holder = {
  readonly isDirty: () => boolean;
  /** Whether it must not be lost without a question. */
  readonly asks: boolean;
  /** Absent for what saves itself. */
  readonly save?: (() => void) | undefined;
  readonly hasFocus?: () => boolean;
  readonly isInFront?: () => boolean;
};

const holders = new Set<Holder>();

/** Returns how to stop. */
export function holdUnsaved(holder: Holder) {
  holders.add(holder);
  return () => void holders.delete(holder);
}

export const hasUnsaved = () => [...holders].some(({ asks, isDirty }) => asks && isDirty());

/**
 * Saves the form that the person is in, or else the first one with changes. It must be one that asks before it is left
 * and has no dialog in front: nobody saves by accident what they do not look at.
 */
export function saveUnsaved() {
  const dirty = [...holders].filter(({ save, isDirty }) => save && isDirty());
  const form = dirty.find(({ hasFocus }) => hasFocus?.()) ?? dirty.find(({ asks, isInFront }) => asks && isInFront?.());
  if (form) form.save?.();
  else if (!hasUnsaved()) notifySuccess('No hay cambios para guardar');
}
