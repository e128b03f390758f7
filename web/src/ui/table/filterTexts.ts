import { joinValues, type Kind, type Mode, splitValue, writeColumn } from '@piezario/contract/list';
import { type ListEndpoint, MODE_WORDS, type Option } from './list.ts';

/*
 * Texts of filters, as typed and in words. The typed text is one string, also with several values: a list has them
 * separated by semicolons, and `between` has a field and a line of the string for each end. Separate from list.ts,
 * which the sign-in page loads: that page does without the contract's lists.
 */

/** Separator of the fields of a filter, which no field can contain. */
export const FIELDS = '\n';
const LISTED = '; ';

/** Returns the longest text of a field. A whole list must fit into an address. */
export const maxLengthOf = (mode: Mode) => (mode === 'in' ? 4000 : 200);

export const textOf = (mode: Mode, value: string) => splitValue({ mode, value }).join(mode === 'in' ? LISTED : FIELDS);

/** Returns the value as it is sent, '' when there is nothing to filter by, or null when the column cannot have it. */
export function readValue({ query }: ListEndpoint, column: string, mode: Mode, text: string): string | null {
  const read = query.safeParse({ [`filter[${mode}-${writeColumn(column)}]`]: text });
  return read.success ? (read.data.filters[0]?.value ?? '') : null;
}

/** Like `readValue`, but empty until both fields of `between` are filled. */
export function readText(list: ListEndpoint, column: string, mode: Mode, text: string): string | null {
  if (mode !== 'between') return text.length > maxLengthOf(mode) ? null : readValue(list, column, mode, text);
  const ends = text.split(FIELDS);
  return ends.some((end) => end.trim() === '') ? '' : readValue(list, column, mode, joinValues(mode, ends));
}

/** Returns the text that is kept when the mode changes. Empty when a part of it would be lost. */
export function carryText(from: Mode, to: Mode, text: string): string {
  const typed = text.split(from === 'in' ? LISTED.trim() : FIELDS).map((one) => one.trim());
  const values = typed.filter((one) => one !== '');
  const [first = '', second = '', ...more] = values;
  if (to === 'is_empty' || to === 'is_not_empty') return '1';
  if (to === 'in') return values.join(LISTED);
  if (to === 'between') return first === '' || more.length > 0 ? '' : first + FIELDS + second;
  return second === '' ? first : '';
}

/** Returns copied cells of a spreadsheet as values of a list, or null for text without tabs and line breaks. */
export function listCells(text: string): string | null {
  if (!/[\r\n\t]/.test(text)) return null;
  const cells = text.split(/[\r\n\t]/).map((cell) => cell.trim());
  return cells.filter((cell) => cell !== '').join(LISTED);
}

/** Number of values that the words of a long list name. */
const MAX_NAMED = 3;

const JOINTS: Partial<Record<Mode, string>> = { between: ' y ', in: ', ', is_empty: '', is_not_empty: '' };

const DAY_WORDS: Partial<Record<Mode, string>> = {
  matches: 'el',
  greater_than: 'después del',
  less_than: 'antes del',
};

/** 2026-03-09 → 9/3/2026 */
const formatDay = (day: string) => day.split('-').map(Number).reverse().join('/');

/**
 * Returns a filter in words: «es uno de A, B», «antes del 9/3/2026». A value of a column with options is shown by its
 * label alone.
 */
export function filterWords(
  mode: Mode,
  value: string,
  kind: Kind | undefined,
  options: readonly Option[] = [],
): string {
  if (kind === 'date') {
    return `${DAY_WORDS[mode] ?? MODE_WORDS[mode]} ${splitValue({ mode, value }).map(formatDay).join(' y ')}`;
  }
  const nameOf = (one: string) => options.find((option) => option.value === one)?.label;
  const name = mode === 'matches' && nameOf(value);
  if (name) return name;
  const joint = JOINTS[mode];
  if (joint === undefined) return `${MODE_WORDS[mode]} “${value}”`;
  const values = splitValue({ mode, value }).map((one) => nameOf(one) ?? one);
  const others = values.length - MAX_NAMED;
  if (others > MAX_NAMED) return `${MODE_WORDS[mode]} ${values.slice(0, MAX_NAMED).join(joint)} y ${others} más`;
  return `${MODE_WORDS[mode]} ${values.join(joint)}`.trim();
}
