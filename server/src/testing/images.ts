import sharp, { type Sharp } from 'sharp';

/** Left half red, right half blue, so that a rotation is visible. */
export function paint(width: number, height: number): Sharp {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#d00000' } };
  return sharp({ create: { width, height, channels: 3, background: '#0000d0' } }).composite([
    { input: half, left: 0, top: 0 },
  ]);
}

export const asFile = (content: Uint8Array<ArrayBufferLike>, name = 'foto.jpg') =>
  new File([Buffer.from(content)], name);

export const photo = async (width = 600, height = 400, name?: string) =>
  asFile(await paint(width, height).jpeg().toBuffer(), name);
