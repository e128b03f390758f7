import { type RefObject, useLayoutEffect, useRef } from 'react';

type Place = { readonly left: number; readonly top: number };

/** Items that change their places glide there, so that the eye can follow. */
export function useGlide(list: RefObject<HTMLElement | null>, order: string) {
  const places = useRef(new Map<string, Place>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what it waits for
  useLayoutEffect(() => {
    const before = places.current;
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-picture]') ?? [])];
    places.current = new Map(
      items.map((item) => [item.dataset.picture ?? '', { left: item.offsetLeft, top: item.offsetTop }]),
    );
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const item of items) {
      const from = before.get(item.dataset.picture ?? '');
      const [dx, dy] = from ? [from.left - item.offsetLeft, from.top - item.offsetTop] : [0, 0];
      if (dx || dy) item.animate({ translate: [`${dx}px ${dy}px`, '0 0'] }, { duration: 160, easing: 'ease-out' });
    }
  }, [list, order]);
}
