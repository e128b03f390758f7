import type { Position } from '@piezario/contract/applications';
import { MAX_QUANTITY } from '@piezario/contract/vehicles';
import { isFiller } from '../../search/spanish.ts';
import { fuelNamed, fuelOfEngine } from '../../vehicles/fuels.ts';
import { displacementOf } from './displacement.ts';
import { completes, copyOf, hasValues, isBare, newPiece, type Piece } from './piece.ts';
import { positionOf } from './positions.ts';
import { type Token, tokensOf, type VehicleName, type VehicleNameIndex } from './vehicle-name-index.ts';
import { type ScannedYears, scanRange, scanYears, startOfYears } from './year-scanner.ts';

type Anywhere = { readonly to: number; readonly value: readonly VehicleName[] };

type Kind = 'name' | 'brand' | 'displacement' | 'valves' | 'fuel' | 'years' | 'position' | 'quantity' | 'word';

const STRONG = /[\n;|•]|\/\/| [-–—] | [-–—]$|^[-–—] /;
/** Signs that separate what dashes join: «206 - 207 1.4 HDI; C3 1.4 HDI». */
const STRONGER = /[\n;|•]|\/\//;
const DASH = /^ [-–—] $/;
const WEAK = /[/,+&\-–—]/;
const CONJUNCTIONS = new Set(['y', 'e', 'o', 'u']);
const EXCEPTIONS = new Set(['excepto', 'exc', 'salvo', 'menos', 'excluye', 'no']);
const NOTE_OPENERS = new Set(['con', 'sin', 'c', 's', 'solo']);
/** Words of models that also occur in notes: «línea nueva», «tipo original». They need a brand or separator before. */
const COMMON_WORDS = new Set(
  'linea tipo punto idea cargo note master joy city fun one face skin fit classic pilot soul delivery worker up'.split(
    ' ',
  ),
);
/** After a single digit, these show that it is no generation: «Gol 3 puertas». */
const COUNTED = /^ ?(?:p|pt|pta|ptas|puertas?|cil|cilindros|vel|velocidades|marchas|unid|unidades|u|x)\b/;
/** After a number, these show that it is a measure: «/ 500 cc», «/ 208 x 22». */
const MEASURED = /^ ?(?:cc|cm3|mm|cm|kg|g|hp|cv|kw|w|v|nm|km|u|un|unid|unidades|x|dientes)\b|^[.,:*-]?\d/;
const IS_GENERATION = /^(?:[ivx]{1,4}|(?:g|mk)\d)$/;
const UNIT = /^(?:u|un|unid|unidad|unidades)$/;
const VALVE_WORD = /^(?:v|val|valv|valvulas|vlv)$/;
/** Limit of pieces that are read from a cell. */
export const MAX_PIECES = 200;

/** Splits a text into described vehicles, from left to right. Time is linear in the length of the text. */
export class PieceScanner {
  readonly #index: VehicleNameIndex;
  readonly #versionWords: (name: VehicleName) => ReadonlySet<string>;
  readonly #folded: string;
  readonly #tokens: readonly Token[];
  readonly #hasStronger: boolean;
  readonly #pieces: Piece[] = [];
  #piece: Piece;
  /** The state at the last weak separator, to go back to when a value repeats. */
  #saved: { readonly piece: Piece; readonly at: number } | null = null;
  #lastKind: Kind | null = null;
  #lastEnd = 0;
  /** The place where reading stopped because there were too many pieces. */
  stoppedAt: number | null = null;

  constructor(
    index: VehicleNameIndex,
    folded: string,
    versionWords: (name: VehicleName) => ReadonlySet<string>,
    /** Where the text begins, behind the columns beside it. */
    textStart = 0,
  ) {
    this.#index = index;
    this.#versionWords = versionWords;
    this.#folded = folded;
    this.#tokens = tokensOf(folded);
    this.#hasStronger = STRONGER.test(folded.slice(textStart));
    this.#piece = newPiece(0, null);
  }

  scan(): readonly Piece[] {
    let at = 0;
    while (at < this.#tokens.length) {
      if (this.#pieces.length >= MAX_PIECES) {
        this.stoppedAt = this.#piece.start;
        return this.#pieces;
      }
      at = this.#step(at);
    }
    this.#close();
    return this.#pieces;
  }

  /** Reads one thing and returns the index of the next token. */
  #step(at: number): number {
    const token = this.#tokens[at];
    if (!token) return at + 1;
    const gap = this.#folded.slice(this.#lastEnd, token.start);
    const isStrong = STRONG.test(gap);
    const isConjunction = this.#isConjunction(at);
    if (isStrong && this.#lastKind !== null) {
      this.#piece.isOpen = this.#hasStronger && DASH.test(gap) && isBare(this.#piece);
      this.#close();
      this.#open(token.start);
    } else if ((WEAK.test(gap) || isConjunction) && this.#lastKind !== null && this.#saved?.at !== at) {
      this.#saved = { piece: copyOf(this.#piece), at: isConjunction ? at + 1 : at };
    }
    if (isConjunction) {
      this.#lastEnd = token.end;
      return at + 1;
    }
    const isStart = this.#lastKind === null;
    const isSeparated = isStart || this.#saved?.at === at;
    return (
      this.#readException(at) ??
      this.#readNumberedModel(at, isSeparated) ??
      this.#readYears(at, gap) ??
      this.#readName(at, isStart, isSeparated) ??
      this.#readValue(at) ??
      this.#addWord(at, isSeparated && !isStart)
    );
  }

  /** Whether a token joins parts of a piece, and does not begin a name such as «e-208» or «O 500». */
  #isConjunction(at: number): boolean {
    if (this.#lastKind === null || !CONJUNCTIONS.has(this.#tokens[at]?.text ?? '')) return false;
    const models = this.#index.ofBrand(this.#piece.brand ?? '');
    return at + 1 < this.#tokens.length && !models?.find(this.#folded, this.#tokens, at);
  }

  #open(start: number): void {
    this.#piece = newPiece(start, this.#pieces.at(-1) ?? this.#piece);
    this.#saved = null;
    this.#lastKind = null;
  }

  #close(): void {
    const piece = this.#piece;
    if (this.#lastKind === null) return;
    const before = this.#pieces.at(-1);
    const isDescribed = piece.words.length === 0 || (isBare(before) && piece.words[0]?.start !== piece.start);
    const isCompletion = before && !piece.hasBrand && !piece.hasName && isDescribed && hasValues(piece);
    if (isCompletion && completes(before, piece)) {
      before.end = piece.end;
      return;
    }
    this.#pieces.push(piece);
  }

  #consumed(kind: Kind, to: number, end = this.#tokens[to - 1]?.end ?? this.#lastEnd): number {
    this.#lastKind = kind;
    this.#lastEnd = end;
    this.#piece.end = end;
    return to;
  }

  /** Whether a token begins an exception: «excepto …», «sin GNC». */
  #isException(at: number): boolean {
    const [token, next] = [this.#tokens[at], this.#tokens[at + 1]];
    if (!token || EXCEPTIONS.has(token.text)) return token !== undefined;
    return token.text === 'sin' && next !== undefined && fuelNamed(next.text) !== undefined;
  }

  /** Reads an exception up to a strong separator, for a person to decide. */
  #readException(at: number): number | null {
    const token = this.#tokens[at];
    if (!token || !this.#isException(at) || this.#lastKind === null) return null;
    let to = at + 1;
    while (this.#tokens[to] && !STRONG.test(this.#folded.slice(this.#tokens[to - 1]?.end, this.#tokens[to]?.start)))
      to++;
    this.#piece.exception = this.#folded.slice(token.start, this.#tokens[to - 1]?.end);
    return this.#consumed('word', to);
  }

  /** A number that is a model of the brand in front of it, or of the brand so far: «Peugeot 2008», «Renault 9/11». */
  #readNumberedModel(at: number, isSeparated: boolean): number | null {
    const { brand } = this.#piece;
    const token = this.#tokens[at];
    if (!brand || !token || !/^\d+$/.test(token.text)) return null;
    const isAfterBrand = this.#lastKind === 'brand';
    if (!isAfterBrand && !isSeparated) return null;
    const models = this.#index.ofBrand(brand);
    const found = models?.find(this.#folded, this.#tokens, at);
    if (!found) return null;
    const isAfterNumber = this.#lastKind === 'name' && /^\d+$/.test(this.#tokens[at - 1]?.text ?? '');
    if (!isAfterBrand && token.text.length <= 2 && !isAfterNumber) {
      const range = scanRange(this.#folded, token.start);
      const other = range && this.#tokens[at + 1]?.text;
      if (range && !(other && models?.has(other))) return null;
    }
    if (!isAfterBrand && token.text.length === 4 && scanRange(this.#folded, token.start)) return null;
    return this.#addName(at, found.to, [found.value], isSeparated);
  }

  #readYears(at: number, gap: string): number | null {
    const token = this.#tokens[at];
    if (!token) return null;
    const place = /^\d/.test(token.text)
      ? startOfYears(this.#folded, token.start - gap.length, token.start)
      : token.start;
    const scanned =
      scanYears(this.#folded, place) ?? (place < token.start ? scanYears(this.#folded, token.start) : null);
    if (!scanned || this.#isDisplacement(at, scanned)) return null;
    if (this.#piece.years.length > 0 && this.#lastKind !== 'years') {
      const back = this.#goBack(at);
      if (back !== null) return back;
    }
    this.#piece.years.push(scanned);
    let to = at + 1;
    while ((this.#tokens[to]?.start ?? Infinity) < scanned.end) to++;
    return this.#consumed('years', to, scanned.end);
  }

  /** 2000 is a displacement before «cc», and in a piece with other years and without a displacement. */
  #isDisplacement(at: number, { from, until }: ScannedYears): boolean {
    if (from !== 2000 || until !== 2000 || this.#tokens[at]?.text !== '2000') return false;
    if (this.#tokens[at + 1]?.text === 'cc') return true;
    if (this.#piece.displacements.length > 0) return false;
    const next = this.#tokens[at + 1];
    return this.#piece.years.length > 0 || (next !== undefined && scanRange(this.#folded, next.start) !== null);
  }

  #readName(at: number, isStart: boolean, isSeparated: boolean): number | null {
    const token = this.#tokens[at];
    if (!token || /^\d+[.,]\d+$/.test(token.text)) return null;
    const { brand, names } = this.#piece;
    const isAfterBrand = this.#lastKind === 'brand';
    const isFree = isSeparated || isAfterBrand || !this.#piece.hasName;
    const inBrand = brand ? this.#index.ofBrand(brand)?.find(this.#folded, this.#tokens, at) : null;
    const brandFound = this.#findBrand(at, isSeparated || isStart);
    const current = names.at(-1);
    if (brandFound && (!inBrand || brandFound.to > inBrand.to || (!isAfterBrand && brandFound.to === inBrand.to))) {
      return this.#addBrand(at, brandFound.to, brandFound.value, isSeparated);
    }
    if (inBrand && !this.#isNumber(at, inBrand.to) && this.#isModelHere(at, inBrand.to, isFree, isAfterBrand)) {
      return this.#addName(at, inBrand.to, [inBrand.value], isSeparated || this.#lastKind === 'name');
    }
    const renault = isFree ? this.#findRenault(at) : null;
    if (renault) return this.#addName(at, renault.to, [renault.value], isSeparated);
    if (isSeparated && current && this.#piece.brand === current.brand) {
      const rest = this.#index.restsOf(current)?.find(this.#folded, this.#tokens, at);
      if (rest && (!this.#isNumber(at, rest.to) || (this.#lastKind === 'name' && !this.#isCounted(rest.to)))) {
        return this.#addName(at, rest.to, [rest.value], true);
      }
    }
    const completion = this.#findRest(at);
    if (completion) {
      this.#piece.names = [completion.value];
      return this.#consumed('name', completion.to);
    }
    if (isAfterBrand || (!isSeparated && this.#piece.names.length > 0)) return null;
    const anywhere = this.#index.anywhere.find(this.#folded, this.#tokens, at);
    if (!anywhere || this.#isYearOrShort(at, anywhere, isStart, isSeparated)) return null;
    if (!isStart && COMMON_WORDS.has(token.text) && anywhere.to === at + 1) return null;
    if (this.#piece.brand !== null && this.#piece.hasBrand && !this.#piece.hasName) return null;
    return this.#addName(at, anywhere.to, anywhere.value, isSeparated);
  }

  /** Finds a brand, or after a separator its abbreviation: «Peug.», «Chev». */
  #findBrand(at: number, isSeparated: boolean) {
    const found = this.#index.brands.find(this.#folded, this.#tokens, at);
    const token = this.#tokens[at];
    if (found || !token || !isSeparated) return found;
    const isAbbreviated = this.#folded[token.end] === '.';
    if (!/^\p{L}+$/u.test(token.text) || token.text.length < (isAbbreviated ? 3 : 4)) return null;
    const anywhere = this.#index.anywhere.find(this.#folded, this.#tokens, at);
    const brand = anywhere || positionOf(token.text) ? null : this.#index.brandBeginning(token.text);
    return brand ? { to: at + 1, value: brand } : null;
  }

  /** The rest of the model after other values: «Gol 1.6 Trend». */
  #findRest(at: number) {
    const [name] = this.#piece.names;
    const text = this.#tokens[at]?.text ?? '';
    if (!name || !this.#piece.hasName || this.#piece.names.length > 1 || text.length < 2) return null;
    if (this.#isNumber(at, at + 1) || this.#versionWords(name).has(text) || this.#lastKind === 'word') return null;
    const rest = this.#index.restsOf(name)?.find(this.#folded, this.#tokens, at);
    return rest && rest.value !== name && name.vehicles.some((vehicle) => rest.value.vehicles.includes(vehicle))
      ? rest
      : null;
  }

  /** «R12» and «R 19» are numbers of Renault. */
  #findRenault(at: number) {
    const [token, next] = [this.#tokens[at], this.#tokens[at + 1]];
    const models = this.#index.ofBrand('Renault');
    const digits = /^r(\d{1,2})$/.exec(token?.text ?? '')?.[1];
    const name = digits ? models?.get(digits) : undefined;
    if (name) return { to: at + 1, value: name };
    const isNear = token?.text === 'r' && next !== undefined && next.start - token.end <= 2;
    const separate = isNear && /^\d{1,2}$/.test(next.text) ? models?.get(next.text) : undefined;
    return separate ? { to: at + 2, value: separate } : null;
  }

  #isNumber = (at: number, to: number) => to === at + 1 && /^\d+$/.test(this.#tokens[at]?.text ?? '');

  #isCounted = (to: number) =>
    COUNTED.test(this.#folded.slice(this.#tokens[to - 1]?.end, (this.#tokens[to - 1]?.end ?? 0) + 12));

  /**
   * Whether a name without a brand may be something else. Three digits are a model at the start of a piece, or after a
   * separator with one brand and no unit: «Strada 1.4 / 206».
   */
  #isYearOrShort(at: number, { to, value }: Anywhere, isStart: boolean, isSeparated: boolean): boolean {
    const text = this.#tokens[at]?.text ?? '';
    if (!this.#isNumber(at, to)) return to === at + 1 && text.length < 2;
    if (isStart || text.length !== 3) return text.length !== 3;
    return !isSeparated || value.length !== 1 || MEASURED.test(this.#folded.slice(this.#tokens[at]?.end));
  }

  /** A word after a model may be of its version («Palio Weekend Adventure»), or the next model. */
  #isModelHere(at: number, to: number, isFree: boolean, isAfterBrand: boolean): boolean {
    const text = this.#tokens[at]?.text ?? '';
    if (/^linea$/.test(text) && /^ (?:nueva|vieja|anterior)/.test(this.#folded.slice(this.#tokens[at]?.end)))
      return false;
    if (isAfterBrand) return true;
    const isWord = this.#piece.names.some((name) => this.#versionWords(name).has(text));
    if (isFree && !(isWord && COMMON_WORDS.has(text))) return true;
    return to > at + 1 || (text.length > 2 && !isWord && !COMMON_WORDS.has(text));
  }

  #addBrand(at: number, to: number, brand: string, isSeparated: boolean): number {
    // Without a separator, the second brand replaces the first: «Dodge RAM 1500».
    const isSecond = this.#piece.hasBrand && this.#piece.brand !== brand && isSeparated;
    if (isSecond || this.#hasOwner(isSeparated)) this.#split(at, isSeparated);
    this.#piece.leading = this.#piece.words.length;
    this.#piece.brand = brand;
    this.#piece.hasBrand = true;
    this.#piece.names = [];
    this.#consumed('brand', to);
    // «Mini Cooper» and «Chevy» name a brand and may name a model of it too.
    const models = this.#index.ofBrand(brand);
    const next = models?.find(this.#folded, this.#tokens, to);
    const last = models?.find(this.#folded, this.#tokens, to - 1);
    if (last && !next && !this.#index.brands.find(this.#folded, this.#tokens, to)) {
      return this.#addName(to - 1, last.to, [last.value], false);
    }
    return to;
  }

  #addName(at: number, to: number, found: readonly VehicleName[], isSeparated: boolean): number {
    let end = to;
    let names = found;
    // A digit that counts doors is no generation: «Gol 3 puertas» is a Gol.
    if (to > at + 1 && /^\d$/.test(this.#tokens[to - 1]?.text ?? '') && this.#isCounted(to)) {
      const brand = found[0]?.brand ?? '';
      const shorter = this.#index.ofBrand(brand)?.find(this.#folded, this.#tokens.slice(0, to - 1), at);
      if (shorter) [end, names] = [shorter.to, [shorter.value]];
    }
    const piece = this.#piece;
    const [first] = names;
    if (!first) return this.#addWord(at, false);
    const isList = piece.hasName && !hasValues(piece) && piece.words.length === piece.leading;
    const isSameBrand = piece.brand === first.brand;
    if (isList && isSeparated && isSameBrand && names.length === 1) {
      if (!piece.names.includes(first)) piece.names.push(first);
      return this.#consumed('name', end);
    }
    if (this.#hasOwner(isSeparated)) this.#split(at, isSeparated);
    if (!this.#piece.hasBrand) this.#piece.leading = this.#piece.words.length;
    this.#piece.between = this.#piece.words.slice(this.#piece.leading);
    this.#piece.nameEnd = this.#tokens[end - 1]?.end ?? 0;
    this.#piece.hasName = true;
    if (names.length > 1) {
      this.#piece.ambiguous = names;
      this.#piece.names = [];
      return this.#consumed('name', end);
    }
    this.#piece.brand = first.brand;
    this.#piece.names = [first];
    this.#consumed('name', end);
    return this.#readUnknownGeneration(end, first);
  }

  /** A generation that the family does not have: «Escort MK9». */
  #readUnknownGeneration(at: number, name: VehicleName): number {
    const token = this.#tokens[at];
    const gap = this.#folded.slice(this.#lastEnd, token?.start);
    if (!token || gap !== ' ' || !IS_GENERATION.test(token.text) || this.#versionWords(name).has(token.text)) return at;
    this.#piece.unknownGeneration = token.text;
    return this.#consumed('word', at + 1);
  }

  /** Whether the values so far belong to a model before the next name: in «206 1.4 - 1.6, 207», 1.6 is of the 206. */
  #hasOwner(isSeparated: boolean): boolean {
    return this.#piece.hasName || (isSeparated && this.#piece.names.length > 0 && hasValues(this.#piece));
  }

  /** Begins another piece, at the last separator where there is one. */
  #split(at: number, isSeparated: boolean): void {
    if (this.#saved && isSeparated) this.#piece = this.#saved.piece;
    this.#piece.isOpen = isSeparated && isBare(this.#piece);
    this.#close();
    this.#open(this.#tokens[at]?.start ?? 0);
  }

  /** Goes back to the last separator, at most once to each, and begins another piece there. */
  #goBack(at: number): number | null {
    const saved = this.#saved;
    const to = saved ? saved.at : at;
    if (saved) this.#piece = saved.piece;
    const start = this.#tokens[to];
    if (!start) return null;
    this.#lastKind ??= 'word';
    this.#close();
    this.#lastEnd = this.#tokens[to - 1]?.end ?? 0;
    this.#open(start.start);
    return to;
  }

  /** Displacement, valves, fuel, positions and quantity. */
  #readValue(at: number): number | null {
    const token = this.#tokens[at];
    const next = this.#tokens[at + 1];
    if (!token) return null;
    const isNear = next !== undefined && next.start - token.end <= 2;
    const displacement = displacementOf(token.text, isNear ? next.text : '');
    if (displacement) {
      const hasUnit = isNear && /^(?:l|lt|lts|litros|cc|cm3|i)$/.test(next.text);
      return this.#add('displacement', at, at + (hasUnit ? 2 : 1), this.#piece.displacements, displacement);
    }
    const valves = /^(\d{1,2})v$/.exec(token.text)?.[1];
    if (valves) return this.#add('valves', at, at + 1, this.#piece.valves, Number(valves));
    if (/^\d{1,2}$/.test(token.text) && isNear && VALVE_WORD.test(next.text)) {
      return this.#add('valves', at, at + 2, this.#piece.valves, Number(token.text));
    }
    const fuel = this.#fuelAt(at);
    if (fuel) {
      const isBehind = this.#lastKind === 'displacement' || this.#lastKind === 'valves';
      const to = this.#add('fuel', at, fuel.to, this.#piece.fuels, fuel.value);
      const isRead = to > at;
      if (isRead) this.#piece.isFuelLast = isBehind && this.#piece.displacements.length > 1;
      if (isRead && fuelOfEngine(token.text)) {
        this.#piece.words.push({ ...token, isAlternative: false, isNote: false });
      }
      return to;
    }
    const position = this.#positionAt(at);
    if (position) {
      if (!this.#piece.positions.includes(position)) this.#piece.positions.push(position);
      return this.#consumed('position', at + 1);
    }
    return this.#readQuantity(at);
  }

  #add<T>(kind: Kind, at: number, to: number, values: T[], value: T): number {
    if (values.length > 0 && this.#lastKind !== kind) {
      if (values.length === 1 && values[0] === value && !this.#saved) return this.#consumed(kind, to);
      const back = this.#goBack(at);
      if (back !== null) return back;
    }
    if (!values.includes(value)) values.push(value);
    return this.#consumed(kind, to);
  }

  /** «N» and «D» are fuels after a displacement, valves or another fuel. */
  #fuelAt(at: number): { readonly value: string; readonly to: number } | null {
    const token = this.#tokens[at];
    const next = this.#tokens[at + 1];
    if (!token) return null;
    if ((token.text === 'turbo' || token.text === 'gas') && next && fuelNamed(token.text + next.text) === 'diesel') {
      return { value: 'diesel', to: at + 2 };
    }
    if (token.text === 'n' || token.text === 'd') {
      const isAfter = this.#lastKind === 'displacement' || this.#lastKind === 'valves' || this.#lastKind === 'fuel';
      return isAfter ? { value: token.text === 'n' ? 'nafta' : 'diesel', to: at + 1 } : null;
    }
    const value = fuelOfEngine(token.text) ?? fuelNamed(token.text);
    return value ? { value, to: at + 1 } : null;
  }

  /** «del» without a dot is an article, unless nothing follows or another position does. */
  #positionAt(at: number): Position | null {
    const token = this.#tokens[at];
    if (!token || !/^\p{L}{3,}$/u.test(token.text)) return null;
    const position = positionOf(token.text);
    if (token.text !== 'del' || this.#folded[token.end] === '.') return position ?? null;
    const next = this.#tokens[at + 1];
    const isLast = !next || /[^ ]/.test(this.#folded.slice(token.end, next.start));
    return isLast || positionOf(next.text) || next.text === 'y' ? (position ?? null) : null;
  }

  /** «x2», «x 4», «cant. 2», «2 unidades» */
  #readQuantity(at: number): number | null {
    const [token, next] = [this.#tokens[at], this.#tokens[at + 1]];
    const set = (digits: string | undefined, to: number) => {
      const quantity = Number(digits);
      if (!(quantity >= 1 && quantity <= MAX_QUANTITY)) return null;
      this.#piece.quantity = quantity;
      const hasUnit = UNIT.test(this.#tokens[to]?.text ?? '');
      return this.#consumed('quantity', hasUnit ? to + 1 : to);
    };
    const times = /^x(\d{1,3})$/.exec(token?.text ?? '');
    if (times) return set(times[1], at + 1);
    if (token && /^(?:x|cant|cantidad)$/.test(token.text) && /^\d{1,3}$/.test(next?.text ?? '')) {
      return set(next?.text, at + 2);
    }
    if (/^\d{1,3}$/.test(token?.text ?? '') && UNIT.test(next?.text ?? '')) {
      return set(token?.text, at + 1);
    }
    return null;
  }

  #addWord(at: number, isAlternative: boolean): number {
    const token = this.#tokens[at];
    if (!token) return at + 1;
    const before = this.#piece.words.at(-1);
    const isNote = before?.isNote === true && before.end === this.#lastEnd;
    const word = { ...token, isAlternative, isNote: isNote || NOTE_OPENERS.has(token.text) };
    this.#piece.words.push(word);
    const isName = isAlternative && this.#lastKind === 'name' && !word.isNote && /^\p{L}{3,}/u.test(token.text);
    if (
      isName &&
      !isFiller(token.text) &&
      !this.#piece.names.some((name) => this.#versionWords(name).has(token.text))
    ) {
      this.#piece.unknownName ??= word;
    }
    return this.#consumed('word', at + 1);
  }
}
