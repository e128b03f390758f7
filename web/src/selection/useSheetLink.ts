import { useRouter } from '@tanstack/react-router';
import type { ListPage } from '../ui/listPage.ts';
import { overlayState } from '../ui/overlay.ts';

/** Link to the sheet of a part. `listPage` returns the page of the list that it is opened from. */
export function useSheetLink() {
  const { navigate } = useRouter();
  return (id: number, listPage: () => ListPage | undefined) => ({
    href: `/parts/${id}`,
    onOpen: () => void navigate({ to: '/parts/$id', params: { id: String(id) }, state: overlayState(listPage()) }),
  });
}
