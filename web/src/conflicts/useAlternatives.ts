import { type Conflict, conflicts } from '@piezario/contract/conflicts';
import { useAction, useWrite } from '../api/hooks.ts';
import { offerUndo } from '../ui/notify.ts';

const bodyOf = ({ part, other }: Conflict) => ({ body: { part_id: part.id, other_id: other.id } });

/** Says that two parts are alternatives, which can be undone, and takes it back. */
export function useAlternatives() {
  const write = useWrite(conflicts.silence);
  const { mutate } = useAction(conflicts.restore);
  const restore = (pair: Conflict) => mutate(bodyOf(pair));
  return {
    restore,
    silence: (pair: Conflict) =>
      write(bodyOf(pair), () =>
        offerUndo(`${pair.part.code} y ${pair.other.code} quedaron como alternativas`, () => restore(pair)),
      ),
  };
}
