import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { DEMO_FOLDER, type DemoCatalog } from '@piezario/server/demo/catalog';
import { readTaxonomy, readVehicles } from '@piezario/server/reference/reference';
import { makeParts, WITHOUT_VEHICLES } from './parts.ts';
import { drawParts, drawVehicles, type Store } from './pictures.ts';

/* Writes the demo that the server loads at its first start: the same files from the same sources. */

const STAMP = new URL('sources.sha256', DEMO_FOLDER);

const vehicles = (await readVehicles()).map((vehicle, index) => ({ ...vehicle, index }));
const taxonomy = await readTaxonomy();

async function hashSources(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([vehicles, taxonomy]));
  const files = await readdir(import.meta.dirname, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.js')).sort())
    hash.update(await readFile(new URL(file, import.meta.url)));
  return hash.digest('hex');
}

async function writeDemo(): Promise<void> {
  await rm(DEMO_FOLDER, { recursive: true, force: true });
  await mkdir(new URL('media/', DEMO_FOLDER), { recursive: true });
  const store: Store = async (name, content) => {
    await writeFile(new URL(`media/${name}`, DEMO_FOLDER), content);
    return `media/demo/${name}`;
  };
  const picturesOf = await drawParts(store);
  const catalog: DemoCatalog = {
    without_vehicles: WITHOUT_VEHICLES,
    parts: makeParts(taxonomy, vehicles).map((part) => ({ ...part, pictures: picturesOf(part) })),
    vehicle_images: await drawVehicles(vehicles, store),
  };
  await writeFile(new URL('catalog.json', DEMO_FOLDER), JSON.stringify(catalog));
}

// Rendering takes several seconds, and the sources rarely change.
const sources = await hashSources();
if ((await readFile(STAMP, 'utf8').catch(() => '')) !== sources) {
  await writeDemo();
  await writeFile(STAMP, sources);
}
