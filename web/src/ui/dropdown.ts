/**
 * Props for lists of options. They are rendered beside their field, in the same landmark, and the list itself scrolls,
 * as screen readers expect of a list that a field controls.
 */
export const DROPDOWN = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 320, overflowY: 'auto' } },
} as const;
