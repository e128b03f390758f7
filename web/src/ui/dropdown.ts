/**
 * How a list of options opens: beside its field, inside the same landmark, and scrolling by itself, which is what a
 * screen reader expects of a list that the field controls.
 */
export const DROPDOWN = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 320, overflowY: 'auto' } },
} as const;
