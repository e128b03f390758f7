import type { Picture } from '@piezario/contract/pictures';
import { isRunning, type Upload } from '../ui/upload/upload.ts';

/** An uploaded file that the server has stored and whose picture is not on the screen yet. */
export type StoredUpload = {
  /** Id of its upload. */
  readonly id: number;
  readonly file: File;
  readonly picture: Picture;
  /** Whether it is among the pictures of the part. Until then it waits for the files that were chosen before it. */
  readonly isAdded: boolean;
};

/** Returns the stored uploads without a running one before them, in the order in which they were chosen. */
export function readyIn(stored: readonly StoredUpload[], uploads: readonly Upload[]): readonly StoredUpload[] {
  const firstRunning = Math.min(...uploads.filter(isRunning).map(({ id }) => id));
  return stored.filter(({ id, isAdded }) => !isAdded && id < firstRunning).toSorted((a, b) => a.id - b.id);
}

/**
 * The server orders pictures by arrival, not by choice. Returns the ids of the pictures to move, in the order in which
 * their files were chosen; none when the new picture is at its place. `added` are the earlier pictures in that order.
 */
export function misplacedBy({ id, picture }: StoredUpload, stored: readonly StoredUpload[], added: readonly number[]) {
  const behind = added.filter((one) => one > picture.id);
  const isBehind = stored.some((one) => !one.isAdded && one.id > id && one.picture.id < picture.id);
  return behind.length > 0 || isBehind ? [...behind, picture.id] : [];
}
