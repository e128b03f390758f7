import { type PointerEvent as ReactPointerEvent, type RefObject, useRef, useState } from 'react';

/** Pixels of the shortest drag. A shorter move is a click. */
const MIN_DISTANCE = 6;
/** Pixels from the edge within which the list scrolls, and pixels it scrolls per frame. */
const EDGE = 64;
const SCROLL_STEP = 12;

type Drag = { readonly id: number; readonly to: number };
type Point = { readonly x: number; readonly y: number };

/**
 * Moves one item of a list to another place with a mouse, a pen or a finger. The ghost follows the pointer. The item
 * itself stays where it is in the document: a touch ends when its element is moved.
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (id: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const ghost = useRef<HTMLDivElement>(null);

  const start = (id: number, event: ReactPointerEvent) => {
    if (event.button !== 0 || !list.current) return;
    const items = list.current;
    const from: Point = { x: event.clientX, y: event.clientY };
    const ended = new AbortController();
    let at = from;
    let to = 0;
    const follow = () => {
      if (ended.signal.aborted) return;
      scrollNearEdge(items, at.y);
      to = nearest(items, at);
      setDrag((before) => (before?.to === to ? before : { id, to }));
      if (ghost.current) ghost.current.style.translate = `${at.x}px ${at.y}px`;
      requestAnimationFrame(follow);
    };
    const end = (dropped: boolean) => {
      ended.abort();
      setDrag(null);
      if (to === 0) return;
      cancelClick();
      if (dropped) onDrop(id, to);
    };
    const listen = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(type, listener, { signal: ended.signal, capture: true });
    listen('pointermove', ({ pointerId, clientX, clientY }) => {
      if (pointerId !== event.pointerId) return;
      at = { x: clientX, y: clientY };
      if (to === 0 && Math.hypot(at.x - from.x, at.y - from.y) > MIN_DISTANCE) follow();
    });
    listen('pointerup', () => end(true));
    listen('pointercancel', () => end(false));
    listen('keydown', (pressed) => {
      if (pressed.key !== 'Escape' || to === 0) return;
      // The dialog stays open.
      pressed.preventDefault();
      end(false);
    });
  };
  return { drag, ghost, start };
}

/**
 * Returns the place, from 1 on, of the item (`data-drag`) whose middle is nearest. Uses offsets, because they ignore
 * animations.
 */
function nearest(list: HTMLElement, { x, y }: Point): number {
  const { left, top } = list.getBoundingClientRect();
  const distances = [...list.querySelectorAll<HTMLElement>('[data-drag]')]
    .sort((a, b) => a.offsetTop - b.offsetTop || a.offsetLeft - b.offsetLeft)
    .map(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) =>
      Math.hypot(left + offsetLeft + offsetWidth / 2 - x, top + offsetTop + offsetHeight / 2 - y),
    );
  return distances.indexOf(Math.min(...distances)) + 1;
}

function scrollNearEdge(list: HTMLElement, y: number) {
  let scroller = list.parentElement;
  while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
  const edges = scroller?.getBoundingClientRect();
  if (edges && y < edges.top + EDGE) scroller?.scrollBy(0, -SCROLL_STEP);
  if (edges && y > edges.bottom - EDGE) scroller?.scrollBy(0, SCROLL_STEP);
}

/** The browser reports the end of a drag as a click too. */
function cancelClick() {
  const cancel = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', cancel, { capture: true });
  setTimeout(() => window.removeEventListener('click', cancel, { capture: true }));
}
