/** A formula that failed: #N/A, #REF! … Or one without a stored result. */
export type CellError = { readonly error: string };

/**
 * The value of a cell. A Date holds the local time of the spreadsheet as UTC. A number whose format adds zeros,
 * separators, decimals or a percent sign is the text that the cell shows.
 */
export type Cell = string | number | boolean | Date | CellError | null;

/** The value of a formula that no program has calculated. As text it is an error too. */
export const UNCALCULATED: CellError = { error: '#SIN CALCULAR' };

/** Excel's error values, in English and in Spanish. */
const ERROR_TEXTS = new Set(
  [
    '#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #GETTING_DATA #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #UNKNOWN!',
    '#¡NULO! #¡DIV/0! #¡VALOR! #¡REF! #¿NOMBRE? #¡NUM! #N/D #¡DESBORDAMIENTO! #¡CALC!',
  ]
    .flatMap((texts) => texts.split(' '))
    .concat(UNCALCULATED.error),
);

/** Returns true for an error value, which stays in the cell when the formula is replaced by its result. */
export const isErrorText = (text: string): boolean => ERROR_TEXTS.has(text.trim());

/** Spreadsheets keep 15 significant digits. */
export const DIGITS = 15;

/** Returns true for a number with more digits than a spreadsheet keeps: its last digits are lost. */
export const isImprecise = (cell: Cell): boolean => typeof cell === 'number' && Math.abs(cell) >= 10 ** DIGITS;

/** The text that Excel shows for the cell in Argentina. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return decimal(cell);
  if (typeof cell === 'boolean') return cell ? 'SI' : 'NO';
  return cell instanceof Date ? dateText(cell) : cell.error;
}

/** Without scientific notation: the number may be a code. */
function decimal(value: number): string {
  if (Number.isSafeInteger(value) && !isImprecise(value)) return String(value);
  const [mantissa = '', exponent] = Math.abs(value)
    .toExponential(DIGITS - 1)
    .split('e');
  const digits = mantissa.replace('.', '');
  const point = Number(exponent) + 1;
  const whole = digits.slice(0, Math.max(point, 0)).padEnd(point, '0') || '0';
  const fraction = (point < 0 ? '0'.repeat(-point) + digits : digits.slice(point)).replace(/0+$/, '');
  return `${value < 0 ? '-' : ''}${whole}${fraction && `,${fraction}`}`;
}

function dateText(date: Date): string {
  const rounded = new Date(Math.round(date.getTime() / 1000) * 1000);
  const day = [pad(rounded.getUTCDate()), pad(rounded.getUTCMonth() + 1), pad(rounded.getUTCFullYear(), 4)].join('/');
  const seconds = rounded.getUTCHours() * 3600 + rounded.getUTCMinutes() * 60 + rounded.getUTCSeconds();
  return seconds === 0 ? day : `${day} ${clock(seconds)}`;
}

/** 08:30, or 08:30:15 where the seconds are not zero. */
export function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[2] ? parts : parts.slice(0, 2)).map((part) => pad(part)).join(':');
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0');
