import type { Position } from '@piezario/contract/applications';
import { inOrder, MAX_QUANTITY } from '@piezario/contract/vehicles';
import { isFiller } from '../../search/spanish.ts';
import { fuelNamed, fuelOfEngine } from '../../vehicles/fuels.ts';
import { alikeOnes } from './likeness.ts';
import { completed, hasValues, isHeading, type Piece, type Word } from './piece.ts';
import { MAX_PIECES, PieceScanner } from './piece-scanner.ts';
import { readPositions } from './positions.ts';
import { foldInPlace, groupBy, tokensOf, type VehicleName, VehicleNameIndex } from './vehicle-name-index.ts';
import { ask, type Vehicle } from './vehicle-names.ts';
import { cut, hull, isSoldIn, type Range, yearsFor } from './year-ranges.ts';

/** Applications that a piece of a text describes. Vehicles with other years are another application. */
export type TextApplication = {
  readonly vehicleIds: readonly number[];
  readonly positions: readonly Position[];
  readonly quantity: number | null;
  readonly note: string;
  /** Set only where the text has fewer years than the vehicles. */
  readonly fromYear: number | null;
  readonly untilYear: number | null;
  /** The piece of the text. */
  readonly text: string;
};

/** A piece of a text about which a person has to decide. */
export type UnclearText = {
  readonly text: string;
  /** Spanish. */
  readonly reason: string;
  readonly candidates: readonly { readonly label: string; readonly vehicleIds: readonly number[] }[];
};

export type VehicleReading = {
  readonly applications: readonly TextApplication[];
  readonly unclear: readonly UnclearText[];
};

/** Cells of separate columns, beside the free text. */
export type GivenFields = {
  readonly brand?: string;
  readonly model?: string;
  readonly version?: string;
  /** «1.4 8V Fire» beside a text without an engine. */
  readonly engine?: string;
  readonly displacement?: string;
  readonly valves?: string;
  readonly fuel?: string;
  /** First and last year, or a range in `years`. */
  readonly from?: string;
  readonly until?: string;
  readonly years?: string;
  readonly positions?: string;
  readonly quantity?: string;
  readonly note?: string;
};

/** Characters of a cell that are read. */
const MAX_CHARACTERS = 5000;
/** No name of a brand is longer. */
const MAX_BRAND = 100;
/** A text that names no generation may mean this many versions. More are shown for a decision. */
const MAX_VERSIONS = 40;
const MAX_CANDIDATES = 8;
const MAX_NOTE = 500;
/** Unknown names of a cell for which likely ones are searched. Each is compared with the names of the whole base. */
const MAX_SUGGESTIONS = 20;
/** Limit of each cache, of likely names and of readings. Many parts fit the same vehicles. */
const MAX_KEPT = 5000;
/** Longer texts are rarely repeated, and their readings take more memory. */
const MAX_REPEATED = 500;

type FoldedNames = readonly (readonly [folded: string, name: VehicleName])[];

/** One vehicle of an application, before vehicles are grouped. */
type Entry = Omit<TextApplication, 'vehicleIds'> & { readonly vehicle: Vehicle };

/** Reads vehicles out of free text, as price lists have them. */
export class VehicleTexts {
  readonly #index: VehicleNameIndex;
  readonly #versionWords = new Map<VehicleName, ReadonlySet<string>>();
  readonly #wordsOf = new Map<number, ReadonlySet<string>>();
  readonly #fuels = new Map<number, string>();
  readonly #brands: ReadonlyMap<string, string>;
  readonly #brandById = new Map<number, string>();
  readonly #folded = new Map<string | null, FoldedNames>();
  readonly #likely = new Map<string, readonly VehicleName[]>();
  readonly #readings = new Map<string, VehicleReading>();
  /** Number of unknown names of the current cell that were compared with the base. */
  #suggestions = 0;

  constructor(base: readonly Vehicle[], brandNames: readonly { readonly bare: string; readonly brand: string }[]) {
    this.#index = new VehicleNameIndex(base, brandNames);
    this.#brands = new Map(brandNames.map(({ bare, brand }) => [bare, brand]));
    for (const vehicle of base) {
      this.#brandById.set(vehicle.id, vehicle.brand);
      this.#wordsOf.set(vehicle.id, versionWordsOf(vehicle));
      this.#fuels.set(vehicle.id, foldInPlace(vehicle.fuel));
    }
  }

  /** The brand of vehicles that a text names, without what is in parentheses: «Volkswagen (VW)». */
  brandOf(text: string): string | undefined {
    return this.#brands.get(foldInPlace(text.slice(0, MAX_BRAND).replace(/\(.*/, '')).replace(/[^\p{L}\d]/gu, ''));
  }

  /** The brand of the vehicle with this id. */
  brandOfVehicle(id: number): string | undefined {
    return this.#brandById.get(id);
  }

  /** Returns the applications of a cell, and the pieces that are not clear. Never throws. */
  read(text: string, given: GivenFields = {}): VehicleReading {
    const key = JSON.stringify([text, given]);
    const reading = this.#readings.get(key) ?? this.#read(text, given);
    if (this.#readings.size >= MAX_KEPT) this.#readings.clear();
    if (key.length <= MAX_REPEATED) this.#readings.set(key, reading);
    return reading;
  }

  #read(text: string, given: GivenFields): VehicleReading {
    this.#suggestions = 0;
    const written = tidied(text);
    const unclear: UnclearText[] = [];
    const { pieces, source, stoppedAt } = this.#scan(written, given);
    if (text.length > MAX_CHARACTERS || stoppedAt !== null) {
      const left = (stoppedAt === null ? text.slice(MAX_CHARACTERS) : source.slice(stoppedAt)).slice(0, 200);
      unclear.push({ text: left, reason: 'El texto es demasiado largo: no se leyó desde acá', candidates: [] });
    }
    const entries = new Map<string, Entry>();
    for (const [at, piece] of pieces.entries()) {
      if (isHeading(piece, pieces[at + 1], source)) continue;
      const found = this.#evaluateOpen(piece, pieces[at + 1], source) ?? this.#evaluate(piece, source, given);
      if ('reason' in found) unclear.push(found);
      else unclear.push(...found.unclear, ...addEntries(entries, found.entries));
    }
    return { applications: grouped([...entries.values()]), unclear };
  }

  /** Scans the columns before the text, whose pieces inherit their values. A model in the text replaces theirs. */
  #scan(written: string, given: GivenFields) {
    const { brand, model, version, engine, fuel } = given;
    const cells = [
      brand,
      model,
      version,
      engine,
      litresOf(given.displacement),
      valvesOf(given.valves),
      fuel,
      yearsOf(given),
    ];
    const columns = tidied(
      cells
        .map((cell) => cell?.trim() ?? '')
        .filter((cell) => cell !== '')
        .join(' '),
    );
    const source = [columns, written].filter((part) => part !== '').join('\n');
    const scanner = new PieceScanner(
      this.#index,
      foldInPlace(source),
      (name) => this.#versionWordsOf(name),
      source.length - written.length,
    );
    const scanned = scanner.scan();
    const { stoppedAt } = scanner;
    // The fuel of a column is that of every displacement.
    if (fuel) for (const piece of scanned) piece.isFuelLast = false;
    if (columns === '') return { pieces: scanned, source, stoppedAt };
    const ofColumns = scanned.filter(({ start }) => start <= columns.length);
    const own = scanned.filter(({ start }) => start > columns.length);
    const last = ofColumns.at(-1);
    if (own.length === 0 || !last) return { pieces: scanned, source, stoppedAt };
    const first = own.findIndex(({ hasName, hasBrand }) => hasName || hasBrand);
    const pieces = own.flatMap((piece, at) => {
      const isCarried = first !== -1 && at > first && piece.names.length > 0;
      return piece.hasName || piece.hasBrand || isCarried
        ? [completed(piece, last, true)]
        : ofColumns.map((column) => completed(piece, column, false));
    });
    return { pieces: pieces.slice(0, MAX_PIECES), source, stoppedAt };
  }

  #versionWordsOf(name: VehicleName): ReadonlySet<string> {
    const known = this.#versionWords.get(name);
    if (known) return known;
    const words = new Set(name.vehicles.flatMap(({ id }) => [...(this.#wordsOf.get(id) ?? [])]));
    this.#versionWords.set(name, words);
    return words;
  }

  /** Asks whether the values of the next piece also belong to this one, which is only a name. */
  #evaluateOpen(piece: Piece, next: Piece | undefined, source: string): UnclearText | null {
    if (!piece.isOpen || !next || !hasValues(next) || piece.names.length === 0) return null;
    const named = [...new Set(piece.names.flatMap(({ vehicles }) => vehicles))];
    const { displacements, valves, fuels, isFuelLast, years } = next;
    const described = this.#filter({ ...piece, displacements, valves, fuels, isFuelLast, years }, named);
    const labels = labelsOf(piece);
    const candidates = [
      { label: `${labels}, con los datos de «${textOf(next, source)}»`, vehicleIds: idsOf(described) },
      { label: `${labels}, todas las versiones`, vehicleIds: idsOf(named) },
    ];
    const reason = `No dice si los datos que siguen son también de ${labels}`;
    return {
      text: textOf(piece, source),
      reason,
      candidates: candidates.filter(({ vehicleIds }) => vehicleIds.length > 0),
    };
  }

  #evaluate(piece: Piece, source: string, given: GivenFields): Evaluation | UnclearText {
    const text = textOf(piece, source);
    const unclear = (reason: string, vehicles: readonly Vehicle[] = []): UnclearText => ({
      text,
      reason,
      candidates: candidatesOf(vehicles),
    });
    if (piece.ambiguous.length > 0) {
      const found = piece.ambiguous.map((name) => ({
        label: name.label,
        vehicles: this.#filter(piece, name.vehicles),
      }));
      const likely = found.some(({ vehicles }) => vehicles.length > 0)
        ? found.filter(({ vehicles }) => vehicles.length > 0)
        : found;
      return {
        text,
        reason: `Falta la marca: ${ask(likely.map(({ label }) => label))}`,
        candidates: likely.map(({ label, vehicles }) => ({ label, vehicleIds: idsOf(vehicles) })),
      };
    }
    const unknown = this.#unknownName(piece, source);
    if (unknown) return { text, ...unknown };
    const words = this.#splitWords(piece, source);
    const saysNothing = !piece.hasBrand && !piece.hasName && !hasValues(piece) && words.version.length === 0;
    if (saysNothing) return unclear(NOTHING);
    if (piece.names.length === 0) return unclear(piece.brand ? `Falta el modelo de ${piece.brand}` : NOTHING);
    const named = [...new Set(piece.names.flatMap(({ vehicles }) => vehicles))];
    const problem = piece.years.find((years) => years.problem !== null)?.problem;
    if (problem) return unclear(problem, this.#filter({ ...piece, years: [] }, named));
    const described = this.#filter(piece, named);
    const likely = described.length > 0 ? described : named;
    if (piece.unknownGeneration !== null) {
      const generation = piece.unknownGeneration.toUpperCase();
      return unclear(`${labelsOf(piece)} no tiene la generación «${generation}»`, likely);
    }
    if (piece.exception !== null) return unclear(`Tiene una excepción: «${piece.exception}»`, likely);
    if (described.length === 0) {
      const reason = `Ninguna versión de ${labelsOf(piece)} coincide con ${this.#mismatch(piece, named)}`;
      const relatives = [...new Set(piece.names.flatMap((name) => this.#filter(piece, this.#index.familyOf(name))))];
      return unclear(reason, relatives.length > 0 ? relatives : named);
    }
    const ofNames = piece.names.map((name) => {
      const ofName = piece.names.length === 1 ? described : this.#filter(piece, name.vehicles);
      const litres = this.#litresOfFuel(piece, name.vehicles);
      return ofVersion(ofName, words.version, litres, (vehicle) => this.#wordsOf.get(vehicle.id));
    });
    const vehicles = [...new Set(ofNames.flat())];
    if (vehicles.length === 0) {
      return unclear(`Ninguna versión de ${labelsOf(piece)} se llama así con esos datos`, described);
    }
    const wide = ofNames.find((versions) => versions.length > MAX_VERSIONS && countModels(versions) > 1);
    if (wide) return unclear(`Son ${wide.length} versiones de ${countModels(wide)} modelos: elegí cuáles`, vehicles);
    const positions = readPositions(given.positions ?? '');
    if ('unknown' in positions) return unclear(`«${positions.unknown}» no es una posición`, vehicles);
    const entries = entriesOf(piece, vehicles, { text, note: words.note, positions, given });
    if (!entries) return unclear(APART, vehicles);
    const unmatched = [
      ...piece.names.filter((_, index) => ofNames[index]?.length === 0).map((name) => [name.label, name] as const),
      ...piece.displacements
        .filter((litres) => !vehicles.some(({ displacement }) => displacement === litres))
        .map((litres) => [`${labelsOf(piece)} ${litres}`, null] as const),
    ];
    return {
      entries,
      unclear: unmatched.map(([label, name]) =>
        unclear(`Ninguna versión de ${label} coincide con los demás datos`, name?.vehicles ?? named),
      ),
    };
  }

  /** Returns the reason when a name is not in the vehicle base, with likely names. */
  #unknownName(piece: Piece, source: string): Omit<UnclearText, 'text'> | null {
    const leading = piece.words.slice(0, piece.hasBrand || piece.hasName ? piece.leading : undefined);
    if (piece.hasBrand && piece.names.length === 0) {
      const [word] = piece.words.slice(piece.leading);
      return word && piece.brand ? this.#unknownModel(piece, piece.brand, sourceOf(word, source)) : null;
    }
    const between = piece.between.find((word) => !isConnecting(word.text) && !isPlainWord(word.text));
    if (between && !between.isNote) {
      return this.#unknownModel(piece, piece.brand, source.slice(between.start, piece.nameEnd));
    }
    if (piece.unknownName && !isConnecting(piece.unknownName.text)) {
      return this.#unknownModel(piece, piece.brand, sourceOf(piece.unknownName, source));
    }
    const unknown = leading.filter((word) => !word.isNote && !isConnecting(word.text) && !isPlainWord(word.text));
    const [first] = unknown;
    if (!first) return null;
    if (piece.hasBrand) return null;
    if (piece.hasName) {
      // «Opel Corsa»: the word may be a brand that the base does not have.
      const [name] = piece.names;
      return piece.carriedBrand === name?.brand
        ? null
        : {
            reason: `No se conoce «${sourceOf(first, source)}»`,
            candidates: candidatesOf(this.#filter(piece, name?.vehicles ?? [])),
          };
    }
    const isVersion = piece.names.some((name) => this.#versionWordsOf(name).has(first.text));
    if (isVersion && piece.names.length > 0) return null;
    return this.#unknownModel(piece, piece.brand, sourceOf(first, source));
  }

  #unknownModel(piece: Piece, brand: string | null, written: string): Omit<UnclearText, 'text'> {
    const folded = foldInPlace(written);
    const likely = this.#likelyNames(brand, folded);
    const candidates = likely.map((name) => {
      const vehicles = this.#filter(piece, name.vehicles);
      return { label: name.label, vehicleIds: idsOf(vehicles.length > 0 ? vehicles : name.vehicles) };
    });
    const what = brand ? `No hay un modelo «${written}» de ${brand}` : `No se conoce «${written}»`;
    if (likely.length > 0) {
      return { reason: `${what}. ${ask(likely.slice(0, 3).map(({ label }) => label))}`, candidates };
    }
    const brands = alikeOnes(folded, this.#index.brandNames, ({ bare }) => bare).map((name) => name.brand);
    const suggestion = brands.length > 0 ? `. ${ask([...new Set(brands)].slice(0, 3))}` : '';
    return { reason: `${what}${suggestion}`, candidates };
  }

  /** Models with the name in another brand, with the word in their versions, and with a name like it. */
  #likelyNames(brand: string | null, folded: string): readonly VehicleName[] {
    const key = `${brand}\n${folded}`;
    const known = this.#likely.get(key);
    if (known) return known;
    if (++this.#suggestions > MAX_SUGGESTIONS) return [];
    const names = brand ? this.#foldedNames(brand) : folded.length < 4 ? [] : this.#foldedNames(null);
    const byVersion = brand ? names.filter(([, name]) => this.#versionWordsOf(name).has(folded)) : [];
    const alike = [...byVersion, ...alikeOnes(folded, names, ([name]) => name)].map(([, name]) => name);
    const likely = [...new Set([...(this.#index.anywhere.get(folded) ?? []), ...alike])].slice(0, MAX_CANDIDATES);
    if (this.#likely.size >= MAX_KEPT) this.#likely.clear();
    this.#likely.set(key, likely);
    return likely;
  }

  /** Names of a brand, or of all, as they are compared. */
  #foldedNames(brand: string | null): FoldedNames {
    const known = this.#folded.get(brand);
    if (known) return known;
    const names: FoldedNames = brand
      ? [...(this.#index.ofBrand(brand)?.entries() ?? [])].map(([name, value]) => [foldInPlace(name), value])
      : [...this.#index.anywhere.entries()].flatMap(([name, values]) =>
          values.map((value) => [foldInPlace(name), value] as const),
        );
    this.#folded.set(brand, names);
    return names;
  }

  /** Vehicles that agree with the technical values and the years of a piece. */
  #filter(piece: Piece, vehicles: readonly Vehicle[]): Vehicle[] {
    const { displacements, valves, fuels, years } = piece;
    const litres = this.#litresOfFuel(piece, vehicles);
    return vehicles.filter(
      (vehicle) =>
        (displacements.length === 0 || displacements.includes(vehicle.displacement)) &&
        (valves.length === 0 || vehicle.valves === '' || valves.includes(Number.parseInt(vehicle.valves, 10))) &&
        (fuels.length === 0 ||
          hasOtherDisplacement(vehicle, litres) ||
          fuels.includes(this.#fuels.get(vehicle.id) ?? '')) &&
        (years.length === 0 || years.some((range) => isSoldIn(vehicle, range))),
    );
  }

  /** The only displacement that diesel belongs to: others are petrol unless a text says so. Null where all have it. */
  #litresOfFuel({ isFuelLast, displacements, fuels }: Piece, vehicles: readonly Vehicle[]): string | null {
    const last = displacements.at(-1);
    if (!isFuelLast || fuels.length !== 1 || fuels[0] !== 'diesel' || last === undefined) return null;
    const having = (litres: string) => vehicles.filter(({ displacement }) => displacement === litres);
    const hasFuel = ({ id }: Vehicle) => fuels.includes(this.#fuels.get(id) ?? '');
    const isWithout = (litres: string) => having(litres).length > 0 && !having(litres).some(hasFuel);
    return having(last).some(hasFuel) && displacements.some(isWithout) ? last : null;
  }

  /** The first value that no vehicle has, in Spanish. */
  #mismatch(piece: Piece, vehicles: readonly Vehicle[]): string {
    const none: Piece = { ...piece, displacements: [], valves: [], fuels: [], years: [] };
    const { displacements, valves, fuels, years } = piece;
    const checks: readonly (readonly [string, Piece])[] = [
      [`la cilindrada ${displacements.join(' o ')}`, { ...none, displacements }],
      [`el combustible ${fuels.join(' o ')}`, { ...none, displacements, fuels }],
      [`${valves.join(' o ')} válvulas`, { ...none, displacements, fuels, valves }],
      ['los años', { ...none, displacements, fuels, valves, years }],
    ];
    return checks.find(([, values]) => this.#filter(values, vehicles).length === 0)?.[0] ?? 'los datos';
  }

  /** Words of versions, as groups of alternatives, and the rest as the note. */
  #splitWords(
    piece: Piece,
    source: string,
  ): { readonly version: readonly (readonly string[])[]; readonly note: string } {
    const known = piece.names.map((name) => this.#versionWordsOf(name));
    const version: string[][] = [];
    const notes: Word[][] = [];
    let last: Word | null = null;
    let isLastVersion = false;
    for (const word of piece.words) {
      const written = sourceOf(word, source);
      // One letter is a version only in upper case: «Ka S», but not «s».
      const isShort = word.text.length === 1 && written === word.text;
      const isVersion = !word.isNote && !isShort && !isFiller(word.text) && known.some((words) => words.has(word.text));
      if (isVersion) {
        const group = version.at(-1);
        if (word.isAlternative && isLastVersion && group) group.push(word.text);
        else version.push([word.text]);
      } else if (fuelOfEngine(word.text) === undefined) {
        const isNext = last !== null && !isLastVersion && JOINS.test(source.slice(last.end, word.start));
        if (isNext) notes.at(-1)?.push(word);
        else notes.push([word]);
      }
      isLastVersion = isVersion;
      last = word;
    }
    return {
      version,
      note: notes
        .map((words) => noteOf(words, source))
        .filter((note) => note !== '')
        .join(', '),
    };
  }
}

/** Applications of a piece, and those of its several models or displacements that no version matches. */
type Evaluation = { readonly entries: readonly Entry[]; readonly unclear: readonly UnclearText[] };

type Qualifiers = {
  readonly text: string;
  readonly note: string;
  readonly positions: readonly Position[];
  readonly given: GivenFields;
};

/** Returns null where the piece has separate ranges of years for a vehicle. */
function entriesOf(
  piece: Piece,
  vehicles: readonly Vehicle[],
  { text, note, positions, given }: Qualifiers,
): readonly Entry[] | null {
  const quantity = Number(given.quantity);
  const isQuantity = Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY;
  const notes = [note, given.note?.trim() ?? ''].filter((one) => one !== '');
  const entries: Entry[] = [];
  for (const vehicle of vehicles) {
    const years = yearsFor(vehicle, piece.years);
    if (!years) return null;
    entries.push({
      vehicle,
      positions: inOrder(piece.positions.length > 0 ? piece.positions : positions),
      quantity: piece.quantity ?? (isQuantity ? quantity : null),
      note: notes.join(', ').slice(0, MAX_NOTE),
      ...years,
      text,
    });
  }
  return entries;
}

const NOTHING = 'No se reconoce ningún vehículo';
const APART = 'Tiene rangos de años separados para las mismas versiones';
const REPEATED = 'Repite versiones de otra parte del texto con otros datos';

/** Connecting words, which begin or end no note. */
const CONNECTING = new Set(
  `para p por modelo modelos mod todos todas todo toda mot motor motores y e o u de del la el los las lo a al en version
  versiones vers ano anos vehiculo vehiculos auto autos lado eje aplica aplicacion aplicaciones gama`.split(/\s+/),
);
const isConnecting = (word: string) => CONNECTING.has(word);
/** Words in front of a model that are no brand: «nuevo Fox». */
const isPlainWord = (word: string) => /^(?:nuev[oa]|new|viej[oa]|familia|linea)$/.test(word);

/** Text that may separate two words of a note. */
const JOINS = /^[^\p{L}\d\n;]*(?:[yeou][^\p{L}\d]+)?$/iu;

const tidied = (text: string) =>
  text
    .slice(0, MAX_CHARACTERS)
    .normalize('NFC')
    .replace(/\p{M}/gu, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .trim();

/** A piece as it was written, with the period or bracket after it. */
function textOf({ start, end }: Piece, source: string): string {
  const closing = /^[.)\]]*/.exec(source.slice(end, end + 2))?.[0].length ?? 0;
  return source
    .slice(start, end + closing)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Created once: creating a formatter takes eight times as long as using it. */
const LIST = new Intl.ListFormat('es');
const labelsOf = ({ names }: Piece) => LIST.format(names.map(({ label }) => label));

const sourceOf = ({ start, end }: Word, source: string) => source.slice(start, end);

const litresOf = (cell = '') => (/^\d{1,2}$/.test(cell.trim()) ? `${cell.trim()}.0` : cell);
const valvesOf = (cell = '') => (/^\d{1,2}$/.test(cell.trim()) ? `${cell.trim()}v` : cell);

function yearsOf({ years = '', from = '', until = '' }: GivenFields): string {
  // «- 2013» in a column is no list.
  if (years.trim() !== '') return years.replace(/^\s*[-–—]\s*(?=\d)/, 'hasta ');
  if (from.trim() !== '' && until.trim() !== '') return `${from.trim()}-${until.trim()}`;
  if (from.trim() !== '') return `desde ${from.trim()}`;
  return until.trim() === '' ? '' : `hasta ${until.trim()}`;
}

function versionWordsOf({ version, engine_code }: Vehicle): ReadonlySet<string> {
  const words = tokensOf(foldInPlace(`${version} ${engine_code}`)).map(({ text }) => text);
  return new Set(words.filter((word) => !/^(?:\d{1,2}|\d+[.,]\d+|\d{1,2}v|cil)$/.test(word) && !fuelNamed(word)));
}

/**
 * Vehicles whose version has a word of every group. An engine family, which also names a fuel, is only required where
 * some version has it: in «Kangoo / Mégane 1.9 dTi», no Kangoo does.
 */
function ofVersion(
  vehicles: readonly Vehicle[],
  groups: readonly (readonly string[])[],
  litresOfFuel: string | null,
  wordsOf: (vehicle: Vehicle) => ReadonlySet<string> | undefined,
): readonly Vehicle[] {
  const has = (vehicle: Vehicle, group: readonly string[]) => group.some((word) => wordsOf(vehicle)?.has(word));
  const isEngine = (group: readonly string[]) => group.every((word) => fuelOfEngine(word));
  const required = groups.filter((group) => !isEngine(group) || vehicles.some((vehicle) => has(vehicle, group)));
  return vehicles.filter((vehicle) =>
    required.every((group) => has(vehicle, group) || (isEngine(group) && hasOtherDisplacement(vehicle, litresOfFuel))),
  );
}

const hasOtherDisplacement = ({ displacement }: Vehicle, litres: string | null) =>
  litres !== null && displacement !== litres;

const countModels = (vehicles: readonly Vehicle[]) =>
  new Set(vehicles.map(({ brand, model }) => `${brand}\n${model}`)).size;

const idsOf = (vehicles: readonly Vehicle[]) => vehicles.map(({ id }) => id).sort((a, b) => a - b);

/** Models of some vehicles, to choose from. */
const candidatesOf = (vehicles: readonly Vehicle[]): UnclearText['candidates'] =>
  [...groupBy(vehicles, ({ brand, model }) => `${brand} ${model}`)]
    .slice(0, MAX_CANDIDATES)
    .map(([model, versions]) => ({
      label: versions.length === 1 ? `${model} (1 versión)` : `${model} (${versions.length} versiones)`,
      vehicleIds: idsOf(versions),
    }));

function noteOf(words: readonly Word[], source: string): string {
  const isNote = (word: Word) => !isConnecting(word.text);
  const [first, last] = [words.find(isNote), words.findLast(isNote)];
  return first && last ? source.slice(first.start, last.end).replace(/\s+/g, ' ') : '';
}

/** Adds entries. A repeated vehicle and position gets the years of both. Other differences are unclear. */
function addEntries(entries: Map<string, Entry>, added: readonly Entry[]): UnclearText[] {
  const contradicting: Vehicle[] = [];
  for (const entry of added) {
    const key = `${entry.vehicle.id}\n${entry.positions.join()}`;
    const before = entries.get(key);
    if (!before) {
      entries.set(key, entry);
      continue;
    }
    const ofEntry = ({ fromYear, untilYear }: Entry): Range => ({ from: fromYear, until: untilYear });
    const isSame = before.note === entry.note && before.quantity === entry.quantity;
    const range = isSame ? hull(ofEntry(before), ofEntry(entry)) : null;
    if (range) entries.set(key, { ...before, ...cut(entry.vehicle, range) });
    else contradicting.push(entry.vehicle);
  }
  const [first] = added;
  if (contradicting.length === 0 || !first) return [];
  return [{ text: first.text, reason: REPEATED, candidates: candidatesOf(contradicting) }];
}

const grouped = (entries: readonly Entry[]): TextApplication[] =>
  [...groupBy(entries, ({ vehicle: _, ...rest }) => JSON.stringify(rest)).values()].flatMap(
    (alike): TextApplication[] => {
      const [first] = alike;
      if (!first) return [];
      const { vehicle: _, ...rest } = first;
      return [{ vehicleIds: idsOf(alike.map(({ vehicle }) => vehicle)), ...rest }];
    },
  );
