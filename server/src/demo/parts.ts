import type { readTaxonomy } from '../reference/reference.ts';
import { type Attribute, describeProduct, SIDES } from './attributes.ts';
import { createFitter, type Fit, type Vehicle } from './fitment.ts';
import { EQUIVALENT_BRANDS, MAKERS, makes } from './makers.ts';
import { createRandom, type Random } from './random.ts';

type Taxonomy = Awaited<ReturnType<typeof readTaxonomy>>;
type Product = Taxonomy['categories'][number]['products'][number] & { readonly category: string };

export type DemoPart = {
  readonly brand: string;
  readonly product: string;
  readonly code: string;
  readonly observation: string;
  readonly enabled: boolean;
  readonly discontinued: boolean;
  readonly created_at: Date;
  readonly attributes: readonly Attribute[];
  readonly crosses: readonly { readonly brand: string; readonly code: string }[];
  readonly vehicles: readonly number[];
};

const FIRST_DAY = Date.UTC(2019, 2, 4);
const DAYS = 2300;
const DAY = 24 * 60 * 60_000;

/** The catalogue of the invented brands. The same taxonomy and vehicles give the same parts. */
export function makeParts({ demo_brands, categories }: Taxonomy, vehicles: readonly Vehicle[]): DemoPart[] {
  const products = categories.flatMap(({ name, products }) =>
    products.map((product): Product => ({ ...product, category: name })),
  );
  const fitting = createFitter(vehicles);
  return demo_brands.flatMap((brand) => makeBrand(brand, products, fitting));
}

function makeBrand(
  brand: string,
  everyProduct: readonly Product[],
  fitting: ReturnType<typeof createFitter>,
): DemoPart[] {
  const maker = MAKERS[brand];
  if (!maker) throw new Error(`The demo does not know what ${brand} makes`);
  const random = createRandom(brand);
  const products = everyProduct.filter(({ category, name }) => makes(maker, category, name));
  // The first products of a category are the most common.
  const weights = products.map((_, index) => 1 / (1 + 0.12 * index));
  const unit = maker.parts / weights.reduce((sum, weight) => sum + weight, 0);
  const launches = products.flatMap((product, index) => {
    const isSided = product.attributes.some(([name]) => name === 'Lado');
    const fits = fitting(random, product);
    const count = Math.max(1, Math.round(((weights[index] ?? 0) * unit) / (isSided ? 2 : 1)));
    const line = String(10 + index);
    return Array.from({ length: count }, (_, n) => ({ product, line, isSided, fit: fits[n % fits.length] }));
  });

  // Serial numbers grow with time, with gaps.
  const serials = new Map<string, number>();
  const nextSerial = (line: string) => {
    const serial = (serials.get(line) ?? random.integer(2, 60) * 10) + random.pick([1, 1, 1, 2, 5]);
    serials.set(line, serial);
    return String(serial).padStart(4, '0');
  };
  const days = launches.map(() => random.integer(0, DAYS)).sort((a, b) => a - b);
  return random.shuffle(launches).flatMap(({ product, line, isSided, fit }, index) => {
    const described = describeProduct(random, product.name, product.attributes);
    const minutes = random.integer(11 * 60, 20 * 60);
    const created_at = new Date(FIRST_DAY + (days[index] ?? 0) * DAY + minutes * 60_000);
    return (isSided ? SIDES : [null]).map((side): DemoPart => {
      const discontinued = random.chance(0.05);
      return {
        brand,
        product: product.name,
        code: maker.code(line, nextSerial(line), side?.charAt(0) ?? ''),
        observation: random.chance(0.65) ? observe(random, fit, side, discontinued) : '',
        enabled: !random.chance(0.05),
        discontinued,
        created_at,
        attributes: mostOf(random, described, side),
        crosses: crossWith(random, fit),
        vehicles: fit?.vehicles.map(({ id }) => id) ?? [],
      };
    });
  });
}

/** Leaves out some attributes, as in real catalogues; some parts have none. */
function mostOf(random: Random, attributes: readonly Attribute[], side: string | null): Attribute[] {
  if (random.chance(0.06)) return [];
  const isComplete = random.chance(0.5);
  return attributes.flatMap((attribute) => {
    if (side && attribute.name === 'Lado') return [{ ...attribute, value: side }];
    return isComplete || random.chance(0.75) ? [attribute] : [];
  });
}

function crossWith(random: Random, fit: Fit | undefined) {
  if (random.chance(0.12)) return [];
  const makers = random.shuffle(EQUIVALENT_BRANDS).slice(0, random.integer(1, 5));
  const originals = [...new Set(fit?.vehicles.map(({ brand }) => brand))].slice(0, 2);
  return [
    ...originals.map((brand) => ({ brand, code: `DEMO-${random.digits(3)} ${random.digits(3)} ${random.digits(3)}` })),
    ...makers.map((brand) => ({
      brand,
      code: `DEMO-${random.pick([...'ABCFHKLPRSTW'])}${random.digits(2)}${random.pick(['-', '/', ' ', ''])}${random.digits(3)}`,
    })),
  ];
}

const NOTES = [
  'Verificar las medidas antes de instalar.',
  'Se presenta en caja individual.',
  'Calidad equivalente a la original.',
  'Se recomienda instalar en taller especializado.',
  'Consultar el boletín técnico del fabricante.',
  'Incluye instrucciones de montaje.',
];

function observe(random: Random, fit: Fit | undefined, side: string | null, discontinued: boolean): string {
  const sentences = [
    ...(fit && fit.vehicles.length > 0 ? [nameVehicles(fit)] : []),
    ...(side ? [`Lado ${side.toLowerCase()}.`] : []),
    ...(discontinued ? ['Sin producción: consultar reemplazo.'] : []),
    ...(random.chance(0.4) ? [random.pick(NOTES)] : []),
  ];
  return sentences.join(' ');
}

/** «Para Peugeot 208 I, Citroën C3 II y otros con motor EC5.» */
function nameVehicles({ vehicles, byEngine }: Fit): string {
  const models = [...new Set(vehicles.map(({ brand, model }) => `${brand} ${model}`))];
  const named = models.slice(0, 3);
  const last = models.length > named.length ? 'otros' : named.length > 1 ? named.pop() : undefined;
  const list = [named.join(', '), ...(last ? [last] : [])].join(' y ');
  const engine = vehicles[0]?.engine_code;
  return `Para ${list}${byEngine && engine ? ` con motor ${engine}` : ''}.`;
}
