import type { Db } from '../../db/connection/connect.ts';
import { readVehicleBase, readVehicleBrandNames } from '../../vehicles/bulk.ts';
import { fuelOfCell } from '../../vehicles/fuels.ts';
import type { Column } from '../reading/layout.ts';
import type { RowReader } from '../reading/row-reader.ts';
import type { TextFolding } from '../reading/text-folding.ts';
import { comparedDisplacement, comparedValves } from './displacement.ts';
import { alikeOnes } from './likeness.ts';
import { countVersions, listVehicles, type Vehicle } from './vehicle-names.ts';
import {
  nearestInTime,
  type Refusal,
  refusal,
  refuseModel,
  refuseName,
  refuseSeveral,
  refuseVehicle,
} from './vehicle-refusals.ts';
import {
  ALL,
  BRAND,
  type Described,
  DISPLACEMENT,
  FUEL,
  ID_COLUMN,
  MODEL,
  type Sought,
  TEXT_COLUMNS,
  VALVES,
  VERSION,
  yearColumn,
} from './vehicle-row.ts';

/** Descriptions whose results are cached. */
const MAX_KEPT = 20_000;

/** Spreadsheets turn 1.6 into a number, which is shown as 1,6. */
const compared = (folded: string) => folded.replaceAll(',', '.');

/** The form in which the folded text of a column is compared. */
function comparedIn(folded: string, column: number): string {
  if (column === DISPLACEMENT) return comparedDisplacement(folded);
  return column === VALVES ? comparedValves(folded) : compared(folded);
}

type Match = { readonly ids: readonly number[]; readonly versions: string; readonly all: boolean };

const match = (vehicles: readonly Vehicle[], all: boolean): Match => ({
  ids: vehicles.map(({ id }) => id).sort((a, b) => a - b),
  versions: all ? countVersions(vehicles) : '',
  all,
});

type Brand = { readonly bare: string; readonly brand: string; readonly folded: string };

/** Finds the vehicles that a row describes. The vehicle base is small enough to keep in memory. */
export class VehicleMatcher {
  readonly #base: readonly Vehicle[];
  readonly #byId: ReadonlyMap<number, Vehicle>;
  /** Brands by the bare form of their name in the vehicle base, and of their aliases. */
  readonly #brands: ReadonlyMap<string, Brand>;
  readonly #fuels: ReadonlySet<string>;
  readonly #answers = new Map<string, Match | Refusal>();

  private constructor(base: readonly Vehicle[], names: readonly { bare: string; brand: string }[]) {
    this.#base = base.map((vehicle) => ({
      ...vehicle,
      folded: vehicle.folded.map(comparedIn),
      model_master_folded: compared(vehicle.model_master_folded),
    }));
    this.#byId = new Map(this.#base.map((vehicle) => [vehicle.id, vehicle]));
    this.#fuels = new Set(this.#base.map((vehicle) => vehicle.folded[FUEL] ?? ''));
    const folded = new Map(this.#base.map((vehicle) => [vehicle.brand, vehicle.folded[BRAND] ?? '']));
    this.#brands = new Map(names.map((name) => [name.bare, { ...name, folded: folded.get(name.brand) ?? name.bare }]));
  }

  static async open(db: Db): Promise<VehicleMatcher> {
    return new VehicleMatcher(await readVehicleBase(db), await readVehicleBrandNames(db));
  }

  /** Returns the ids of the vehicles, several only if the row selects all. Null after an error was added to the row. */
  find(described: Described, folding: TextFolding, reader: RowReader): readonly number[] | null {
    const { id, texts, from, until, range, written } = described;
    const meaning = id === null ? reader.meaning(ID_COLUMN, written) : undefined;
    const key = [id, ...texts, from, until, range, written, meaning].join('\n');
    const answer = this.#answers.get(key) ?? this.#search(this.#understand(described, folding, meaning));
    if (this.#answers.size >= MAX_KEPT) this.#answers.clear();
    this.#answers.set(key, answer);
    if ('ids' in answer) {
      const version = texts[VERSION] ?? '';
      if (answer.all) reader.notices.push(`«${version.endsWith(ALL) ? version : written}» vincula ${answer.versions}`);
      return answer.ids;
    }
    const valueIn = (column: string) =>
      column === ID_COLUMN ? described.written : reader.textOf(answer.column).trim();
    const offers = answer.offers.map((offer) => ({ ...offer, value: valueIn(offer.column) }));
    reader.refuse(answer.column, answer.reason, offers);
    return null;
  }

  /** Returns a vehicle that `find` has found. */
  vehicle(id: number): Vehicle {
    const vehicle = this.#byId.get(id);
    if (!vehicle) throw new Error(`There is no vehicle ${id}`);
    return vehicle;
  }

  /** Normalizes a description for the search. `meaning` is what the user has chosen for the description. */
  #understand({ written, ...described }: Described, folding: TextFolding, meaning: string | undefined): Sought {
    const texts = described.texts.map((text, index) => {
      if (text === null) return null;
      const folded = folding.fold(text);
      if (index === BRAND) return this.#brands.get(folding.bare(text))?.folded ?? folding.bare(text);
      const isAlias = index === FUEL && !this.#fuels.has(compared(folded));
      return comparedIn(isAlias ? (fuelOfCell(folded) ?? folded) : folded, index);
    });
    const sought = { ...described, texts, byFamily: false, isPrefix: false, all: false };
    if (described.id !== null) return sought;
    if (meaning && meaning !== ALL) {
      return { ...sought, id: Number(meaning), texts: [], from: null, until: null, range: null };
    }
    if (texts[VERSION] === ALL) return { ...sought, texts: texts.with(VERSION, null), all: true };
    const version = texts[VERSION];
    if (version?.endsWith(ALL)) {
      return {
        ...sought,
        texts: texts.with(VERSION, version.slice(0, -ALL.length).trimEnd()),
        isPrefix: true,
        all: true,
      };
    }
    return { ...sought, all: meaning === ALL };
  }

  #search(given: Sought): Match | Refusal {
    const sought = { ...given, byFamily: this.#isFamily(given) };
    const { id, texts, from, until, all } = sought;
    if (id !== null) return this.#searchId(id, sought);
    if ([...texts, from, until].every((value) => value === null) && !all) {
      return refusal(ID_COLUMN, 'Falta el vehículo: completá su ID o sus datos');
    }
    if (all && texts[MODEL] === null) return refusal('Modelo', `Con «${ALL}» hace falta el modelo`);
    const found = this.#base.filter((vehicle) => contradiction(sought, vehicle) === null);
    if (found.length === 0) return this.#refuseNone(sought);
    return found.length === 1 || all ? match(found, all) : refuseSeveral(sought, found);
  }

  /** Whether no model has the name, so that it is compared with families. */
  #isFamily({ texts }: Sought): boolean {
    const [brand, model] = texts;
    if (!model) return false;
    return !this.#base.some(({ folded }) => folded[MODEL] === model && (brand === null || folded[BRAND] === brand));
  }

  #searchId(id: number, sought: Sought): Match | Refusal {
    const vehicle = this.#byId.get(id);
    if (!vehicle) return refusal(ID_COLUMN, 'No hay un vehículo con ese ID');
    const column = contradiction(sought, vehicle);
    if (column === null) return match([vehicle], false);
    return refusal(column, `No coincide con el ID, que es de ${listVehicles([vehicle])}`);
  }

  /** Finds the first column that none of the vehicles left matches, and offers what is most similar there. */
  #refuseNone(sought: Sought): Refusal {
    let agreeing = this.#base;
    for (const [index, text] of sought.texts.entries()) {
      if (text === null) continue;
      const matching = agreeing.filter((vehicle) => agrees(sought, vehicle, index));
      if (matching.length > 0) agreeing = matching;
      else if (index === BRAND) return this.#refuseBrand(text);
      else if (index === MODEL) return refuseModel(text, agreeing);
      else {
        const narrowed = this.#narrowed(agreeing);
        const alike = alikeOnes(text, narrowed, ({ folded }) => folded[index] ?? '');
        return refuseVehicle(TEXT_COLUMNS[index] ?? ID_COLUMN, alike.length > 0 ? alike : narrowed);
      }
    }
    return refuseVehicle(yearColumn(sought), nearestInTime(sought, this.#narrowed(agreeing)));
  }

  /** Returns nothing until a column has narrowed the base: comparing with the whole base would take long. */
  #narrowed = (vehicles: readonly Vehicle[]) => (vehicles === this.#base ? [] : vehicles);

  #refuseBrand(bare: string): Refusal {
    const alike = alikeOnes(bare, [...this.#brands.values()], (name) => name.bare);
    return refuseName(
      'Marca vehículo',
      alike.map(({ brand }) => brand),
    );
  }
}

/** What the text of a column is compared with. */
const textIn = ({ byFamily }: Sought, vehicle: Vehicle, index: number) =>
  byFamily && index === MODEL ? vehicle.model_master_folded : vehicle.folded[index];

/** Whether a column is blank or matches the vehicle. Valves also match a vehicle for which the base has none. */
function agrees(sought: Sought, vehicle: Vehicle, index: number): boolean {
  const text = sought.texts[index] ?? null;
  const known = textIn(sought, vehicle, index) ?? '';
  if (text === null || text === known) return true;
  if (index === VALVES) return known === '';
  return index === VERSION && sought.isPrefix && known.startsWith(text);
}

/** The first column that does not match the vehicle. */
function contradiction(sought: Sought, vehicle: Vehicle): Column | null {
  const { texts, from, until, range } = sought;
  const different = texts.findIndex((_, index) => !agrees(sought, vehicle, index));
  if (different !== -1) return TEXT_COLUMNS[different] ?? ID_COLUMN;
  const { sold_from_year, sold_until_year } = vehicle;
  if (range !== null) {
    const isSold = sold_from_year <= (until ?? Infinity) && (sold_until_year ?? Infinity) >= (from ?? -Infinity);
    return isSold ? null : range;
  }
  if (from !== null && from !== sold_from_year) return 'Desde';
  if (until !== null && until !== sold_until_year) return 'Hasta';
  return null;
}
