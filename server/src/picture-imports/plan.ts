import { buffer } from 'node:stream/consumers';
import type { PictureMode } from '@piezario/contract/picture-imports';
import { MAX_PICTURES } from '@piezario/contract/pictures';
import type { Files } from '../files/files.ts';
import type { Arranged, StoredPicture } from '../pictures/bulk.ts';
import { describe, type Keys, type PictureImage, putFiles } from '../pictures/image-files.ts';
import { REPEATED, TOO_MANY } from './messages.ts';

/** Picture of an import. The pictures of a part are in the order in which they are stored. */
export type Incoming = {
  readonly id: number;
  readonly name: string;
  readonly is_blueprint: boolean;
  readonly image: PictureImage;
};

export type Outcome = {
  readonly id: number;
  readonly outcome: 'stored' | 'repeated' | 'refused';
  readonly reason: string;
};

/** All pictures of a part after the import, and the outcome of each file. */
export type Plan = { readonly pictures: readonly Arranged[]; readonly outcomes: readonly Outcome[] };

/** Compares pictures with those that a part has, and stores the files of the new ones. */
export async function planPictures(
  files: Files,
  mode: PictureMode,
  stored: readonly StoredPicture[],
  incoming: readonly Incoming[],
): Promise<Plan> {
  const kept: Arranged[] = mode === 'append' ? stored.map(({ id }) => ({ id })) : [];
  const known = await sameAs(files, stored, incoming);
  const arranged: Arranged[] = [];
  const seen: Uint8Array[] = [];
  const outcomes: Outcome[] = [];
  for (const { id, name, is_blueprint, image } of incoming) {
    const same = known.get(id);
    const isSeen = seen.some((other) => isEqual(other, image.content));
    const isFull = kept.length + arranged.length >= MAX_PICTURES;
    if (isSeen || (same !== undefined && (mode === 'append' || !isFull))) {
      outcomes.push({ id, outcome: 'repeated', reason: REPEATED });
      // A replacement keeps the stored picture, at its new place, instead of storing the same file as a new one.
      if (same !== undefined && !isSeen && mode === 'replace') arranged.push({ id: same, is_blueprint });
    } else if (isFull) outcomes.push({ id, outcome: 'refused', reason: TOO_MANY });
    else {
      const keys: Keys = await putFiles(files, image);
      arranged.push({ name, is_blueprint, ...describe(image), ...keys });
      outcomes.push({ id, outcome: 'stored', reason: '' });
    }
    seen.push(image.content);
  }
  return { pictures: [...kept, ...arranged], outcomes };
}

/** Ids of stored pictures by the id of the file that equals them: encoding the same pixels gives the same bytes. */
async function sameAs(
  files: Files,
  stored: readonly StoredPicture[],
  incoming: readonly Incoming[],
): Promise<Map<number, number>> {
  const same = new Map<number, number>();
  for (const { id: storedId, image_key, ...size } of stored) {
    const alike = incoming.filter(({ image }) => {
      const { width, height, bytes } = describe(image);
      return width === size.width && height === size.height && bytes === size.bytes;
    });
    if (alike.length === 0) continue;
    const file = await files.get(image_key);
    const content = file && (await buffer(file.content));
    for (const { id, image } of alike)
      if (content && !same.has(id) && isEqual(content, image.content)) same.set(id, storedId);
  }
  return same;
}

const isEqual = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
