import type { readTaxonomy } from '@piezario/server/reference/reference';
import { SIDES } from './attributes.ts';
import { createFitter, type Fit, type Vehicle } from './fitment.ts';
import { MAKERS, makes } from './makers.ts';
import { createRandom } from './random.ts';

export type Taxonomy = Awaited<ReturnType<typeof readTaxonomy>>;
type Product = Taxonomy['categories'][number]['products'][number] & { readonly category: string };

/** Part that a brand sells under a code. */
export type Listing = {
  readonly brand: string;
  readonly product: Product;
  readonly fit: Fit;
  readonly side: (typeof SIDES)[number] | null;
  readonly code: string;
  /** The code of the same part for the other side. */
  readonly pair: string | null;
  /** The previous code, when the brand no longer sells it. */
  readonly dropped: string | null;
  /** Position in the catalog of the brand, from 1. */
  readonly place: number;
  readonly created_at: Date;
};

const FIRST_DAY = Date.UTC(2019, 2, 4);
const DAYS = 2300;
const DAY = 24 * 60 * 60_000;

/** Returns the listings of all invented brands, by brand and from the oldest to the newest. */
export function makeListings({ demo_brands, categories }: Taxonomy, vehicles: readonly Vehicle[]): Listing[] {
  const fitting = createFitter(vehicles);
  const products = categories.flatMap(({ name, products }) =>
    products.map((product): Product => ({ ...product, category: name })),
  );
  return demo_brands.flatMap((brand) => listBrand(brand, products, fitting));
}

function listBrand(
  brand: string,
  everyProduct: readonly Product[],
  fitting: ReturnType<typeof createFitter>,
): Listing[] {
  const maker = MAKERS[brand];
  if (!maker) throw new Error(`The demo does not know what ${brand} makes`);
  const random = createRandom(brand);
  const products = everyProduct.filter(({ category, name }) => makes(maker, category, name));
  // Of the products of a brand, the first in the taxonomy get the most parts.
  const weights = products.map((_, index) => 1 / (1 + 0.12 * index));
  const unit = maker.parts / weights.reduce((sum, weight) => sum + weight, 0);
  const launches = products.flatMap((product, index) => {
    const isSided = product.attributes.some(([name]) => name === 'Lado');
    const count = Math.max(1, Math.round(((weights[index] ?? 0) * unit) / (isSided ? 2 : 1)));
    // Each brand leaves out some of the first groups of vehicles.
    const fits = random.shuffle(fitting(product).slice(0, Math.ceil(count * 1.4)));
    const line = String(10 + index);
    return Array.from({ length: count }, (_, n) => {
      // Some parts are a new version of another one.
      const fit = fits[(n > 0 && random.chance(0.04) ? n - 1 : n) % fits.length];
      if (!fit) throw new Error(`No vehicle has ${product.name}`);
      return { product, line, isSided, fit };
    });
  });

  // Serial numbers grow with time, with gaps.
  const serials = new Map<string, number>();
  const days = launches.map(() => random.integer(0, DAYS)).sort((a, b) => a - b);
  let place = 0;
  return random.shuffle(launches).flatMap(({ product, line, isSided, fit }, index) => {
    const step = random.pick([1, 1, 1, 2, 5]);
    const serial = (serials.get(line) ?? random.integer(2, 60) * 10) + step;
    serials.set(line, serial);
    const minutes = random.integer(11 * 60, 20 * 60);
    const created_at = new Date(FIRST_DAY + (days[index] ?? 0) * DAY + minutes * 60_000);
    const codeOf = (number: number, side: Listing['side']) =>
      maker.code(line, String(number).padStart(4, '0'), side?.charAt(0) ?? '');
    return (isSided ? SIDES : [null]).map((side): Listing => {
      const other = SIDES.find((one) => one !== side) ?? null;
      place += 1;
      return {
        brand,
        product,
        fit,
        side,
        code: codeOf(serial, side),
        pair: side && codeOf(serial, other),
        dropped: step > 1 ? codeOf(serial - 1, side) : null,
        place,
        created_at,
      };
    });
  });
}
