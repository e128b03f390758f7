import type { Position } from '@piezario/contract/applications';
import { inOrder } from '@piezario/contract/vehicles';
import type { DemoApplication } from '@piezario/server/demo/catalog';
import type { Vehicle } from './fitment.ts';
import type { Listing } from './listings.ts';
import { createRandom, type Random } from './random.ts';

/** Positions by words in the name of a product. */
const PLACES: readonly (readonly [RegExp, Position])[] = [
  [/delanter|Parrilla frontal/, 'Delantera'],
  [/traser|Luneta/, 'Trasera'],
  [/exterior/, 'Exterior'],
  [/Rótula de suspensión/, 'Inferior'],
];
/** Products for the front axle, the rear axle or both, at random for each part. */
const ON_AXLES = /^(Flexible de freno|Sensor de ABS|Maza de rueda|Bieleta|Buje de barra|Cazoleta|Tope y fuelle)/;
/** Products of which a vehicle takes two. */
const PAIRS =
  /^(Disco|Campana|Amortiguador|Espiral|Cazoleta|Tope|Rulemán de rueda|Maza|Flexible|Sensor de ABS|Bieleta|Rótula|Extremo|Precap|Buje)/;
const SETS_OF_FOUR = /^(Bujía|Bulón)/;
/** Notes of applications, by words in the name of a product. */
const NOTES: readonly (readonly [RegExp, string])[] = [
  [/freno|Freno|ABS|Maza|Rulemán de rueda/, 'Con ABS'],
  [/freno|Freno|Maza|Rulemán de rueda/, 'Sin ABS'],
  [/dirección|Extremo|Precap|Correa/, 'Con dirección hidráulica'],
  [/habitáculo|Correa|Radiador|Electroventilador/, 'Con aire acondicionado'],
  [/./, 'Excepto versiones deportivas'],
];

const LEFT_AND_RIGHT = { I: 'Izquierda', D: 'Derecha' } as const;

/** Returns the applications of a part. A few parts have a note, and a few applications are limited to some years. */
export function applyTo({ brand, code, product, fit, side }: Listing): DemoApplication[] {
  const random = createRandom(`Aplicaciones de ${brand} ${code}`);
  const named = PLACES.filter(([pattern]) => pattern.test(product.name)).map(([, position]) => position);
  const ofSide = Object.entries(LEFT_AND_RIGHT).flatMap(([letter, position]) =>
    side?.startsWith(letter) ? [position] : [],
  );
  const axles: readonly (readonly Position[])[] = ON_AXLES.test(product.name)
    ? random.pick([[['Delantera']], [['Trasera']], [['Delantera'], ['Trasera']]])
    : [[]];
  const quantity = quantityOf(product.name, side !== null);
  const notes = NOTES.filter(([pattern]) => pattern.test(product.name)).map(([, text]) => text);
  const note = random.chance(0.06) ? random.pick(notes) : '';
  return fit.vehicles.flatMap((vehicle) =>
    axles.map((axle) => ({
      vehicle: vehicle.index,
      positions: inOrder([...named, ...axle, ...ofSide]),
      quantity,
      note,
      ...yearsOf(random, vehicle),
    })),
  );
}

function quantityOf(product: string, isSided: boolean): number | null {
  if (isSided) return 1;
  if (SETS_OF_FOUR.test(product)) return 4;
  return PAIRS.test(product) ? 2 : null;
}

/** Limits a few applications to some years, as if the vehicle had changed while it was sold. */
function yearsOf(random: Random, { sold_from_year, sold_until_year }: Vehicle) {
  const all = { from_year: null, until_year: null };
  if (sold_until_year === null || sold_until_year - sold_from_year < 4 || !random.chance(0.04)) return all;
  const change = random.integer(sold_from_year + 1, sold_until_year - 1);
  return random.chance(0.5) ? { ...all, from_year: change } : { ...all, until_year: change };
}
