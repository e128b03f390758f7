import { yearOf } from './years.ts';

/** Years at a place of a text, and where they end. */
export type ScannedYears = {
  readonly from: number | null;
  readonly until: number | null;
  readonly end: number;
  /** Spanish; null where the years are clear. */
  readonly problem: string | null;
};

const QUOTE = "(?:['’´`] ?)?";
const YEAR = String.raw`${QUOTE}(\d{4}|\d{2})(?![\p{L}\d])(?![.,]\d)`;
const DASH = String.raw`(?: {0,2}(?:--?>?|[–—/→>]|\.{2,3}|…) {0,2}| (?:al?|hasta|hasta el) (?:el )?)`;
const BEFORE = String.raw`(?:(?:desde|del?|entre)(?: el)?(?: anos?)? |anos? |modelos? |mod\. ?)?`;
const TODAY = String.raw`(?:\.{2,3}|…|hoy|act\b\.?|actual(?:idad|mente)?|(?:el )?presente|la fecha)`;
/** After a first year: 08/>, 13->, 07/+, 2010 em diante. */
const ONWARDS = String.raw`(?: ?(?:[-–—/] ?)?(?:>|→|\+{1,2}|…|\.{2,3})| ?(?:en|em) (?:adelante|diante)| ?en ad\.| ?y (?:posterior(?:es)?|sig(?:uientes)?))`;
const at = (pattern: string) => new RegExp(pattern, 'uy');

const MONTHS = at(String.raw`\d{1,2}[/.-](\d{4})${DASH}\d{1,2}[/.-](\d{4})(?!\d)`);
const BETWEEN = at(`${BEFORE}${YEAR}(?:${DASH}| y )${YEAR}`);
const FROM = [
  at(String.raw`(?:>=?|≥|(?:desde|a partir)(?: del?)?(?: el)?(?: anos?)?) ?${YEAR}(?:${ONWARDS}| ?[-/](?![\p{L}\d]))?`),
  at(String.raw`${BEFORE}${YEAR}(?:${DASH}${TODAY}|${ONWARDS}|[-–—/](?=[\s;,)\]]|$)| [-–—](?= *(?:[\n;,)\]]|$)))`),
];
const UNTIL = at(String.raw`(?:<=?|≤|→|->|(?:\.{2,3}|…) ?[-/]? ?|hasta(?: el)?(?: anos?)? )${YEAR}`);
const SINGLE = at(String.raw`(anos? |modelos? |mod\. ?|linea )?(${QUOTE})(\d{4}|\d{2})(?![\p{L}\d])(?![.,]\d)`);

const isYear = (year: number) => year >= 1940 && year <= 2039;

/** Symbols before a year, which are not part of its token. */
const SYMBOLS = /(?:[<>]=?|[≤≥→]|->|(?:\.{2,3}|…) ?[-/]?|['’´`]) ?$/;

/** The place from which years are read: before the symbols in front of a token. */
export function startOfYears(folded: string, gapStart: number, tokenStart: number): number {
  const gap = folded.slice(Math.max(gapStart, tokenStart - 6), tokenStart);
  return tokenStart - (SYMBOLS.exec(gap)?.[0].length ?? 0);
}

const match = (pattern: RegExp, folded: string, place: number) => {
  pattern.lastIndex = place;
  return pattern.exec(folded);
};

/** Reads the years that begin at a place of a folded text. Returns null where there are none. */
export function scanYears(folded: string, place: number): ScannedYears | null {
  const range = scanRange(folded, place);
  return range ?? scanSingle(folded, place);
}

/** Reads a range that begins at a place, open or not. */
export function scanRange(folded: string, place: number): ScannedYears | null {
  const months = match(MONTHS, folded, place);
  if (months) return between(Number(months[1]), Number(months[2]), place + months[0].length);
  const range = match(BETWEEN, folded, place);
  if (range) {
    const [from, until] = [yearOf(range[1]), yearOf(range[2])];
    const isMonth = range[1]?.length === 2 && range[2]?.length === 4 && Number(range[1]) <= 12;
    const years = between(from, until, place + range[0].length);
    if (years && isMonth) return { ...years, problem: `«${range[0].trim()}» puede ser un mes o un rango de años` };
    if (years) return years;
  }
  for (const pattern of FROM) {
    const open = match(pattern, folded, place);
    const from = yearOf(open?.[1]);
    if (open && isYear(from)) return { from, until: null, end: place + open[0].length, problem: null };
  }
  const closed = match(UNTIL, folded, place);
  const until = yearOf(closed?.[1]);
  return closed && isYear(until) ? { from: null, until, end: place + closed[0].length, problem: null } : null;
}

function between(from: number, until: number, end: number): ScannedYears | null {
  if (!isYear(from) || !isYear(until)) return null;
  const problem = from <= until ? null : `El rango de años está al revés: ${from} es después de ${until}`;
  return { from, until, end, problem };
}

/** Two digits alone are a year after «año», after an apostrophe, or from 60 to 09: 10 to 59 may be anything. */
function scanSingle(folded: string, place: number): ScannedYears | null {
  const single = match(SINGLE, folded, place);
  if (!single) return null;
  const [written, word, quote, digits = ''] = single;
  const year = yearOf(digits);
  const isClear = digits.length === 4 || word !== undefined || quote !== '' || /^[06-9]/.test(digits);
  return isClear && isYear(year) ? { from: year, until: year, end: place + written.length, problem: null } : null;
}
