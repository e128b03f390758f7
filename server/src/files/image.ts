import { open } from 'node:fs/promises';
import { formatNumber } from '@piezario/contract/words';
import sharp, { type Sharp } from 'sharp';
import { Failure } from '../http/failure.ts';
import { createLimiter } from '../limiter.ts';

const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 12_000;
const THUMBNAIL_SIDE = 320;

/** Two decodes at once leave threads and memory of the process for other calls. */
const decoding = createLimiter({ atOnce: 2 });
sharp.concurrency(1);
sharp.cache(false);

// Formats that are not on the list are never read, although the library could.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});

type Raster = { readonly content: Uint8Array; readonly width: number; readonly height: number };

/** An uploaded image as a JPEG that fits into a square: upright, on white, in sRGB, without metadata. */
export const readImage = (path: string, side: number): Promise<Raster> => decoding.run(() => decode(path, side));

/** Like `readImage`, with a thumbnail. Both are one task, so that waiting images hold no pixels in memory. */
export const readWithThumbnail = (path: string, side: number): Promise<Raster & { readonly thumbnail: Uint8Array }> =>
  decoding.run(async () => {
    const image = await decode(path, side);
    return { ...image, thumbnail: await makeThumbnail(image.content) };
  });

const makeThumbnail = (jpeg: Uint8Array): Promise<Uint8Array> =>
  fit(sharp(jpeg), THUMBNAIL_SIDE).webp({ quality: 80 }).toBuffer();

async function decode(path: string, side: number): Promise<Raster> {
  try {
    await refuseTooLarge(path);
    const image = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
    const upright = fit(image, side).flatten({ background: '#fff' }).jpeg({ quality: 85 });
    const { data, info } = await upright.toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw refused((await isHeic(path)) ? HEIC : 'El archivo no es una imagen');
  }
}

const fit = (image: Sharp, side: number) =>
  image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

const HEIC = 'Las fotos HEIC no se pueden leer: guardala como JPG o PNG y subila de nuevo';
const refused = (message: string) => new Failure(422, message, { attachment: message });

/** Reads only the header, so that an image that is too large is refused before it takes memory. */
async function refuseTooLarge(path: string) {
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
  if (Math.max(width, height) > MAX_SIDE) {
    throw refused(
      `La imagen mide ${say(width)} × ${say(height)} píxeles: se permiten hasta ${say(MAX_SIDE)} de cada lado`,
    );
  }
  if (width * height > MAX_PIXELS) {
    const megapixels = Math.ceil((width * height) / 1e6);
    throw refused(`La imagen tiene ${megapixels} megapíxeles: se permiten hasta ${MAX_PIXELS / 1e6}`);
  }
}

const say = (pixels: number) => formatNumber(pixels);

/** HEIC, the format of phone photos, which our build of the library does not read. AVIF has the same container. */
async function isHeic(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    const [, brands = ''] = /^.{4}ftyp(.*)/s.exec(buffer.toString('latin1', 0, bytesRead)) ?? [];
    return /hei[cxms]|hev[cxms]|mif1|msf1/.test(brands) && !/avi[fs]/.test(brands);
  } finally {
    await file.close();
  }
}
