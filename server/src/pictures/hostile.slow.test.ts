import { readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { api } from '@piezario/contract/api';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { keysUnder } from '../testing/files.ts';
import { asFile, paint } from '../testing/images.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

/* An upload is encoded again as a clean raster image, or refused with a message. */

const server = await startServer();
const { db, files, dataDir } = server;
const brand = await addBrand(db);
const product = await addProduct(db, (await addCategory(db)).id);
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const part = await addPart(db, brand.id, product.id);

const NOT_AN_IMAGE = 'El archivo no es una imagen';
const send = async (content: Uint8Array, name?: string) => {
  const { id } = await addPart(db, brand.id, product.id);
  return maker.send(api.pictures.store, { body: { part_id: id, attachment: asFile(content, name) } });
};
const refusal = (message: string) => ({ code: 422, message, result: { errors: { attachment: message } } });
const download = async (url: string) => Buffer.from(await (await server.guest.fetch('GET', url)).arrayBuffer());

/** Uploads an image. Returns both stored files, and a function that returns the color at a position of the image. */
async function pass(content: Uint8Array) {
  const { code, message, result } = await send(content);
  if (code !== 200) throw new Error(message);
  const [full, thumbnail] = [await download(result.imageUrl), await download(result.thumbnailUrl)];
  const { data, info } = await sharp(full).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    const [red = 0, green = 0, blue = 0] = data.subarray(start, start + 3);
    return red > 180 && green > 180 && blue > 180
      ? 'white'
      : red > blue + 60
        ? 'red'
        : blue > red + 60
          ? 'blue'
          : 'grey';
  };
  return { result, full, thumbnail, at, metadata: await sharp(full).metadata() };
}

/** A PNG of any size whose equal pixels compress to nearly nothing. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

const jpeg = await paint(400, 300).jpeg().toBuffer();
const png = await paint(400, 300).png().toBuffer();
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>';
const ftyp = (...brands: string[]) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 8 + 4 * brands.length]),
    Buffer.from(`ftyp${brands.join('')}`),
    Buffer.alloc(900),
  ]);

describe('refused as no image', () => {
  test.each<[string, Uint8Array]>([
    ['nothing at all', Buffer.alloc(0)],
    ['one byte', Buffer.from([0xff])],
    ['an SVG with a script', Buffer.from(SVG)],
    ['an SVG that says it is XML', Buffer.from(`<?xml version="1.0"?>\n<!DOCTYPE svg>\n${SVG}`)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')],
    ['PostScript', Buffer.from('%!PS-Adobe-3.0\nshowpage')],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01')],
    ['an archive', Buffer.from('PK\x03\x04')],
    ['a portable pixmap', Buffer.from('P6 2 2 255 abcdefghijkl')],
    ['a radiance picture', Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\nabcd')],
    ['a matrix', Buffer.from('2 2\n1 2\n3 4')],
    ['a comma separated table', Buffer.from('1,2\n3,4')],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2)],
    ['a JPEG without its end', jpeg.subarray(0, jpeg.length - 30)],
    ['the start of a JPEG alone', jpeg.subarray(0, 200)],
    ['half a PNG', png.subarray(0, png.length / 2)],
    ['a PNG with a byte turned over', Buffer.concat([png.subarray(0, 60), Buffer.from([0xff]), png.subarray(61)])],
    ['a page that begins like a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<script>')])],
    ['a GIF that is a script', Buffer.from('GIF89a=1;alert(1)')],
    ['an AVIF without contents', ftyp('avif', '\0\0\0\0', 'mif1')],
  ])('%s', async (_, content) => {
    expect(await send(content)).toMatchObject(refusal(NOT_AN_IMAGE));
  });

  test.each(['foto.jpg', 'foto.svg', 'foto.svg.jpg'])('under any name: %s', async (name) => {
    expect(await send(Buffer.from(SVG), name)).toMatchObject(refusal(NOT_AN_IMAGE));
  });

  test('an SVG that is compressed, or that names a file of the server', async () => {
    await writeFile(join(dataDir, 'secreto.png'), png);
    const link = SVG.replace(/<script.*script>/, `<image href="file://${dataDir}/secreto.png" width="9" height="9"/>`);
    const { gzipSync } = await import('node:zlib');
    for (const content of [Buffer.from(link), gzipSync(SVG)]) {
      expect(await send(content)).toMatchObject(refusal(NOT_AN_IMAGE));
    }
  });
});

test.each([
  ['heic', '\0\0\0\0', 'mif1', 'heic'],
  ['mif1', '\0\0\0\0', 'heic'],
  ['heix', '\0\0\0\0', 'mif1'],
  ['hevc', '\0\0\0\0', 'hevc'],
  ['msf1', '\0\0\0\0', 'hevc'],
])('a HEIC photo (%s) is refused with advice', async (...brands) => {
  expect(await send(ftyp(...brands))).toMatchObject(
    refusal('Las fotos HEIC no se pueden leer: guardala como JPG o PNG y subila de nuevo'),
  );
});

describe('an image that is too large is refused by its header', () => {
  test.each([
    [16_000, 16_000, 'La imagen mide 16.000 × 16.000 píxeles: se permiten hasta 12.000 de cada lado'],
    [1, 50_000, 'La imagen mide 1 × 50.000 píxeles: se permiten hasta 12.000 de cada lado'],
    [12_001, 2, 'La imagen mide 12.001 × 2 píxeles: se permiten hasta 12.000 de cada lado'],
    [10_000, 4001, 'La imagen tiene 41 megapíxeles: se permiten hasta 40'],
  ])('%i × %i', async (width, height, message) => {
    const content = hugePng(width, height);
    expect(content.length).toBeLessThan(100_000);
    expect(await send(content)).toMatchObject(refusal(message));
  });

  test('but 40 megapixels are read', async () => {
    const { result } = await send(hugePng(10_000, 4000));
    expect(result).toMatchObject({ width: 1920, height: 768 });
  });

  test('and a file of more than 20 MB is refused', async () => {
    const content = Buffer.concat([jpeg, Buffer.alloc(20 * 1024 * 1024)]);
    expect(await send(content)).toMatchObject({
      code: 413,
      message: 'El archivo es demasiado grande: se permiten hasta 20 MB',
    });
    expect(await send(content.subarray(0, 20 * 1024 * 1024))).toMatchObject({ code: 200 });
  });
});

describe('the stored picture is a clean raster', () => {
  test.each([
    ['a JPEG', () => paint(400, 300).jpeg()],
    ['a progressive JPEG', () => paint(400, 300).jpeg({ progressive: true })],
    ['a JPEG in CMYK', () => paint(400, 300).toColourspace('cmyk').jpeg()],
    ['a PNG', () => paint(400, 300).png()],
    ['a PNG of 16 bits', () => paint(400, 300).toColourspace('rgb16').png()],
    ['a PNG with a palette', () => paint(400, 300).png({ palette: true })],
    ['a WebP', () => paint(400, 300).webp()],
    ['a GIF', () => paint(400, 300).gif()],
    ['a TIFF', () => paint(400, 300).tiff()],
    ['an AVIF', () => paint(400, 300).avif()],
  ])('%s', async (_, make) => {
    const { metadata, at } = await pass(await make().toBuffer());
    expect(metadata).toMatchObject({ format: 'jpeg', width: 400, height: 300, space: 'srgb', channels: 3 });
    expect([at(0.2, 0.5), at(0.8, 0.5)]).toEqual(['red', 'blue']);
  });

  test('without a page inside the image', async () => {
    const script = '<script>alert(document.domain)</script>';
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), Buffer.from(script)]);
    const polyglots = [
      Buffer.concat([jpeg, Buffer.from(script)]),
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      Buffer.concat([png, Buffer.from(script), jpeg]),
      await paint(90, 90).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${script}</x:xmpmeta>`).jpeg().toBuffer(),
    ];
    for (const polyglot of polyglots) {
      expect(polyglot.includes(script)).toBe(true);
      const { full, thumbnail } = await pass(polyglot);
      expect(full.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
      for (const kept of [full, thumbnail]) expect(kept.includes('script')).toBe(false);
    }
  });

  test('without metadata such as place and camera', async () => {
    const photo = await paint(400, 300)
      .withExif({
        IFD0: { Make: 'Telefono', Artist: 'Ana' },
        IFD3: { GPSLatitude: '34/1 36/1 0/1', GPSLongitude: '58/1 22/1 0/1' },
      })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { full, thumbnail } = await pass(photo);
    for (const kept of [full, thumbnail]) {
      const { exif, icc, xmp, iptc } = await sharp(kept).metadata();
      expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
      expect(kept.includes('Ana')).toBe(false);
    }
  });

  test.each([
    [1, 'red', 'blue'],
    [2, 'blue', 'red'],
    [3, 'blue', 'red'],
    [4, 'red', 'blue'],
  ])('upright, also when the camera says orientation %i', async (orientation, left, right) => {
    const { result, at } = await pass(await paint(400, 300).withMetadata({ orientation }).jpeg().toBuffer());
    expect(result).toMatchObject({ width: 400, height: 300 });
    expect([at(0.2, 0.5), at(0.8, 0.5)]).toEqual([left, right]);
  });

  test.each([
    [5, 'red', 'blue'],
    [6, 'red', 'blue'],
    [7, 'blue', 'red'],
    [8, 'blue', 'red'],
  ])('upright, also when the camera lay on its side, orientation %i', async (orientation, top, bottom) => {
    const { result, at } = await pass(await paint(400, 300).withMetadata({ orientation }).jpeg().toBuffer());
    expect(result).toMatchObject({ width: 300, height: 400 });
    expect([at(0.5, 0.2), at(0.5, 0.8)]).toEqual([top, bottom]);
  });

  test('with white for transparent pixels', async () => {
    const clear = sharp({ create: { width: 90, height: 90, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    for (const content of [await clear.clone().png().toBuffer(), await clear.clone().webp().toBuffer()]) {
      expect((await pass(content)).at(0.5, 0.5)).toBe('white');
    }
  });

  test('with the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['#d00000', '#0000d0', '#00d000'].map((background) =>
        sharp({ create: { width: 60, height: 60, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(3);
    const { result, at } = await pass(gif);
    expect(result).toMatchObject({ width: 60, height: 60 });
    expect(at(0.5, 0.5)).toBe('red');
  });

  test('in a color space that channels accept, also when it is gray', async () => {
    const { metadata } = await pass(await paint(90, 90).greyscale().jpeg().toBuffer());
    expect(metadata).toMatchObject({ format: 'jpeg', width: 90 });
    expect(['srgb', 'b-w']).toContain(metadata.space);
  });
});

test('uploads that are cut, refused or too large leave nothing behind', async () => {
  const before = await keysUnder(files, 'media/');
  const head = `--x\r\ncontent-disposition: form-data; name="part_id"\r\n\r\n${part.id}\r\n--x\r\ncontent-disposition: form-data; name="attachment"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const cut = (bytes: number) =>
    new Promise<void>((resolve) => {
      const upload = request(server.url + api.pictures.store.path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${maker.token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 10_000_000,
        },
      });
      upload.on('error', () => {});
      upload.on('close', resolve);
      upload.write(head);
      upload.write(Buffer.alloc(bytes), () => upload.destroy());
    });
  await Promise.all(Array.from({ length: 60 }, (_, index) => cut(index * 3000)));
  await Promise.all([send(Buffer.from(SVG)), send(Buffer.alloc(21 * 1024 * 1024)), send(jpeg.subarray(0, 900))]);
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'uploads'))).toEqual([]), 200_000);
  expect(await readdir(join(dataDir, 'files', 'tmp'))).toEqual([]);
  expect(await keysUnder(files, 'media/')).toEqual(before);
  expect(await maker.call(api.parts.show, { params: { partId: part.id } })).toMatchObject({ pictures: [] });
});
