import { type Part, parts } from '@piezario/contract/parts';
import { ApiError, send } from '../../api/client.ts';
import { holdUnsaved } from '../../ui/unsaved.ts';

/** The last save of each part that has not been answered yet. */
const last = new Map<number, Promise<string>>();
/** Each part as its last save was answered. The table may still show the version before it. */
const answered = new Map<number, Part>();

holdUnsaved({ isDirty: () => last.size > 0, asks: true });

/** Whether a save of the part has not been answered yet. */
export const isBeingSaved = (id: number) => last.has(id);

type Fields = Partial<Pick<Part, 'enabled' | 'discontinued' | 'observation'>>;

/**
 * Saves fields of a part after its pending saves and with the version that they return, so that saves in a row do not
 * conflict. Resolves with the server's message.
 */
export async function saveInTurn(part: Part, fields: Fields): Promise<string> {
  const before: Promise<unknown> = last.get(part.id) ?? Promise.resolve();
  const turn = before.catch(() => {}).then(() => save(part, fields));
  last.set(part.id, turn);
  try {
    return await turn;
  } finally {
    if (last.get(part.id) === turn) last.delete(part.id);
  }
}

async function save(part: Part, fields: Fields): Promise<string> {
  const own = answered.get(part.id);
  const { id, part_brand_id, part_product_id, code, version } = own && own.version > part.version ? own : part;
  const place = { part_id: id, part_brand_id, part_product_id, code, version };
  try {
    const { result, message } = await send(parts.update, { body: { ...place, ...fields } });
    answered.set(id, result);
    return message;
  } catch (caught) {
    // The next read of the part has the version for a retry.
    if (!ApiError.of(caught).isPassing) answered.delete(id);
    throw caught;
  }
}
