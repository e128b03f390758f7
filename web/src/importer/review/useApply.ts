import { UNDO_DAYS } from '@piezario/contract/history';
import { importReview, type ReviewedKind } from '@piezario/contract/import-review';
import type { ImportFile } from '@piezario/contract/importer';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiError, send } from '../../api/client.ts';
import { notifyFailure } from '../../api/failure.ts';
import { refresh } from '../../api/hooks.ts';
import { confirmAction } from '../../ui/confirm.tsx';
import { notifySuccess } from '../../ui/notify.ts';
import { counted } from '../../ui/words.ts';
import { acceptedOf } from './words.ts';

/**
 * Applies a review. Asks first when whole parts are removed. The server refuses an unconfirmed call that would remove
 * much of what the parts have, and the person is asked again.
 */
export function useApply({ udid }: ImportFile) {
  const queries = useQueryClient();
  const applying = useMutation<void, ApiError, 0 | 1>({
    mutationFn: async (confirmed) =>
      notifySuccess((await send(importReview.apply, { body: { udid, confirmed } })).message),
    onSettled: () => refresh(queries, importReview.apply),
    onError: (error, confirmed) => {
      if (confirmed === 1 || !error.errors.confirmed) return notifyFailure(error);
      confirmAction({
        title: '¿Aplicar igual?',
        consequence: error.message,
        action: 'Aplicar igual',
        onConfirm: () => applying.mutate(1),
      });
    },
  });
  const apply = (kinds: readonly ReviewedKind[]) => {
    const parts = removedParts(kinds);
    if (parts === 0) return applying.mutate(0);
    const what = counted(parts, 'pieza');
    confirmAction({
      title: `¿Aplicar y quitar ${what}?`,
      consequence: `${parts === 1 ? 'Se va' : 'Se van'} con todo lo que ${parts === 1 ? 'tiene' : 'tienen'}. Durante ${UNDO_DAYS} días se puede deshacer.`,
      action: 'Aplicar',
      onConfirm: () => applying.mutate(0),
    });
  };
  return { apply, isPending: applying.isPending };
}

const removedParts = (kinds: readonly ReviewedKind[]) =>
  acceptedOf(kinds.filter(({ sheet, action }) => sheet === 'Piezas' && action === 'removed'));
