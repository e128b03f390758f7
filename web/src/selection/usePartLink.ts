import { admits } from '@piezario/contract/access';
import type { Gap } from '@piezario/contract/gaps';
import { parts } from '@piezario/contract/parts';
import { useRouter } from '@tanstack/react-router';
import { useRole } from '../auth/session.tsx';
import type { ListPage } from '../ui/listPage.ts';
import { overlayState } from '../ui/overlay.ts';

type Placed = { readonly id: number; readonly part_brand_id: number };

/** A step of the wizard, or a view, over the catalogue of a part's brand. Closing it leads back to where it was opened from. */
export const overCatalog = (part: Placed, named: { step: string; gap?: Gap } | { view: string }, listPage?: ListPage) =>
  ({
    to: '/parts/catalog',
    search: { part_brand: String(part.part_brand_id), part: String(part.id), ...named },
    state: overlayState(listPage),
    resetScroll: false,
  }) as const;

export type OverCatalog = ReturnType<typeof overCatalog>;

/**
 * How a part that was found is opened: in the wizard for those who may change it, else with its attributes. Its address is
 * that of the part at a glance.
 */
export function usePartLink() {
  const { navigate } = useRouter();
  const edits = admits(parts.update.access, useRole());
  return (part: Placed, listPage?: () => ListPage | undefined) => ({
    href: `/parts/${part.id}`,
    open: () => void navigate(overCatalog(part, edits ? { step: '1' } : { view: 'attributes' }, listPage?.())),
  });
}
