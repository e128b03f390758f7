import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Files, unavailable } from '../files/files.ts';
import { Failure } from '../http/failure.ts';
import { type PictureImage, readPicture } from '../pictures/image-files.ts';
import { UnreadableWorkbook } from '../spreadsheet/reading/unreadable.ts';
import { openZip, type Zip } from '../spreadsheet/reading/zip.ts';
import { LOST } from './messages.ts';
import { sayUnreadable, ZIP_LIMITS } from './zip.ts';

/** Where a picture is: the whole of an upload, or an entry of a zip. */
export type Place = {
  readonly id: number;
  readonly upload_id: number;
  readonly file_key: string;
  readonly entry: number | null;
};

/** Why a picture cannot be read, for the user. */
type Refused = { readonly refused: string };

/** Opens the uploads of an import. Zips are copied to `folder`, once each, because they need random access. */
export async function openUploads(files: Files, folder: string, progress: () => void) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const zips = new Map<number, Promise<Zip>>();

  async function copy(key: string, path: string): Promise<void> {
    const stored = await files.get(key);
    if (!stored) throw new Failure(404, LOST);
    await pipeline(watch(stored.content, progress), createWriteStream(path, { mode: 0o600 }));
  }

  async function copyZip({ upload_id, file_key }: Place): Promise<Zip> {
    const path = join(folder, `${upload_id}.zip`);
    await copy(file_key, path);
    return openZip(path, ZIP_LIMITS);
  }

  async function unpack(place: Place, path: string): Promise<void> {
    const { upload_id, file_key, entry } = place;
    if (entry === null) return copy(file_key, path);
    const copied = zips.get(upload_id) ?? copyZip(place);
    zips.set(upload_id, copied);
    const zip = await copied;
    const file = zip.entries[entry];
    if (!file) throw new Failure(404, LOST);
    await pipeline(zip.read(file.name), createWriteStream(path, { mode: 0o600 }));
  }

  return {
    /** Returns the decoded picture. */
    async read(place: Place): Promise<PictureImage | Refused> {
      const path = join(folder, `${place.id}.image`);
      try {
        await unpack(place, path);
        return await readPicture(path);
      } catch (error) {
        if (error instanceof UnreadableWorkbook) return { refused: sayUnreadable(error) };
        if (error instanceof Failure && error.code < 500) return { refused: error.message };
        throw error;
      } finally {
        await rm(path, { force: true });
      }
    },

    async close(): Promise<void> {
      for (const zip of zips.values()) await zip.then(({ close }) => close()).catch(() => {});
    },
  };
}

/** Reports progress of a long copy. Throws a 503 when the store stops in the middle of a file. */
async function* watch(content: Readable, progress: () => void): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of content) {
      progress();
      yield chunk;
    }
  } catch (cause) {
    throw unavailable(new Error('The store of files stopped in the middle of one', { cause }));
  }
}

export type Uploads = Awaited<ReturnType<typeof openUploads>>;
