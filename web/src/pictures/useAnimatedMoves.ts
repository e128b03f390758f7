import { type RefObject, useLayoutEffect, useRef } from 'react';

type Position = { readonly left: number; readonly top: number };

/** Animates pictures from their old position to the new one when `order` changes. */
export function useAnimatedMoves(list: RefObject<HTMLElement | null>, order: string) {
  const positions = useRef(new Map<string, Position>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what it waits for
  useLayoutEffect(() => {
    const before = positions.current;
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-picture]') ?? [])];
    positions.current = new Map(
      items.map((item) => [item.dataset.picture ?? '', { left: item.offsetLeft, top: item.offsetTop }]),
    );
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const item of items) {
      const from = before.get(item.dataset.picture ?? '');
      const [dx, dy] = from ? [from.left - item.offsetLeft, from.top - item.offsetTop] : [0, 0];
      if (dx || dy) item.animate({ translate: [`${dx}px ${dy}px`, '0 0'] }, { duration: 150, easing: 'ease-out' });
    }
  }, [list, order]);
}
