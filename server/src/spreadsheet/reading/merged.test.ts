import { expect, it } from 'vitest';
import { sheetXml } from '../../testing/workbook.ts';
import { LIMITS } from './limits.ts';
import { readMerged } from './merged.ts';

const mergedXml = (rows: string, ranges: readonly string[]) => {
  const cells = ranges.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return sheetXml(rows).replace('</sheetData>', `</sheetData><mergeCells>${cells}</mergeCells>`);
};

async function* each(chunks: readonly Buffer[]) {
  yield* chunks;
}
const read = (chunks: readonly Buffer[], limits = {}) => readMerged(each(chunks), { ...LIMITS, ...limits });

const ROWS =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>a &gt; b</t></is></c></row>\n<row r="2"/><row r="3"><c r="A3"><v>1</v></c></row>';
const XML = mergedXml(`${ROWS}<row r="4"/><row r="5"/>`, ['A2:A4', 'B2:C2', 'AA3:AB9', 'A1', 'x:y', '']);
const EXPECTED = [
  { column: 0, first: 2, last: 4 },
  { column: 26, first: 3, last: 9 },
];

it('reads the ranges of several rows, wherever the entry is cut', async () => {
  const bytes = Buffer.from(XML);
  for (let at = 0; at <= bytes.length; at++) {
    expect(await read([bytes.subarray(0, at), bytes.subarray(at)]), `cut at ${at}`).toEqual(EXPECTED);
  }
});

it.each([
  ['in UTF-16', Buffer.from(`\ufeff${XML.replace('UTF-8', 'UTF-16')}`, 'utf16le'), EXPECTED],
  ['with prefixes', Buffer.from(XML.replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:').replace('xmlns', 'xmlns:x')), EXPECTED],
  ['without rows', Buffer.from(mergedXml('', ['A1:A2'])), [{ column: 0, first: 1, last: 2 }]],
  ['without merged cells', Buffer.from(sheetXml(ROWS)), []],
])('reads a sheet %s', async (_, bytes, expected) => {
  expect(await read([bytes])).toEqual(expected);
});

it('returns null for too many ranges of several rows, or too many in all', async () => {
  const tall = Buffer.from(mergedXml(ROWS, ['A2:A3', 'A4:A5', 'A6:A7']));
  expect(await read([tall], { mergedRanges: 3 })).toHaveLength(3);
  expect(await read([tall], { mergedRanges: 2 })).toBeNull();
  const wide = Buffer.from(mergedXml(ROWS, ['A2:B2', 'A3:B3', 'A4:B4']));
  expect(await read([wide], { mergedRanges: 2 })).toEqual([]);
  expect(await read([wide], { rows: 2 })).toBeNull();
});

it('refuses a damaged entry, as the reading of rows does', async () => {
  await expect(read([Buffer.from(XML.slice(0, -20))])).rejects.toMatchObject({ reason: 'damaged' });
});
