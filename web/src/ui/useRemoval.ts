import type { Endpoint, Result, Sent } from '@piezario/contract/endpoint';
import { useAction, useWrite } from '../api/hooks.ts';
import { offerUndo } from './notify.ts';

/** Removes at once, says what was removed and offers to bring it back. */
export function useRemoval<R extends Endpoint, U extends Endpoint>(
  remove: R,
  restore: U,
  onRemoved?: (sent: Sent<R>) => void,
  onRestored?: (result: Result<U>) => void,
) {
  const removing = useWrite(remove);
  // The rest of what it returns is another at every render, and so would be the actions of every row.
  const { mutate: bringBack } = useAction(restore, onRestored);
  /** `what` has its article and its name: «la marca Frenor». */
  return (what: string, sent: Sent<R>, back: Sent<U>) =>
    void removing(sent, () => {
      onRemoved?.(sent);
      offerUndo(`Se eliminó ${what}`, () => bringBack(back));
    });
}
