import type { Files } from '../files/files.ts';
import { newMediaKey } from '../files/media.ts';

/** The largest size that channels use, in pixels. */
const FULL_SIDE = 1920;

/** An uploaded file as a picture is stored, with its thumbnail. A file that is no image is refused. */
export async function readPicture(path: string) {
  // Imported at the first upload: the image library takes 25 MB of memory.
  const { readWithThumbnail } = await import('../files/image.ts');
  return readWithThumbnail(path, FULL_SIDE);
}
export type PictureImage = Awaited<ReturnType<typeof readPicture>>;

/** Columns of the row of a picture. */
export const describe = ({ width, height, content }: PictureImage) => ({ width, height, bytes: content.length });

export type Keys = { readonly image_key: string; readonly thumbnail_key: string };

/** Stores the files of a picture. They come before its row, so that a row never names a missing file. */
export async function putFiles(files: Files, { content, thumbnail }: PictureImage): Promise<Keys> {
  const keys = { image_key: newMediaKey('jpg'), thumbnail_key: newMediaKey('webp') };
  try {
    await files.put(keys.image_key, content);
    await files.put(keys.thumbnail_key, thumbnail);
    return keys;
  } catch (error) {
    await removeFiles(files, keys);
    throw error;
  }
}

/** Ignores errors: files that are left are swept a day later. */
export const removeFiles = (files: Files, { image_key, thumbnail_key }: Keys) =>
  Promise.allSettled([files.remove(image_key), files.remove(thumbnail_key)]);
