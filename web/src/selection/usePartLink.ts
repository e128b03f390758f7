import { admits } from '@piezario/contract/access';
import { parts } from '@piezario/contract/parts';
import { useRouter } from '@tanstack/react-router';
import { useRole } from '../auth/session.tsx';

/**
 * Where a part is opened: over the catalogue of its brand, in the wizard for those who may change it, else with its
 * attributes. Closing it leads back to where it was opened from.
 */
export function usePartLink() {
  const router = useRouter();
  const edits = admits(parts.update.access, useRole());
  return (part: { readonly id: number; readonly part_brand_id: number }) => {
    const search = {
      part_brand: String(part.part_brand_id),
      part: String(part.id),
      ...(edits ? { step: '1' } : { view: 'attributes' }),
    };
    const to = '/parts/catalog';
    return {
      href: router.buildLocation({ to, search }).href,
      open: () => void router.navigate({ to, search, state: { overlayDepth: 1 }, resetScroll: false }),
    };
  };
}
