import type { Fit } from './fitment.ts';
import { createRandom, type Random } from './random.ts';

/**
 * Formats of the OEM numbers of vehicle makers: # is a digit, @ a letter, ~ a group boundary without a separator.
 * Brands of one maker share its numbers.
 */
const FORMS: readonly (readonly [maker: string, brands: string, forms: string])[] = [
  ['Renault', 'Renault', '77 01 ### ###, 77 00 ### ###, 82 00 ### ###, 60 01 ### ###'],
  ['Volkswagen', 'Volkswagen, Audi, SEAT', '0## ### ### @@, 0#@ ### ### @, #@0 ### ### @, #@# ### ###'],
  ['Fiat', 'Fiat, Alfa Romeo', '46~###~###, 50~###~###, 51~###~###, 55~###~###, 71~###~###'],
  ['PSA', 'Peugeot, Citroën, DS', '1###.@@, 4###.@@, 5###.@@, 0###.@@'],
  ['Ford', 'Ford', '@@##-####-@@, @@#@-#####-@@, #@##-####-@@'],
  ['General Motors', 'Chevrolet, Daewoo', '93~###~###, 94~###~###, 09~###~###, 52~###~###'],
  ['Toyota', 'Toyota, Lexus, Daihatsu', '#####-0#0##, #####-YZZ@#, #####-#@0##'],
  ['Nissan', 'Nissan', '#####-#@0##, #####-##@0@'],
  ['Honda', 'Honda', '#####-@@@-0##, #####-@#@-@##'],
  ['Hyundai', 'Hyundai, Kia', '#####-#@###, #####-#####'],
  ['Mercedes-Benz', 'Mercedes-Benz, Smart', 'A ### ### ## ##'],
  ['BMW', 'BMW, MINI', '## ## # ### ###'],
  ['Chrysler', 'Jeep, Dodge, RAM, Chrysler', '0~####~####~@@, 68~###~###~@@'],
  ['Suzuki', 'Suzuki', '#####-##@##'],
  ['Mitsubishi', 'Mitsubishi', 'M@~###~###, ####~@~###'],
  ['Land Rover', 'Land Rover, Rover', 'LR~###~###'],
  ['Porsche', 'Porsche', '9## ### ### ##'],
  ['Mazda', 'Mazda', '@#@#-##-###'],
  ['Subaru', 'Subaru', '#####~@@~###'],
  ['Volvo', 'Volvo', '3#~###~###, 2#~###~###'],
  ['Scania', 'Scania', '1~###~###, 0~###~###'],
  ['Iveco', 'Iveco', '504~###~###, 2~###~###'],
  ['Isuzu', 'Isuzu', '8-#####-###-#'],
];
const OTHER_FORMS = '@##-#######, @#####@####';

const MAKERS = new Map(
  FORMS.flatMap(([maker, brands, forms]) => brands.split(', ').map((brand) => [brand, { maker, forms }] as const)),
);

/** Aliases of vehicle brands, which some cross references use. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  Volkswagen: ['VW'],
  Chevrolet: ['GM', 'General Motors'],
  'Mercedes-Benz': ['Mercedes Benz', 'Mercedes'],
  Citroën: ['Citroen'],
};

const LETTERS = [...'ABCDEFGHJKLMNPRSTUVWXYZ'];

const fillIn = (random: Random, form: string) =>
  form.replace(/[#@]/g, (mark) => (mark === '#' ? random.digits(1) : random.pick(LETTERS)));

/** Formats numbers as a part brand does: as the vehicle maker, or with other separators or without leading zeros. */
function createWriter(brand: string) {
  const random = createRandom(`Números de ${brand}`);
  const separator = random.pick([null, null, ' ', '.', '-', '']);
  const dropsZeros = random.chance(0.25);
  return (number: string) => {
    const written = separator === null ? number.replaceAll('~', '') : number.split(/[ .~-]/).join(separator);
    return dropsZeros ? written.replace(/^0+[ .-]?/, '') : written;
  };
}

const writers = new Map<string, ReturnType<typeof createWriter>>();

/**
 * Invents OEM numbers for the first two brands of the vehicles that a part fits, as a part brand formats them. `key`
 * is the same for interchangeable parts, so that they have the same numbers.
 */
export function numberOriginals(random: Random, brand: string, key: string, fit: Fit) {
  const write = writers.get(brand) ?? createWriter(brand);
  writers.set(brand, write);
  return [...new Set(fit.vehicles.map(({ brand }) => brand))].slice(0, 2).map((vehicleBrand) => {
    const { maker, forms } = MAKERS.get(vehicleBrand) ?? { maker: vehicleBrand, forms: OTHER_FORMS };
    const shared = createRandom(`${maker}: ${key}`);
    const name = random.chance(0.15) ? random.pick(NAMES[vehicleBrand] ?? [vehicleBrand]) : vehicleBrand;
    return { brand: name, code: write(fillIn(shared, shared.pick(forms.split(', ')))) };
  });
}
