import type { Part } from '@piezario/contract/parts';
import { useEffect } from 'react';
import { z } from 'zod';
import { useUser } from '../../auth/session.tsx';
import { store } from '../../ui/storage.ts';

const KEPT = 8;

const RecentPart = z.object({
  id: z.int(),
  part_brand_id: z.int(),
  brand: z.string(),
  code: z.string(),
  product: z.string(),
});
export type RecentPart = z.infer<typeof RecentPart>;

/** `at`: when the last one was opened. */
const Stored = z.object({ at: z.number(), parts: z.array(RecentPart) });

const keyOf = (userId: number) => `recent_parts:${userId}`;

/** The parts that a person opened last in this browser. They may have changed since, or be gone. */
export function recentParts(userId: number): RecentPart[] {
  try {
    return Stored.parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '')).parts;
  } catch {
    return [];
  }
}

function rememberPart(userId: number, part: RecentPart) {
  const others = recentParts(userId).filter(({ id }) => id !== part.id);
  const now: z.infer<typeof Stored> = { at: Date.now(), parts: [part, ...others].slice(0, KEPT) };
  store(keyOf(userId), JSON.stringify(now));
}

/** Remembers the part that is open. */
export function useRemembered(part: Part | undefined) {
  const userId = useUser().id;
  useEffect(() => {
    if (!part) return;
    const { id, part_brand_id, brand, code, product_with_category } = part;
    rememberPart(userId, { id, part_brand_id, brand, code, product: product_with_category.name });
  }, [userId, part]);
}
