import type { KeyboardEvent } from 'react';
import { isPressed } from '../../ui/shortcuts.ts';
import type { Step } from '../../ui/table/leaveCell.ts';
import type { Value } from './useCellSave.ts';

/** Props of the editor of a field. */
export type FieldProps<V extends Value> = {
  label: string;
  value: V;
  /** Why the server refused this value. */
  error: string | undefined;
  /** Closes the editor, and saves a changed value. */
  save: (value: V, step: Step) => void;
  /** Closes the editor without saving. */
  cancel: () => void;
};

/** The step after a key that saves a cell: Enter and Ctrl+S stay with the row, Tab opens the next cell. */
export function stepOf(event: KeyboardEvent): Step | null {
  const { key, shiftKey, nativeEvent } = event;
  if (nativeEvent.isComposing) return null;
  if ((key === 'Enter' && !shiftKey) || isPressed('save', event)) return 'stay';
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  return null;
}
