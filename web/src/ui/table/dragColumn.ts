import { isElement } from '../focus.ts';
import { moved, NARROWEST } from './arrange.ts';
import type { Prefer } from './usePreferences.ts';

/* Moves columns of a table by dragging their names, and resizes them by dragging their borders. */

/** Longest move of a click, in pixels. */
const CLICK = 5;

const headOf = (target: EventTarget | null) => {
  const cell = isElement(target) ? target.closest<HTMLElement>('th[data-column]') : null;
  const table = cell?.closest('table');
  return cell && table ? { cell, table, cells: cellsOf(table) } : null;
};
const cellsOf = (table: HTMLElement) => [...table.querySelectorAll<HTMLElement>('th[data-column]')];
const keyOf = (cell: HTMLElement | undefined) => cell?.dataset.column ?? '';
const isGrip = (target: EventTarget | null) => isElement(target) && target.matches('[data-grip]');

/** Follows the pointer until it is released. With Escape, everything stays as it was. */
function follow(move: (event: PointerEvent) => void, end: (event: PointerEvent | null) => void) {
  const listening = new AbortController();
  const { signal } = listening;
  const stop = (event: PointerEvent | null) => {
    listening.abort();
    end(event);
  };
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', stop, { signal });
  window.addEventListener('pointercancel', () => stop(null), { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(null), { signal });
}

/** `keys` are also those of hidden columns, but not of columns of groups that are not shown. */
export function dragColumn(down: PointerEvent, keys: readonly string[], prefer: Prefer) {
  const head = headOf(down.target);
  if (!head) return;
  if (isGrip(down.target)) resize(down, head, prefer);
  else move(down, head, keys, prefer);
}

type Head = NonNullable<ReturnType<typeof headOf>>;

function resize(down: PointerEvent, { cell, table, cells }: Head, prefer: Prefer) {
  const before = table.style.getPropertyValue('--columns');
  const tracks: readonly string[] = before.match(/[^\s(]+\([^)]*\)|\S+/g) ?? [];
  const first = tracks.length - cells.length - (table.querySelector('th:last-child:not([data-column])') ? 1 : 0);
  const start = cell.getBoundingClientRect().width;
  let width = start;
  follow(
    ({ clientX }) => {
      width = Math.max(NARROWEST, Math.round(start + clientX - down.clientX));
      const resized = tracks.with(first + cells.indexOf(cell), `${width}px`);
      table.style.setProperty('--columns', resized.join(' '));
    },
    (up) => {
      if (up && width !== start) prefer((now) => ({ widths: { ...now.widths, [keyOf(cell)]: width } }));
      else table.style.setProperty('--columns', before);
    },
  );
}

function move(down: PointerEvent, { cell, cells }: Head, keys: readonly string[], prefer: Prefer) {
  let isMoving = false;
  let over: HTMLElement | undefined;
  const place = (event: PointerEvent) => {
    isMoving ||= Math.abs(event.clientX - down.clientX) > CLICK;
    if (!isMoving) return;
    over = cells.find((one) => event.clientX < one.getBoundingClientRect().right) ?? cells.at(-1);
    cell.toggleAttribute('data-dragged', true);
    for (const one of cells) one.dataset.drop = one === over && one !== cell ? sideOf(cells, cell, one) : '';
  };
  follow(place, (up) => {
    cell.removeAttribute('data-dragged');
    for (const one of cells) delete one.dataset.drop;
    if (!isMoving) return;
    // The click that ends the drag does not sort.
    const swallow = (click: Event) => click.stopPropagation();
    window.addEventListener('click', swallow, { capture: true });
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
    const to = keys.indexOf(keyOf(over));
    if (up && over !== cell && to >= 0) prefer(({ order }) => ({ order: moved(order, keys, keyOf(cell), to) }));
  });
}

const sideOf = (cells: readonly HTMLElement[], cell: HTMLElement, over: HTMLElement) =>
  cells.indexOf(cell) < cells.indexOf(over) ? 'after' : 'before';

/** Makes a column as wide as its contents, for a double click on its border. */
export function fitColumn(target: EventTarget, prefer: Prefer) {
  const head = isGrip(target) ? headOf(target) : null;
  if (!head) return;
  const { cell, table } = head;
  const index = [...(cell.parentElement?.children ?? [])].indexOf(cell);
  const cells = [...table.querySelectorAll('tbody tr')].flatMap(({ children }) => children[index] ?? []);
  const widths = [cell, ...cells].map(widthOf);
  prefer((now) => ({ widths: { ...now.widths, [keyOf(cell)]: Math.max(NARROWEST, ...widths) } }));
}

/** Returns the width of the contents with their padding. */
function widthOf(cell: Element): number {
  const contents = document.createRange();
  if (cell.firstChild && cell.matches('th')) contents.selectNode(cell.firstChild);
  else contents.selectNodeContents(cell);
  const { paddingLeft, paddingRight } = getComputedStyle(cell);
  return Math.ceil(
    contents.getBoundingClientRect().width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight),
  );
}
