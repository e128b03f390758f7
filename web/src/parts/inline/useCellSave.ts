import { type ListedPart, parts } from '@piezario/contract/parts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/client.ts';
import { notifyFailure } from '../../api/failure.ts';
import { refresh, useRewrite } from '../../api/hooks.ts';
import { notifySuccess, offerUndo } from '../../ui/notify.ts';
import { partName } from '../noun.ts';
import { isBeingSaved, saveInTurn } from './saveInTurn.ts';

export type Field = 'enabled' | 'discontinued' | 'observation';
export type Value = ListedPart[Field];

type Refused = { readonly value: Value; readonly message: string };

/** Values that were refused, until their cells open again. */
const refused = new Map<string, Refused>();
const cellOf = (id: number, field: Field) => `${id} ${field}`;

export const refusedIn = (id: number, field: Field) => refused.get(cellOf(id, field));
export const forgetRefused = (id: number, field: Field) => refused.delete(cellOf(id, field));

/**
 * Saves a field of a part. The table shows it at once; when the server refuses it, the table shows what is stored and the
 * cell opens again with what was typed and the reason, or a toast has the reason where the cell cannot open. The part is
 * then read again, so that a retry can overwrite a change by another user.
 */
export function useCellSave(reopen: () => boolean) {
  const queries = useQueryClient();
  const rewrite = useRewrite(parts.list);
  const show = ({ id, part_brand_id: brandId }: ListedPart, field: Field, value: Value) =>
    rewrite({ brandId }, (page) => ({
      ...page,
      data: page.data.map((one) => (one.id === id ? withValue(one, field, value) : one)),
    }));
  /** Resolves with the server's message, or with why it was refused. */
  const store = async (part: ListedPart, field: Field, value: Value): Promise<string | ApiError> => {
    show(part, field, value);
    try {
      return await saveInTurn(part, { [field]: value });
    } catch (caught) {
      show(part, field, part[field]);
      return ApiError.of(caught);
    }
  };
  /** Not after a connection or server error, nor while another save is pending: the read would show its old value. */
  const readAgain = async ({ id }: ListedPart, answer: string | ApiError) => {
    const isPassing = answer instanceof ApiError && answer.isPassing;
    if (!isPassing && !isBeingSaved(id)) await refresh(queries, parts.update);
  };
  const undo = async (part: ListedPart, field: Field, value: Value) => {
    const answer = await store(part, field, value);
    if (answer instanceof ApiError) notifyFailure(answer);
    else notifySuccess(answer);
    await readAgain(part, answer);
  };
  return async (part: ListedPart, field: Field, value: Value) => {
    const answer = await store(part, field, value);
    if (!(answer instanceof ApiError)) {
      offerUndo(answer, () => void undo(withValue(part, field, value), field, part[field]));
      await readAgain(part, answer);
      return;
    }
    // The person was signed out: the next person must not see the text in the cell.
    if (answer.code === 401) return;
    const message = [answer.message, answer.errors[field]].filter(Boolean).join('. ');
    refused.set(cellOf(part.id, field), { value, message });
    await readAgain(part, answer);
    if (!reopen()) notifyFailure(answer, `${partName(part)}: ${message}`);
  };
}

const withValue = (part: ListedPart, field: Field, value: Value): ListedPart => ({
  ...part,
  [field]: value,
  ...(field === 'observation' && { has_observation_str: value === '' ? 'NO' : 'SI' }),
});
