import type { Picture } from '@piezario/contract/pictures';
import { isRunning, type Upload } from '../ui/upload/upload.ts';

/** An uploaded file that the server has stored and whose picture is not on the screen yet. */
export type StoredUpload = {
  /** Of its upload. */
  readonly id: number;
  readonly file: File;
  readonly picture: Picture;
  /** Added to the pictures of the part. Until then it waits for the files that were chosen before it. */
  readonly added: boolean;
};

/** Those that no longer wait, in the order in which they were chosen. */
export function readyIn(stored: readonly StoredUpload[], uploads: readonly Upload[]): readonly StoredUpload[] {
  const firstRunning = Math.min(...uploads.filter(isRunning).map(({ id }) => id));
  return stored.filter(({ id, added }) => !added && id < firstRunning).toSorted((a, b) => a.id - b.id);
}

/**
 * The server numbers and places pictures as they arrive. Returns those that it has put behind others which were chosen
 * later, in the order of choosing; `added` are the pictures added before, in that order.
 */
export function misplacedBy({ id, picture }: StoredUpload, stored: readonly StoredUpload[], added: readonly number[]) {
  const behind = added.filter((one) => one > picture.id);
  const isBehind = stored.some((one) => !one.added && one.id > id && one.picture.id < picture.id);
  return behind.length > 0 || isBehind ? [...behind, picture.id] : [];
}
