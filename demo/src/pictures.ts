import { createHash } from 'node:crypto';
import type { DemoCatalog, DemoPart } from '@piezario/server/demo/catalog';
import sharp from 'sharp';
import { bodyOf } from './bodies.ts';
import { FAMILIES, type Family, PACKAGING } from './drawings/families.ts';
import { asBlueprint, onWhite, SIZE } from './drawings/paint.ts';
import { BODY_TYPES, drawVehicle } from './drawings/vehicles.ts';
import { createRandom } from './random.ts';

const THUMBNAIL_SIDE = 320;

/** Stores a file, and returns its key. */
export type Store = (name: string, content: Uint8Array) => Promise<string>;
/** The columns of a picture that depend on its drawing. Many parts share a drawing. */
type Drawn = Omit<DemoPart['pictures'][number], 'position' | 'name'>;

/** The name is a hash of the drawing, so that a changed drawing does not change the content of a key. */
const nameOf = (svg: string, extension: 'jpg' | 'webp') =>
  `${createHash('sha256').update(svg).digest('base64url')}.${extension}`;

async function draw(store: Store, svg: string, is_blueprint = false): Promise<Drawn> {
  const image = Buffer.from(svg);
  const content = await sharp(image).removeAlpha().jpeg({ quality: 60 }).toBuffer();
  // Rendering the small size is three times as fast as scaling the large one.
  const thumbnail = await sharp(image, { density: (72 * THUMBNAIL_SIDE) / SIZE })
    .webp({ quality: 80 })
    .toBuffer();
  const image_key = await store(nameOf(svg, 'jpg'), content);
  const thumbnail_key = await store(nameOf(svg, 'webp'), thumbnail);
  return { is_blueprint, width: SIZE, height: SIZE, bytes: content.length, image_key, thumbnail_key };
}

/**
 * Renders all drawings. Returns a function that selects the pictures of a part. Some parts have none, as in real
 * catalogs.
 */
export async function drawParts(store: Store) {
  const packaging = draw(store, onWhite(PACKAGING.draw()));
  const drawFamily = async (family: Family): Promise<[Family, Drawn[]]> => {
    if (family === PACKAGING) return [family, [await packaging]];
    const drawing = family.draw();
    const near = family.detail ? [draw(store, onWhite(drawing, family.detail))] : [];
    const plan = family.hasPlan ? [draw(store, asBlueprint(drawing), true)] : [];
    return [family, await Promise.all([draw(store, onWhite(drawing)), ...near, packaging, ...plan])];
  };
  const drawn = new Map(await Promise.all(FAMILIES.map(drawFamily)));
  return ({ brand, product, code }: { brand: string; product: string; code: string }): DemoPart['pictures'] => {
    const random = createRandom(`Fotos de ${brand} ${code}`);
    const family = FAMILIES.find(({ products }) => products.test(product)) ?? PACKAGING;
    const count = random.chance(0.15) ? 0 : random.pick([1, 1, 1, 2, 2, 3, 4]);
    return (drawn.get(family) ?? [])
      .slice(0, count)
      .map((picture, index) => ({ position: index + 1, name: `${code}_${index + 1}.jpg`, ...picture }));
  };
}

/** A silhouette for each model of the vehicle base. */
export async function drawVehicles(
  vehicles: readonly { readonly brand: string; readonly model: string }[],
  store: Store,
): Promise<DemoCatalog['vehicle_images']> {
  const images = new Map<string, { brand: string; model: string; image_key: string }>();
  for (const type of BODY_TYPES) {
    const svg = drawVehicle(type);
    // Without a background, for light and dark themes.
    const image_key = await store(nameOf(svg, 'webp'), await sharp(Buffer.from(svg)).webp({ quality: 85 }).toBuffer());
    for (const { brand, model } of vehicles) {
      if (bodyOf({ brand, model }) === type) images.set(`${brand} ${model}`, { brand, model, image_key });
    }
  }
  return [...images.values()];
}
