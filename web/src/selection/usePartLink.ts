import { admits } from '@piezario/contract/access';
import type { Gap } from '@piezario/contract/gaps';
import { parts } from '@piezario/contract/parts';
import { useRouter } from '@tanstack/react-router';
import { useRole } from '../auth/session.tsx';
import type { ListPage } from '../ui/listPage.ts';
import { overlayState } from '../ui/overlay.ts';

type Placed = { readonly id: number; readonly part_brand_id: number };

/** A step of the wizard, or a view, over the catalog of a part's brand. Closing it returns to the previous screen. */
export const overCatalog = (part: Placed, named: { step: string; gap?: Gap } | { view: string }, listPage?: ListPage) =>
  ({
    to: '/parts/catalog',
    search: { part_brand: String(part.part_brand_id), part: String(part.id), ...named },
    state: overlayState(listPage),
    resetScroll: false,
  }) as const;

export type OverCatalog = ReturnType<typeof overCatalog>;

/**
 * Opens a found part in the wizard for roles that may change it, else with its attributes. The address of the link is
 * that of the part's sheet.
 */
export function usePartLink() {
  const { navigate } = useRouter();
  const edits = admits(parts.update.access, useRole());
  return (part: Placed, listPage?: () => ListPage | undefined) => ({
    href: `/parts/${part.id}`,
    open: () => void navigate(overCatalog(part, edits ? { step: '1' } : { view: 'attributes' }, listPage?.())),
  });
}
