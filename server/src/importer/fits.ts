import type { Db } from '../db/connect.ts';
import { readVehicleBase } from '../vehicles/bulk.ts';
import type { Folds } from './folds.ts';
import type { Reading } from './reading.ts';

type Vehicle = Awaited<ReturnType<typeof readVehicleBase>>[number];

/** What a row says of a vehicle; null is not said. */
export type Described = {
  readonly id: number | null;
  /** Marca, Modelo, Versión, Motor, Combustible. */
  readonly texts: readonly (string | null)[];
  readonly from: number | null;
  readonly until: number | null;
};

export const ID_COLUMN = 'ID vehículo';
export const TEXT_COLUMNS = ['Marca vehículo', 'Modelo', 'Versión', 'Motor', 'Combustible'] as const;

/** Candidates that are named to the user. */
const MOST_NAMED = 5;
/** Different descriptions whose answers are kept. */
const MOST_KEPT = 20_000;

/** Spreadsheets turn 1.6 into a number, which they show as 1,6. */
const compared = (folded: string) => folded.replaceAll(',', '.');

type Answer = { readonly vehicle: number } | { readonly column: string; readonly reason: string };

/** Finds the vehicle that a row means in the vehicle base, which is small enough to be kept whole. */
export class Fits {
  readonly #base: readonly Vehicle[];
  readonly #byId: ReadonlyMap<number, Vehicle>;
  readonly #answers = new Map<string, Answer>();

  private constructor(base: readonly Vehicle[]) {
    this.#base = base.map((vehicle) => ({ ...vehicle, folded: vehicle.folded.map(compared) }));
    this.#byId = new Map(this.#base.map((vehicle) => [vehicle.id, vehicle]));
  }

  static async open(db: Db): Promise<Fits> {
    return new Fits(await readVehicleBase(db));
  }

  /** The vehicle's id, or null when the row has been refused. */
  find(described: Described, folds: Folds, reading: Reading): number | null {
    const texts = described.texts.map((text) => (text === null ? null : compared(folds.fold(text))));
    const key = JSON.stringify([described.id, ...texts, described.from, described.until]);
    const answer = this.#answers.get(key) ?? this.#search({ ...described, texts });
    if (this.#answers.size >= MOST_KEPT) this.#answers.clear();
    this.#answers.set(key, answer);
    if ('vehicle' in answer) return answer.vehicle;
    reading.refuse(answer.column, answer.reason);
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

  /** Those that agree in what comes first, for as long as some do. */
  #alike({ texts }: Described): readonly Vehicle[] {
    let alike: readonly Vehicle[] = [];
    let agreeing = this.#base;
    for (const [place, text] of texts.entries()) {
      if (text === null) continue;
      agreeing = agreeing.filter(({ folded }) => folded[place] === text);
      if (agreeing.length === 0) return alike;
      alike = agreeing;
    }
    return alike;
  }
}

/** The first column in which the vehicle is another one than described. */
function contradiction({ texts, from, until }: Described, vehicle: Vehicle): string | null {
  const place = texts.findIndex((text, index) => text !== null && text !== vehicle.folded[index]);
  if (place !== -1) return TEXT_COLUMNS[place] ?? ID_COLUMN;
  if (from !== null && from !== vehicle.sold_from_year) return 'Desde';
  if (until !== null && until !== vehicle.sold_until_year) return 'Hasta';
  return null;
}

function firstColumn({ texts, from }: Described): string {
  const place = texts.findIndex((text) => text !== null);
  return TEXT_COLUMNS[place] ?? (from === null ? 'Hasta' : 'Desde');
}

function name(vehicles: readonly Vehicle[]): string {
  const named = vehicles.slice(0, MOST_NAMED).map(({ id, brand, model, version, engine_code, fuel, ...years }) => {
    const words = [brand, model, version, engine_code, fuel].filter((word) => word !== '');
    return `${id} (${words.join(' ')}, ${years.sold_from_year}–${years.sold_until_year ?? 'hoy'})`;
  });
  const more = vehicles.length - named.length;
  return more > 0 ? `${named.join('; ')} y ${more} más` : named.join('; ');
}
