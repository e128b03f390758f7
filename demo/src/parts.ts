import type { DemoPart } from '@piezario/server/demo/catalog';
import { applyTo } from './applications.ts';
import { describeProduct } from './attributes.ts';
import { barcodeOf } from './barcodes.ts';
import type { Fit, Vehicle } from './fitment.ts';
import { type Listing, makeListings, type Taxonomy } from './listings.ts';
import { EQUIVALENT_BRANDS } from './makers.ts';
import { numberOriginals } from './oem.ts';
import { createRandom, type Random } from './random.ts';
import { keyOf, type Relations, relate } from './relations.ts';

/** Categories whose products take no vehicles. */
export const WITHOUT_VEHICLES: readonly string[] = ['Lubricantes y fluidos'];

type Part = Omit<DemoPart, 'pictures'>;

/** The catalog of the invented brands. The same taxonomy and vehicles give the same parts. */
export function makeParts(taxonomy: Taxonomy, vehicles: readonly Vehicle[]): Part[] {
  const listings = makeListings(taxonomy, vehicles);
  const relationsOf = relate(listings);
  return listings.map((listing) => makePart(listing, relationsOf(listing)));
}

function makePart(listing: Listing, relations: Relations): Part {
  const { brand, product, code, fit, created_at } = listing;
  const random = createRandom(`${brand} ${code}`);
  const discontinued = random.chance(relations.replacedBy ? 0.7 : 0.05);
  return {
    brand,
    product: product.name,
    code,
    observation: observe(random, listing, relations, discontinued),
    enabled: !random.chance(0.05),
    discontinued,
    created_at: created_at.toISOString(),
    attributes: describe(random, listing),
    crosses: crossWith(random, listing, relations),
    // Stays false for a product that takes no vehicles.
    is_universal: fit.vehicles.length === 0 && !WITHOUT_VEHICLES.includes(product.category),
    applications: applyTo(listing),
  };
}

/** Interchangeable parts have the same measures. As in real catalogs, some attributes are missing, or all of them. */
function describe(random: Random, { brand, code, product, fit, side, place }: Listing): Part['attributes'] {
  if (random.chance(0.06)) return [];
  const isComplete = random.chance(0.5);
  const measured = createRandom(fit.name ? `${product.name} para ${fit.name}` : `Medidas de ${brand} ${code}`);
  return [
    ...describeProduct(measured, product.name, product.attributes).flatMap((attribute) => {
      if (side && attribute.name === 'Lado') return [{ ...attribute, value: side }];
      return isComplete || random.chance(0.75) ? [attribute] : [];
    }),
    ...(random.chance(0.9) ? [{ name: 'Código de barras', value: barcodeOf(brand, place), unit: '' }] : []),
  ];
}

function crossWith(random: Random, listing: Listing, { equivalents }: Relations): Part['crosses'] {
  const named = equivalents.map(({ brand, code }) => ({ brand, code }));
  if (random.chance(0.12)) return named;
  const key = keyOf(listing);
  const shared = createRandom(`Equivalencias de ${key}`);
  const known = shared
    .shuffle(EQUIVALENT_BRANDS)
    .slice(0, 6)
    .map((brand) => ({
      brand,
      code: `DEMO-${shared.pick([...'ABCFHKLPRSTW'])}${shared.digits(2)}${shared.pick(['-', '/', ' ', ''])}${shared.digits(3)}`,
    }));
  return [
    ...numberOriginals(random, listing.brand, key, listing.fit),
    ...random.shuffle(known).slice(0, random.integer(1, 5)),
    ...named,
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

/** About a third of the parts without a side or a replacement have no description. */
function observe(
  random: Random,
  { fit, side, pair }: Listing,
  { replaces, replacedBy }: Relations,
  discontinued: boolean,
): string {
  if (!side && !replaces && !replacedBy && random.chance(0.35)) return '';
  const sentences = [
    ...(fit.vehicles.length > 0 ? [nameVehicles(fit)] : []),
    ...(side ? [`Lado ${side.toLowerCase()}. El otro lado es ${pair}.`] : []),
    ...(replaces ? [`Reemplaza a ${replaces}.`] : []),
    ...(replacedBy ? [`Reemplazada por ${replacedBy}.`] : []),
    ...(discontinued && !replacedBy ? ['Sin producción: consultar reemplazo.'] : []),
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
