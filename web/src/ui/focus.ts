import { flushSync } from 'react-dom';

/* Moves the keyboard focus. Components do not search for elements themselves. */

type Within = Element | null | undefined;

const find = (within: Within, selector: string) => within?.querySelector<HTMLElement>(selector) ?? null;
const findAll = (within: Within, selector: string) => [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])];

const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';

export const isElement = (target: EventTarget | null): target is HTMLElement => target instanceof HTMLElement;
export const isField = (target: EventTarget | null) => isElement(target) && target.matches(FIELDS);
/** Returns true when a key press in the target is text. */
export const isInField = (target: EventTarget | null) => isElement(target) && target.closest(FIELDS) !== null;

export const focusFirstField = (form: Within) => find(form, 'input')?.focus();
/** Focuses the first field and selects its text, so that typing replaces it. */
export function selectFirstField(within: Within) {
  focusFirstField(within);
  within?.querySelector('input')?.select();
}

/** Focuses the element that comes first in the document. */
export function focusFirstOf(elements: readonly HTMLElement[]) {
  const [first] = elements.toSorted((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.focus();
}

const fieldOf = (within: Within, form: string) => find(within, `[data-path^="${form}-"]`);
/** Returns true when the focus is in the form whose fields have this name. */
export const isInForm = (name: string) => fieldOf(document.activeElement?.closest('form'), name) !== null;
/** Returns true when no dialog covers that form. */
export const isFormInFront = (name: string) => isInFront(fieldOf(document.body, name));

/** Focuses the next required field that is still blank. Returns false if there is none. */
export function focusNextBlankField(form: HTMLFormElement, field: HTMLInputElement): boolean {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
  const next = fields.slice(fields.indexOf(field) + 1).find((one) => one.required && one.value.trim() === '');
  next?.focus();
  return next !== undefined;
}

/** Focuses the first button of an entry of a list. */
export const focusEntry = (list: Within, id: number) => find(list, `[data-entry="${id}"] button`)?.focus();

/** Runs a change that moves the focused element in the document, and focuses the element again. */
export function keepFocus(change: () => void) {
  const focused = document.activeElement;
  flushSync(change);
  if (isElement(focused)) focused.focus();
}

/** Removes an item of a list and focuses the same button of the item that takes its place, or else the container. */
export function focusNextAfter(remove: () => void, container: HTMLElement | null, button: string, index: number) {
  flushSync(remove);
  const buttons = findAll(container, button);
  (buttons[Math.min(index, buttons.length - 1)] ?? container)?.focus();
}

/**
 * Moves the focus from a list entry that will be removed to the first button of the next or previous entry, or else to
 * the screen.
 */
export function focusBeside(button: HTMLElement) {
  const entry = button.closest('li');
  (
    find(entry?.nextElementSibling ?? entry?.previousElementSibling, 'button') ?? document.querySelector('main')
  )?.focus();
}

/**
 * Focuses the element that had the focus before a dialog opened. Without it, or when a link opened the dialog, focuses
 * the screen behind. Another dialog that opened since keeps the focus.
 */
export function returnFocus(before: Element | null) {
  if (document.activeElement?.closest('[aria-modal="true"]')) return;
  const isThere = before !== document.body && isElement(before) && before.isConnected;
  const target = isThere ? before : document.querySelector('main');
  target?.focus({ preventScroll: true });
}

export const rowsIn = (table: Within) => findAll(table, '[data-row]');

/** Returns the scroll container of a table. */
export const scrollerIn = (table: Within) => find(table, '[data-scroller]');
/** Returns the index of the row that has or contains the focus; -1 without one. */
export const focusedRow = (table: Within) => rowsIn(table).findIndex((row) => row.contains(document.activeElement));
/** Focuses the first row of the screen, from outside its table. Returns false without one, or behind a dialog. */
export function focusFirstRow(from: Within): boolean {
  return isInFront(from) && focusRow(rowsIn(document.querySelector('main')), 0);
}

/** Presses the switch or the check box of a row, with Shift when it is pressed. Returns false without one. */
export function pressSwitch(row: HTMLElement, shiftKey: boolean): boolean {
  const control = find(row, '[role="switch"], [type="checkbox"]');
  control?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
  return control !== null;
}

/** Makes one row the tab stop of its table, directly in the DOM, so that no row renders again. */
export function stopAtRow(rows: readonly HTMLElement[], next: HTMLElement | undefined) {
  if (!next || next.tabIndex === 0) return;
  for (const row of rows) row.tabIndex = -1;
  next.tabIndex = 0;
}

/** Returns false without such a row. */
export function focusRow(rows: readonly HTMLElement[], index: number): boolean {
  const next = rows[index];
  stopAtRow(rows, next);
  next?.focus();
  return next !== undefined;
}

const CONTROLS = ':is(a, button, [type="checkbox"])';

/**
 * Makes the rows of a table one tab stop: removes their controls, which arrows reach, from the tab order, and leaves
 * one row in it. Cells set no `tabIndex`, so React does not restore it. Cards keep the default order.
 */
export function keepOneStop(table: Within) {
  for (const control of findAll(table, `tr[data-row] ${CONTROLS}:not([tabindex="-1"])`)) control.tabIndex = -1;
  const rows = findAll(table, 'tr[data-row]');
  if (!rows.some((row) => row.tabIndex === 0)) stopAtRow(rows, rows[0]);
}

/**
 * Focuses the next or previous control or editable cell of a row; the row itself comes first. Returns false without
 * one.
 */
export function focusInRow(row: HTMLElement, from: HTMLElement, step: 1 | -1): boolean {
  const stops = [row, ...findAll(row, `${CONTROLS}:not(:disabled), [data-edit]:not(:has(${CONTROLS}))`)];
  const next = stops[stops.indexOf(from) + step];
  // A cell takes the focus only here: a click on it focuses its row.
  if (next?.matches('td')) next.tabIndex = -1;
  next?.focus();
  return next !== undefined;
}

/** Focuses the first button of the notice that is shown. Returns false without one. */
export function focusNotice(): boolean {
  const button = find(document.body, '[data-notice] button');
  button?.focus();
  return button !== null;
}

/** Focuses the first enabled button. Returns false without one, or behind a dialog. */
export function focusButton(within: Within): boolean {
  const button = isInFront(within) ? find(within, 'button:not(:disabled)') : null;
  button?.focus();
  return button !== null;
}

export const isInDialog = (element: Within) => element?.closest('[role="dialog"]') != null;

/** Returns true when no dialog covers the element. The dialog that opened last is the last in the document. */
export function isInFront(element: Within): boolean {
  const front = findAll(document.body, '[role="dialog"]').at(-1);
  return front === undefined || front.contains(element ?? null);
}

/** Returns true when a shortcut may press the button: displayed, and not covered by a dialog. */
export const isAtHand = (button: HTMLElement | null) => button?.checkVisibility() === true && isInFront(button);
/** Clicks a button for its shortcut. Returns false if it is not at hand. */
export function press(button: HTMLElement | null): boolean {
  const isPressed = isAtHand(button);
  if (isPressed) button?.click();
  return isPressed;
}

/** Returns true inside a menu, where a letter selects an entry. */
export const isInMenu = (target: EventTarget | null) => isElement(target) && target.closest('[role="menu"]') !== null;

/** Focuses the first filter of the table, or opens the sheet that holds the filters. Returns false behind a dialog. */
export function focusFilter(table: Within): boolean {
  if (!isInFront(table)) return false;
  const field = find(table, '[data-filter]');
  if (field) field.focus();
  else find(table, '[data-open-filters]')?.click();
  return true;
}

/* The options of a combobox: the focus stays in the field. */

export const showOption = (id: string) => document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
/** Clicks an option, with the modifiers of the key press: with Control a link opens in another tab. */
export const clickOption = (id: string, { ctrlKey, metaKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey'>) =>
  document
    .getElementById(id)
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey }));

/**
 * Clicks an element in the active option of Mantine's combobox. Returns false without one. The first match of typed
 * text is active without being `aria-activedescendant`.
 */
export const clickInActiveOption = (field: Element, selector: string): boolean =>
  document
    .getElementById(field.getAttribute('aria-controls') ?? '')
    ?.querySelector(`[data-combobox-selected] ${selector}`)
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true })) ?? false;

/** Returns true when a menu or a list of options is open inside a dialog. */
export const hasOpenPopup = (dialog: Within) => find(dialog, '[aria-haspopup][aria-expanded="true"]') !== null;
