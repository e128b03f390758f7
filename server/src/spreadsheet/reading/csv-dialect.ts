/*
 * Detects how a text file is written. A sample is the beginning of the file with one character per byte: separators,
 * quotes and digits are ASCII in every supported encoding once UTF-16 is converted to UTF-8.
 */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** In order of preference where a file fits several. */
const SEPARATORS = [';', '\t', '|', ','] as const;
type Separator = (typeof SEPARATORS)[number];

export type TextFormat = { readonly encoding: Encoding; readonly separator: Separator };

const MARKS: readonly (readonly [Encoding, Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

const RECORDS = 100;

/** The byte order mark at the beginning of a file, or null. */
export function findMark(head: Buffer): { readonly encoding: Encoding; readonly bytes: number } | null {
  const [encoding, mark] = MARKS.find(([, mark]) => head.subarray(0, mark.length).equals(mark)) ?? [];
  return encoding && mark ? { encoding, bytes: mark.length } : null;
}

/** The line `sep=;` that Excel reads and does not show. `separator` is null when it names an unsupported one. */
export function findSeparatorLine(sample: string): { readonly separator: Separator | null; readonly length: number } {
  const [line = '', name] = /^"?sep=(.)"?(?:\r\n|\r|\n|$)/i.exec(sample) ?? [];
  return { separator: SEPARATORS.find((separator) => separator === name) ?? null, length: line.length };
}

/** Separators outside quotes in one record, in the order of SEPARATORS, and how many commas are between digits. */
type Counts = { readonly separators: number[]; decimals: number };

/**
 * The separator that divides the first 100 records into the same number of columns most often; `;` when there is none.
 * Commas that are mostly between digits are decimal commas, and lose against any other separator.
 */
export function detectSeparator(sample: string): Separator {
  const records = countSeparators(sample);
  const candidates = SEPARATORS.map((separator, index) => ({ separator, ...rate(records, index) }));
  const isDecimal = (separator: Separator) => separator === ',' && hasDecimalCommas(records);
  const [best] = candidates
    .filter(({ separator, presence }) => (separator === ',' ? presence >= 0.5 : presence > 0))
    .sort(
      (a, b) =>
        Number(isDecimal(a.separator)) - Number(isDecimal(b.separator)) ||
        b.consistency - a.consistency ||
        b.columns - a.columns,
    );
  return best?.separator ?? ';';
}

/**
 * `consistency` is the share of records with the most frequent number of columns. A shorter record counts half, because
 * some programs drop blank cells at the end.
 */
function rate(records: readonly Counts[], index: number) {
  const counts = records.map(({ separators }) => separators[index] ?? 0).filter((count) => count > 0);
  const frequencies = new Map<number, number>();
  for (const count of counts) frequencies.set(count, (frequencies.get(count) ?? 0) + 1);
  const [columns = 0, equal = 0] = [...frequencies].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  const shorter = counts.filter((count) => count < columns).length;
  return { columns, consistency: (equal + shorter / 2) / records.length, presence: counts.length / records.length };
}

function hasDecimalCommas(records: readonly Counts[]): boolean {
  const comma = SEPARATORS.indexOf(',');
  const commas = records.reduce((sum, { separators }) => sum + (separators[comma] ?? 0), 0);
  return records.reduce((sum, { decimals }) => sum + decimals, 0) * 2 > commas;
}

/** A quote opens a cell after any of the separators. Blank records are left out. */
function countSeparators(sample: string): Counts[] {
  const records: Counts[] = [];
  const start = (): Counts => ({ separators: SEPARATORS.map(() => 0), decimals: 0 });
  let record = start();
  let isBlank = true;
  let isQuoted = false;
  let isCellStart = true;
  const finish = () => {
    if (!isBlank) records.push(record);
    record = start();
    isBlank = true;
  };
  for (let at = 0; at < sample.length && records.length < RECORDS; at++) {
    const sign = sample[at] ?? '';
    if (isQuoted) {
      if (sign === '"' && sample[at + 1] === '"') at++;
      else if (sign === '"') isQuoted = false;
      continue;
    }
    const index = (SEPARATORS as readonly string[]).indexOf(sign);
    const isLineEnd = sign === '\n' || sign === '\r';
    if (index !== -1) {
      record.separators[index] = (record.separators[index] ?? 0) + 1;
      if (sign === ',' && isDigit(sample[at - 1]) && isDigit(sample[at + 1])) record.decimals++;
    }
    isQuoted = sign === '"' && isCellStart;
    isCellStart = index !== -1 || isLineEnd;
    if (isLineEnd) finish();
    else isBlank &&= sign === ' ';
  }
  // The last record of a sample is usually cut.
  if (records.length === 0) finish();
  return records;
}

const isDigit = (sign: string | undefined) => sign !== undefined && sign >= '0' && sign <= '9';
