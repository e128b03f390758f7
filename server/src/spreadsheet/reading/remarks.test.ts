import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { collect, type Parts, withMacros, withWorkbook, workbookParts, zip } from '../../testing/workbook.ts';

/** Style 1 is struck through, style 2 says that it is not, and style 0 is plain. */
const FONTS =
  '<fonts><font><sz val="11"/></font><font><strike/></font><font><b/><strike val="0"/></font></fonts>' +
  '<cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="0" fontId="1"/><xf numFmtId="0" fontId="2"/></cellXfs>';

function parts(rows: string): Parts {
  const book = workbookParts(rows);
  const styles = String(book['xl/styles.xml']).replace(/<cellXfs>.*<\/cellXfs>/, FONTS);
  return { ...book, 'xl/styles.xml': styles };
}

const ROWS = [
  '<row r="1" ht="15"><c r="A1" s="1"><v>1</v></c><c r="B1"><v>1</v></c></row>',
  '<row r="2" hidden="1"><c r="A2" s="1"/><c r="B2"><v>1</v></c></row>',
  '<row r="3" hidden="1"><c r="A3"/><c r="B3" s="1"><v>1</v></c></row>',
  '<row r="4" hidden="true"><c r="A4" s="2"><v>1</v></c></row>',
  '<row r="5" hidden="0"><c r="A5"><v>1</v></c><c r="B5" s="1"><v>1</v></c></row>',
  '<row r="6" collapsed="1"><c r="A6" s="9"><v>1</v></c></row>',
  '<row r="7" hidden="1"><c r="A7" s="1"/></row><row r="8" hidden="1"/>',
  '<row r="9"><c r="B9"><v>1</v></c><c r="A9" s="1"><v>1</v></c></row>',
].join('');

/** The same document for the XML parser alone, without the scanner. */
function parsed(book: Parts): Parts {
  const part = 'xl/worksheets/sheet1.xml';
  return { ...book, [part]: String(book[part]).replace('<worksheet', '<!--<sheetData>--><worksheet') };
}

describe('remarks', () => {
  it.each([
    ['the scanner', parts(ROWS)],
    ['the parser', parsed(parts(ROWS))],
  ])('count the hidden and the struck rows that are not blank, by %s', async (_, book) => {
    await withWorkbook(await zip(book), async ({ sheets: [sheet] }) => {
      const remarks = { hiddenRows: 3, struckRows: 3 };
      expect(await sheet?.remarks()).toEqual(remarks);
      expect(await collect(sheet?.rows())).toHaveLength(7);
      expect(await sheet?.remarks()).toEqual(remarks);
    });
  });

  it('fail as the reading of the rows does', async () => {
    const broken = parts('<row r="2"><c r="A2"><v>1</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>');
    await withWorkbook(await zip(broken), async ({ sheets: [sheet] }) => {
      await expect(sheet?.remarks()).rejects.toMatchObject({ reason: 'damaged' });
    });
  });

  it('count the hidden rows of an .xls', async () => {
    const sheet = utils.aoa_to_sheet([['a'], ['b'], ['c']]);
    const bytes: Buffer = write(utils.book_new(sheet, 'Piezas'), { type: 'buffer', bookType: 'biff8' });
    const remarks = await withWorkbook(hideRow(bytes, 1), async ({ sheets: [first] }) => first?.remarks());
    expect(remarks).toEqual({ hiddenRows: 1, struckRows: 0 });
  });
});

/** Replaces the record with the dimensions of the sheet by a record of a row, which has the same length. */
function hideRow(bytes: Buffer, row: number): Buffer {
  const DIMENSIONS = Buffer.from([0x00, 0x02, 14, 0]);
  const at = bytes.indexOf(DIMENSIONS);
  const record = Buffer.alloc(14 + DIMENSIONS.length);
  record.writeUInt16LE(0x0208, 0);
  record.writeUInt16LE(14, 2);
  record.writeUInt16LE(row, 4);
  record.writeUInt8(0x20, 16);
  return Buffer.concat([bytes.subarray(0, at), record, bytes.subarray(at + record.length)]);
}

it('a workbook with macros is read without them, and says so', async () => {
  const book = workbookParts('<row r="1"><c r="A1"><v>1</v></c></row>');
  await withWorkbook(await zip(withMacros(book)), async ({ kind, text, notices, sheets }) => {
    expect({ kind, text, notices }).toEqual({
      kind: 'xlsx',
      text: null,
      notices: ['El archivo tiene macros: no se leen'],
    });
    expect(await collect(sheets[0]?.rows())).toEqual([{ number: 1, cells: [1] }]);
  });
  await withWorkbook(await zip(book), async ({ notices }) => expect(notices).toEqual([]));
});
