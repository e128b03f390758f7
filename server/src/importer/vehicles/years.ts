/** Years of a cell: one year, or a range whose open end is null. */
export type Years =
  | { readonly year: number }
  | { readonly from: number | null; readonly until: number | null }
  | { readonly wrong: string };

const NOT_YEARS = 'Tiene que ser un año, o un rango como 2005-2010, desde 2010 o hasta 2005';
const A_DATE = 'La planilla lo convirtió en una fecha: poné la celda como texto y escribí los años de nuevo';

/** 2008, 98 and ’98. A number cell may show decimals and thousands: 2008,00 or 2.008. */
const YEAR = String.raw`['’]?(\d{4}|\d\.\d{3}|\d{2})(?:,0+)?`;
const DASH = String.raw`(?:[-–—/→>]|\.{2,3}|->|al?|hasta)`;
const written = (pattern: string) => new RegExp(`^${pattern}$`);

const SINGLE = written(YEAR);
const BETWEEN = written(String.raw`(?:desde |de |del )?${YEAR}\s*${DASH}\s*${YEAR}`);
const FROM = [
  written(String.raw`(?:>=?|≥|desde(?: el)?|de)\s*${YEAR}`),
  written(
    String.raw`(?:desde |de |del )?${YEAR}\s*(?:[-–—/]?\s*(?:>|→|\+{1,2}|\.{2,3})|[-–—/]|e[nm] (?:adelante|diante)|${DASH}\s*(?:hoy|la fecha|actual(?:idad)?|presente))`,
  ),
];
const UNTIL = [written(String.raw`(?:<=?|≤|[-–—/→]|->|hasta(?: el)?)\s*${YEAR}`)];
const DATE = /^\d{2}\/\d{2}\/\d{4}\b/;

/** Reads the years of a cell that is not blank. */
export function readYears(text: string): Years {
  const line = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const single = SINGLE.exec(line);
  if (single) return { year: yearOf(single[1]) };
  const between = BETWEEN.exec(line);
  if (between) {
    const [from, until] = [yearOf(between[1]), yearOf(between[2])];
    return from <= until ? { from, until } : { wrong: `El rango está al revés: ${from} es después de ${until}` };
  }
  const from = firstMatch(FROM, line);
  if (from) return { from, until: null };
  const until = firstMatch(UNTIL, line);
  if (until) return { from: null, until };
  return { wrong: DATE.test(line) ? A_DATE : NOT_YEARS };
}

function firstMatch(patterns: readonly RegExp[], line: string): number | null {
  for (const pattern of patterns) {
    const found = pattern.exec(line);
    if (found) return yearOf(found[1]);
  }
  return null;
}

/** Two digits are a year from 1940 to 2039. */
export function yearOf(digits = ''): number {
  const year = Number(digits.replace('.', ''));
  if (digits.length > 2) return year;
  return year < 40 ? 2000 + year : 1900 + year;
}
