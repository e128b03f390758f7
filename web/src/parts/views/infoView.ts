import { seesHistory } from '@piezario/contract/access';
import { Id } from '@piezario/contract/fields';
import { useSearch } from '@tanstack/react-router';
import { useRole } from '../../auth/session.tsx';
import { useCloseOverlay } from '../../ui/overlay.ts';

const VIEWS = ['images', 'attributes', 'crosses', 'applications', 'history'] as const;
export type ViewName = (typeof VIEWS)[number];

/** The read-only view in the URL and the id of its part, or null. */
export function useInfoView() {
  const { view, part } = useSearch({ from: '/shell/parts/catalog' });
  const role = useRole();
  const name = VIEWS.find((one) => one === view);
  const id = Id.safeParse(part).data;
  return name && id && (name !== 'history' || seesHistory(role)) ? { name, id } : null;
}

const NAMES = ['view', 'part', 'history'];
export const useCloseInfoView = () => useCloseOverlay(NAMES);
