import { dayOf } from '../../db/day.ts';

/** The caller writes flags as words. A date shows the day in Buenos Aires. */
export type Cell = string | number | Date | null;
export type Row = readonly Cell[];

/** Excel's limits. */
export const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const MAX_CHARACTERS = 32_767;
const CUT = '… (texto cortado)';

/**
 * The styles of `STYLE_SHEET`, by their index in cellXfs. Text has the text format, so that a code that is typed again
 * keeps its zeros. Text that looks like a formula is also marked as quoted, so that it stays text when the cell is
 * edited.
 */
const TEXT = 1;
const QUOTED_TEXT = 2;
const DATE = 3;
const HEADER = 4;
const QUOTED_HEADER = 5;

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const cellFormat = (numberFormat: number, font: 0 | 1, more = '') =>
  `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${more}/>`;
const GENERAL_FORMAT = 0;
const TEXT_FORMAT = 49;
const DATE_FORMAT = 164;
const QUOTED = ' quotePrefix="1"';
export const STYLE_SHEET = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="${NAMESPACE}"><numFmts count="1"><numFmt numFmtId="${DATE_FORMAT}" formatCode="dd/mm/yyyy"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="6">${[
  cellFormat(GENERAL_FORMAT, 0),
  cellFormat(TEXT_FORMAT, 0),
  cellFormat(TEXT_FORMAT, 0, QUOTED),
  cellFormat(DATE_FORMAT, 0),
  cellFormat(TEXT_FORMAT, 1),
  cellFormat(TEXT_FORMAT, 1, QUOTED),
].join('')}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** A, B, … Z, AA, … by index. */
export const COLUMN_NAMES: readonly string[] = Array.from({ length: MAX_COLUMNS }, (_, index) => {
  let name = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
});

export const headerRow = (headers: Row) => writeRow(1, headers, HEADER, QUOTED_HEADER);
export const dataRow = (number: number, cells: Row) => writeRow(number, cells, TEXT, QUOTED_TEXT);

/** Hot path: most of the time of an export is spent here. */
function writeRow(number: number, cells: Row, style: number, quotedStyle: number): string {
  let xml = `<row r="${number}">`;
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (cell === null || cell === undefined || cell === '') continue;
    const start = `<c r="${COLUMN_NAMES[index]}${number}"`;
    if (typeof cell === 'string') {
      if (!isPlain(cell)) xml += start + awkwardText(cell, style, quotedStyle);
      else xml += `${start} s="${style}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    } else if (typeof cell === 'number') {
      if (Number.isFinite(cell)) xml += `${start}><v>${cell}</v></c>`;
    } else {
      xml += `${start} s="${DATE}"><v>${toSerial(cell)}</v></c>`;
    }
  }
  return `${xml}</row>`;
}

/** Characters that XML or a spreadsheet would interpret. */
const AWKWARD = /[&<>\p{Cc}\ufffe\uffff]|_x[0-9A-Fa-f]+_|^[ =+\-@]| $/u;
const isPlain = (text: string) => text.length <= MAX_CHARACTERS && !AWKWARD.test(text);

function awkwardText(text: string, style: number, quotedStyle: number): string {
  const quoted = /^[=+\-@\t\r]/.test(text);
  return ` s="${quoted ? quotedStyle : style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(cut(text))}</t></is></c>`;
}

/** Cuts between characters, never inside a surrogate pair. */
function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return text.slice(0, MAX_CHARACTERS - CUT.length).replace(/[\ud800-\udbff]$/, '') + CUT;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes characters that XML cannot contain as `_xHHHH_`, and texts that look like such an escape. */
export const escapeText = (text: string) =>
  text
    .replace(/_(?=x[0-9A-Fa-f]+_)/g, '_x005F_')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (sign) => {
      const code = sign.charCodeAt(0).toString(16).toUpperCase();
      return `_x${code.padStart(4, '0')}_`;
    });

/** The epoch of spreadsheets is 30/12/1899. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
function toSerial(date: Date): number {
  const { year, month, day } = dayOf(date);
  return (Date.UTC(year, month - 1, day) - DAY_ZERO) / 86_400_000;
}
