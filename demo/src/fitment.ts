import { createRandom } from './random.ts';

export type Vehicle = {
  /** Position in the vehicle base that ships with the product. */
  readonly index: number;
  readonly brand: string;
  readonly model: string;
  readonly engine_code: string;
  readonly fuel: string;
  readonly sold_from_year: number;
  readonly sold_until_year: number | null;
  readonly components: Readonly<Record<string, string>>;
};
type Product = { readonly category: string; readonly name: string };

const MAX_VEHICLES = 40;

const UNIVERSAL = /^(Lubricantes y fluidos|GNC)|: (Lámpara|Relé|Bocina|Batería|Insignia|Antena|Filtro de GNC)/;

/** Products that fit every vehicle with the same engine; the others fit one model. Matched with `category: product`. */
const BY_ENGINE =
  /^(Encendido|Distribución|Correas y tensores auxiliares|Motor|Juntas y retenes|Inyección y sensores|Embrague)|: (Filtro de (aceite|aire|combustible)|Prefiltro|Portafiltro|Kit de filtros|Bomba de agua|Termostato|Carcasa de termostato|Bulbo de temperatura|Sensor de temperatura|Enfriador de aceite|Alternador|Burro|Regulador de voltaje|Placa de diodos|Polea de alternador)/;

const FITS_ELECTRIC =
  /^(Frenos|Suspensión|Dirección|Rodamientos|Iluminación|Carrocería|Cristales|Cerraduras|Exterior|Interior)/;

const TRUCK =
  /^(Scania|Agrale (8500|MA )|Ford (Cargo|F-4000)|Foton Aumark|Hyundai HD |Isuzu NPR|Iveco (EuroCargo|Hi-Way|S-Way|Stralis|Tector|Trakker)|Mercedes-Benz (1114|1620|1633|710|Accelo|Actros|Atego|Axor|OF )|Volkswagen (Constellation|Delivery|Worker)|Volvo (FH|VM))/;
export const isTruck = ({ brand, model }: Pick<Vehicle, 'brand' | 'model'>) => TRUCK.test(`${brand} ${model}`);

/** Conditions on the vehicle for some products. */
const CONDITIONS: readonly (readonly [RegExp, (vehicle: Vehicle) => boolean])[] = [
  [/gasoil|diesel|recalent|Tobera|Bomba inyectora|depresora/, ({ fuel }) => fuel === 'Diesel'],
  [
    /nafta|Bujía de encendido|Bobina|Cables de bujía|Módulo de encendido|istribuidor|Carburador|TPS|canister|lambda|paso a paso|mariposa|Rampa/,
    ({ fuel }) => fuel !== 'Diesel',
  ],
  [/istribuidor|Carburador/, ({ sold_from_year }) => sold_from_year < 1996],
  [/common rail|MAF|lambda|ABS|electrohidráulica|telecomando/, ({ sold_from_year }) => sold_from_year > 2002],
  [/habitáculo/, ({ sold_from_year }) => sold_from_year > 1997],
  [/caja automática/, ({ components }) => components.caja === 'Automática'],
  [/ardán|transferencia|Diferencial/, ({ components }) => components.traccion === '4x4'],
  [/Turbo|ntercooler/, ({ components }) => components.aspiracion === 'Turbo'],
];

/** The vehicles that one part fits; none for a universal part. The name is their engine or their model. */
export type Fit = { readonly name: string; readonly vehicles: readonly Vehicle[]; readonly byEngine: boolean };

const groupBy = (vehicles: readonly Vehicle[], key: (vehicle: Vehicle) => string): [string, Vehicle[]][] => {
  const groups = new Map<string, Vehicle[]>();
  for (const vehicle of vehicles) {
    const group = groups.get(key(vehicle));
    if (group) group.push(vehicle);
    else groups.set(key(vehicle), [vehicle]);
  }
  return [...groups];
};

const byEngineAndModel = (vehicles: readonly Vehicle[]) => ({
  engines: groupBy(
    vehicles.filter(({ engine_code }) => engine_code),
    ({ engine_code, fuel }) => `${engine_code} ${fuel}`,
  ),
  models: groupBy(vehicles, ({ brand, model }) => `${brand} ${model}`),
});

/**
 * Returns a function that lists the groups of vehicles that a part of a product can fit, larger groups usually first.
 * The order is the same for all brands, so that they compete for the same vehicles.
 */
export function createFitter(vehicles: readonly Vehicle[]) {
  const cars = byEngineAndModel(vehicles.filter((vehicle) => !isTruck(vehicle)));
  const trucks = byEngineAndModel(vehicles.filter(isTruck));

  return ({ category, name }: Product): Fit[] => {
    const product = `${category}: ${name}`;
    if (UNIVERSAL.test(product)) return [{ name: '', vehicles: [], byEngine: false }];
    const byEngine = BY_ENGINE.test(product);
    const { engines, models } = category === 'Línea pesada' ? trucks : cars;
    const conditions = [
      ...CONDITIONS.filter(([products]) => products.test(name)).map(([, condition]) => condition),
      ...(FITS_ELECTRIC.test(category) ? [] : [({ fuel }: Vehicle) => fuel !== 'Eléctrico']),
    ];
    const fits = (byEngine ? engines : models)
      .map(([name, group]) => ({
        name,
        vehicles: group.filter((vehicle) => conditions.every((condition) => condition(vehicle))),
      }))
      .filter(({ vehicles }) => vehicles.length > 0)
      .map(({ name, vehicles }) => ({ name, vehicles: vehicles.slice(0, MAX_VEHICLES), byEngine }));
    return createRandom(product).shuffle(fits, ({ vehicles }) => vehicles.length);
  };
}
