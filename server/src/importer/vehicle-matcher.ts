import type { Db } from '../db/connect.ts';
import { readVehicleBase } from '../vehicles/bulk.ts';
import type { Column } from './layout.ts';
import type { RowReader } from './row-reader.ts';
import type { TextFolding } from './text-folding.ts';

type Vehicle = Awaited<ReturnType<typeof readVehicleBase>>[number];

/** The description of a vehicle in a row; null where a column is blank. */
export type Described = {
  readonly id: number | null;
  /** Marca, Modelo, Versión, Motor, Combustible. */
  readonly texts: readonly (string | null)[];
  readonly from: number | null;
  readonly until: number | null;
};

export const ID_COLUMN = 'ID vehículo' satisfies Column;
export const TEXT_COLUMNS = [
  'Marca vehículo',
  'Modelo',
  'Versión',
  'Motor',
  'Combustible',
] as const satisfies readonly Column[];

/** Candidates listed in an error. */
const MAX_NAMED = 5;
/** Descriptions whose results are cached. */
const MAX_KEPT = 20_000;

/** Spreadsheets turn 1.6 into a number, which is shown as 1,6. */
const compared = (folded: string) => folded.replaceAll(',', '.');

type Answer = { readonly vehicle: number } | { readonly column: Column; readonly reason: string };

/** Finds the vehicle that a row describes. The vehicle base is small enough to keep in memory. */
export class VehicleMatcher {
  readonly #base: readonly Vehicle[];
  readonly #byId: ReadonlyMap<number, Vehicle>;
  readonly #answers = new Map<string, Answer>();

  private constructor(base: readonly Vehicle[]) {
    this.#base = base.map((vehicle) => ({ ...vehicle, folded: vehicle.folded.map(compared) }));
    this.#byId = new Map(this.#base.map((vehicle) => [vehicle.id, vehicle]));
  }

  static async open(db: Db): Promise<VehicleMatcher> {
    return new VehicleMatcher(await readVehicleBase(db));
  }

  /** The id of the vehicle; null after an error was added to the row. */
  find(described: Described, folding: TextFolding, reader: RowReader): number | null {
    const texts = described.texts.map((text) => (text === null ? null : compared(folding.fold(text))));
    const key = JSON.stringify([described.id, ...texts, described.from, described.until]);
    const answer = this.#answers.get(key) ?? this.#search({ ...described, texts });
    if (this.#answers.size >= MAX_KEPT) this.#answers.clear();
    this.#answers.set(key, answer);
    if ('vehicle' in answer) return answer.vehicle;
    reader.refuse(answer.column, answer.reason);
    return null;
  }

  #search(described: Described): Answer {
    const { id, texts, from, until } = described;
    if (id !== null) return this.#searchId(id, described);
    if ([...texts, from, until].every((value) => value === null)) {
      return { column: ID_COLUMN, reason: 'Falta el vehículo: completá su ID o sus datos' };
    }
    const found = this.#base.filter((vehicle) => contradiction(described, vehicle) === null);
    const [only, ...others] = found;
    if (only && others.length === 0) return { vehicle: only.id };
    const column = firstColumn(described);
    if (only)
      return { column, reason: `Coinciden ${found.length} vehículos, poné el ID del que corresponde: ${name(found)}` };
    const alike = this.#alike(described);
    return { column, reason: `Ningún vehículo coincide${alike.length > 0 ? `. Parecidos: ${name(alike)}` : ''}` };
  }

  #searchId(id: number, described: Described): Answer {
    const vehicle = this.#byId.get(id);
    if (!vehicle) return { column: ID_COLUMN, reason: 'No hay un vehículo con ese ID' };
    const column = contradiction(described, vehicle);
    if (column === null) return { vehicle: id };
    return { column, reason: `No coincide con el ID, que es de ${name([vehicle])}` };
  }

  /** Vehicles that match the first columns, as many columns as any vehicle matches. */
  #alike({ texts }: Described): readonly Vehicle[] {
    let alike: readonly Vehicle[] = [];
    let agreeing = this.#base;
    for (const [index, text] of texts.entries()) {
      if (text === null) continue;
      agreeing = agreeing.filter(({ folded }) => folded[index] === text);
      if (agreeing.length === 0) return alike;
      alike = agreeing;
    }
    return alike;
  }
}

/** The first column that does not match the vehicle. */
function contradiction({ texts, from, until }: Described, vehicle: Vehicle): Column | null {
  const different = texts.findIndex((text, index) => text !== null && text !== vehicle.folded[index]);
  if (different !== -1) return TEXT_COLUMNS[different] ?? ID_COLUMN;
  if (from !== null && from !== vehicle.sold_from_year) return 'Desde';
  if (until !== null && until !== vehicle.sold_until_year) return 'Hasta';
  return null;
}

function firstColumn({ texts, from }: Described): Column {
  const first = texts.findIndex((text) => text !== null);
  return TEXT_COLUMNS[first] ?? (from === null ? 'Hasta' : 'Desde');
}

function name(vehicles: readonly Vehicle[]): string {
  const named = vehicles.slice(0, MAX_NAMED).map(({ id, brand, model, version, engine_code, fuel, ...years }) => {
    const words = [brand, model, version, engine_code, fuel].filter((word) => word !== '');
    return `${id} (${words.join(' ')}, ${years.sold_from_year}–${years.sold_until_year ?? 'hoy'})`;
  });
  const more = vehicles.length - named.length;
  return more > 0 ? `${named.join('; ')} y ${more} más` : named.join('; ');
}
