import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Db } from '../db/connection/connect.ts';
import type { Files } from '../files/files.ts';
import { THUMBNAIL_SIDE } from '../files/image.ts';
import { bodyOf } from './bodies.ts';
import { FAMILIES, type Family, PACKAGING } from './drawings/families.ts';
import { asBlueprint, onWhite, SIZE } from './drawings/paint.ts';
import { BODY_TYPES, drawVehicle } from './drawings/vehicles.ts';
import { createRandom } from './random.ts';

/** The columns of a picture that depend on its drawing. Many parts share a drawing. */
type Drawn = {
  readonly image_key: string;
  readonly thumbnail_key: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly is_blueprint: boolean;
};

/** The key is a hash of the drawing, so that an interrupted start leaves no other files. */
const keyOf = (svg: string, extension: 'jpg' | 'webp') =>
  `media/demo/${createHash('sha256').update(svg).digest('base64url')}.${extension}`;

async function draw(files: Files, svg: string, is_blueprint = false): Promise<Drawn> {
  const image = Buffer.from(svg);
  const content = await sharp(image).removeAlpha().jpeg({ quality: 60 }).toBuffer();
  // Rendering the small size is three times as fast as scaling the large one.
  const thumbnail = await sharp(image, { density: (72 * THUMBNAIL_SIDE) / SIZE })
    .webp({ quality: 80 })
    .toBuffer();
  const keys = { image_key: keyOf(svg, 'jpg'), thumbnail_key: keyOf(svg, 'webp') };
  await files.put(keys.image_key, content);
  await files.put(keys.thumbnail_key, thumbnail);
  return { ...keys, width: SIZE, height: SIZE, bytes: content.length, is_blueprint };
}

/** Renders all drawings, and returns the pictures of a part. Some parts have none, as in real catalogues. */
export async function drawParts(files: Files) {
  const packaging = draw(files, onWhite(PACKAGING.draw()));
  const drawFamily = async (family: Family): Promise<[Family, Drawn[]]> => {
    if (family === PACKAGING) return [family, [await packaging]];
    const drawing = family.draw();
    const near = family.detail ? [draw(files, onWhite(drawing, family.detail))] : [];
    const plan = family.hasPlan ? [draw(files, asBlueprint(drawing), true)] : [];
    return [family, await Promise.all([draw(files, onWhite(drawing)), ...near, packaging, ...plan])];
  };
  const drawn = new Map(await Promise.all(FAMILIES.map(drawFamily)));
  return ({ brand, product, code }: { brand: string; product: string; code: string }) => {
    const random = createRandom(`Fotos de ${brand} ${code}`);
    const family = FAMILIES.find(({ products }) => products.test(product)) ?? PACKAGING;
    const shown = random.chance(0.15) ? 0 : random.pick([1, 1, 1, 2, 2, 3, 4]);
    return (drawn.get(family) ?? [])
      .slice(0, shown)
      .map((picture, index) => ({ ...picture, position: index + 1, name: `${code}_${index + 1}.jpg` }));
  };
}

/** A silhouette for each model of the vehicle base. */
export async function loadVehicleImages(db: Db, files: Files): Promise<void> {
  const keys = new Map(
    await Promise.all(
      BODY_TYPES.map(async (type) => {
        const svg = drawVehicle(type);
        const key = keyOf(svg, 'webp');
        // Without a background, for light and dark themes.
        await files.put(key, await sharp(Buffer.from(svg)).webp({ quality: 85 }).toBuffer());
        return [type, key] as const;
      }),
    ),
  );
  const models = await db.selectFrom('vehicles').select(['brand', 'model']).distinct().execute();
  const rows = models.map((vehicle) => ({ ...vehicle, image_key: keys.get(bodyOf(vehicle)) }));
  await sql`insert into vehicle_images (brand, model, image_key)
    select brand, model, image_key from json_to_recordset(${JSON.stringify(rows)}::json)
      as i(brand text, model text, image_key text)
    on conflict do nothing`.execute(db);
}
