import type { KeyboardEvent } from 'react';
import { isPressed } from '../../ui/shortcuts.ts';
import type { Step } from '../../ui/table/leaveCell.ts';
import type { Value } from './useCellSave.ts';

/** What the editor of a field is given. */
export type FieldProps<V extends Value> = {
  label: string;
  value: V;
  /** Why the server refused this value. */
  error: string | undefined;
  /** Saves what changed. */
  save: (value: V, step: Step) => void;
  /** Leaves it as it was. */
  cancel: () => void;
};

/** Where a key that saves a cell leads: Enter and Ctrl+S stay with the row, Tab goes on to the next cell. */
export function stepOf(event: KeyboardEvent): Step | null {
  const { key, shiftKey, nativeEvent } = event;
  if (nativeEvent.isComposing) return null;
  if ((key === 'Enter' && !shiftKey) || isPressed('save', event)) return 'stay';
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  return null;
}
