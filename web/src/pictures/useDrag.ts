import { useCallbackRef } from '@mantine/hooks';
import { type PointerEvent as ReactPointerEvent, type RefObject, useRef, useState } from 'react';

/** Less than this is a click with an unsteady hand, in pixels. */
const STEADY = 6;
/** Nearer than this to its edge, what is around scrolls, this much a frame. */
const EDGE = 64;
const SCROLL = 12;

type Drag = { readonly id: number; readonly to: number };
type Point = { readonly x: number; readonly y: number };

/**
 * Takes one item of a list to another place with a mouse, a pen or a finger. The ghost is what follows the pointer; the
 * item itself stays in the document where it was, for a finger holds on to it.
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (id: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const ghost = useRef<HTMLDivElement>(null);

  const start = useCallbackRef((id: number, event: ReactPointerEvent) => {
    if (event.button !== 0 || !list.current) return;
    const items = list.current;
    const from: Point = { x: event.clientX, y: event.clientY };
    const over = new AbortController();
    let at = from;
    let to = 0;
    const follow = () => {
      if (over.signal.aborted) return;
      scrollAround(items, at.y);
      to = nearest(items, at);
      setDrag((before) => (before?.to === to ? before : { id, to }));
      if (ghost.current) ghost.current.style.translate = `${at.x}px ${at.y}px`;
      requestAnimationFrame(follow);
    };
    const end = (dropped: boolean) => {
      over.abort();
      setDrag(null);
      if (to === 0) return;
      swallowClick();
      if (dropped) onDrop(id, to);
    };
    const listen = <K extends keyof WindowEventMap>(type: K, heard: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(type, heard, { signal: over.signal, capture: true });
    listen('pointermove', ({ pointerId, clientX, clientY }) => {
      if (pointerId !== event.pointerId) return;
      at = { x: clientX, y: clientY };
      if (to === 0 && Math.hypot(at.x - from.x, at.y - from.y) > STEADY) follow();
    });
    listen('pointerup', () => end(true));
    listen('pointercancel', () => end(false));
    listen('keydown', (pressed) => {
      if (pressed.key !== 'Escape' || to === 0) return;
      // The dialog stays.
      pressed.preventDefault();
      end(false);
    });
  });
  return { drag, ghost, start };
}

/** The place, from 1 on, whose middle is nearest. Layout is asked, for what is seen may still be gliding there. */
function nearest(list: HTMLElement, { x, y }: Point): number {
  const { left, top } = list.getBoundingClientRect();
  const distances = [...list.querySelectorAll<HTMLElement>('[data-picture]')]
    .sort((a, b) => a.offsetTop - b.offsetTop || a.offsetLeft - b.offsetLeft)
    .map(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) =>
      Math.hypot(left + offsetLeft + offsetWidth / 2 - x, top + offsetTop + offsetHeight / 2 - y),
    );
  return distances.indexOf(Math.min(...distances)) + 1;
}

function scrollAround(list: HTMLElement, y: number) {
  let around = list.parentElement;
  while (around && getComputedStyle(around).overflowY !== 'auto') around = around.parentElement;
  const edges = around?.getBoundingClientRect();
  if (edges && y < edges.top + EDGE) around?.scrollBy(0, -SCROLL);
  if (edges && y > edges.bottom - EDGE) around?.scrollBy(0, SCROLL);
}

/** Letting go is a click too, for the browser. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', swallow, { capture: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}
