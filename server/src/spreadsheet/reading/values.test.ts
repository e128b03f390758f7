import { describe, expect, it } from 'vitest';
import { readRows, workbookParts } from '../../testing/workbook.ts';
import { type Cell, cellText, isImprecise, UNCALCULATED } from './read.ts';

const day = (year: number, month: number, date: number, hours = 0, minutes = 0, seconds = 0) =>
  new Date(Date.UTC(year, month - 1, date, hours, minutes, seconds));

/** Reads a cell whose XML is <c …>…</c>, with this format for style 1. */
async function readCell(xml: string, { strings = '', format = 'General' as string | number } = {}): Promise<Cell> {
  const rows = await readRows(workbookParts(`<row r="1">${xml}</row>`, { strings, formats: [format] }));
  return rows[0]?.cells[0] ?? null;
}

describe('a text', () => {
  it.each<[string, string, Cell]>([
    ['inline', '<c r="A1" t="inlineStr"><is><t>ñandú</t></is></c>', 'ñandú'],
    ['with spaces kept', '<c r="A1" t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>', ' a '],
    ['in runs', '<c r="A1" t="inlineStr"><is><r><rPr><b/></rPr><t>W </t></r><r><t>712</t></r></is></c>', 'W 712'],
    [
      'without its pronunciation',
      '<c r="A1" t="inlineStr"><is><t>課</t><rPh sb="0" eb="1"><t>カ</t></rPh></is></c>',
      '課',
    ],
    ['of a formula', '<c r="A1" t="str"><f>A2&amp;"x"</f><v>W 712</v></c>', 'W 712'],
    ['of a formula that gives nothing', '<c r="A1" t="str"><f>""</f><v></v></c>', null],
    ['of a formula that was never computed', '<c r="A1" t="str"><f>A2</f></c>', UNCALCULATED],
    ['with leading zeros', '<c r="A1" t="inlineStr"><is><t>00123</t></is></c>', '00123'],
    ['with escaped characters', '<c r="A1" t="inlineStr"><is><t>a_x000D_b_x005F_x0041_</t></is></c>', 'a\rb_x0041_'],
    ['with entities', '<c r="A1" t="inlineStr"><is><t>&lt;A&amp;B&gt; &#241;&#xD1;</t></is></c>', '<A&B> ñÑ'],
    ['in CDATA', '<c r="A1" t="inlineStr"><is><t>a<![CDATA[<&]]>b</t></is></c>', 'a<&b'],
    ['in lines', '<c r="A1" t="inlineStr"><is><t>a\r\nb\rc\nd</t></is></c>', 'a\nb\nc\nd'],
    ['beyond the basic plane', '<c r="A1" t="inlineStr"><is><t>🚗</t></is></c>', '🚗'],
    ['that looks like a formula', '<c r="A1" t="inlineStr"><is><t>=1+1</t></is></c>', '=1+1'],
    ['that is empty', '<c r="A1" t="inlineStr"><is><t></t></is></c>', null],
    ['that is missing', '<c r="A1" t="inlineStr"/>', null],
  ])('%s', async (_, xml, expected) => {
    expect(await readCell(xml)).toEqual(expected);
  });

  it.each<[string, string, Cell]>([
    ['shared', '<si><t>ñandú</t></si>', 'ñandú'],
    ['shared in runs', '<si><r><t>W </t></r><r><rPr><b/></rPr><t xml:space="preserve">712 </t></r></si>', 'W 712 '],
    [
      'shared without its pronunciation',
      '<si><t>課</t><rPh sb="0" eb="1"><t>カ</t></rPh><phoneticPr fontId="1"/></si>',
      '課',
    ],
    ['shared and escaped', '<si><t>_x0041_&amp;</t></si>', 'A&'],
    ['shared and empty', '<si><t/></si>', null],
    ['shared and missing', '<si/>', null],
  ])('%s', async (_, strings, expected) => {
    expect(await readCell('<c r="A1" t="s"><v>0</v></c>', { strings })).toEqual(expected);
  });
});

describe('a number', () => {
  it.each<[string, Cell, string]>([
    ['123', 123, '123'],
    ['-5', -5, '-5'],
    ['0', 0, '0'],
    ['-0', -0, '0'],
    ['10.5', 10.5, '10,5'],
    ['0.30000000000000004', 0.30000000000000004, '0,3'],
    ['-0.001', -0.001, '-0,001'],
    ['1E-7', 1e-7, '0,0000001'],
    ['1.5E3', 1500, '1500'],
    ['999999999999999', 999999999999999, '999999999999999'],
    ['1E+21', 1e21, '1000000000000000000000'],
    ['7501234567890', 7501234567890, '7501234567890'],
    ['99999.999999999985', 99999.999999999985, '100000'],
  ])('%s is shown in full, with a comma', async (text, value, shown) => {
    const cell = await readCell(`<c r="A1"><v>${text}</v></c>`);
    expect(cell).toBe(value);
    expect(cellText(cell)).toBe(shown);
  });

  it('of more than 15 digits is marked as imprecise', async () => {
    const [kept, lost] = await Promise.all([
      readCell('<c r="A1"><v>123456789012345</v></c>'),
      readCell('<c r="A1"><v>1234567890123456</v></c>'),
    ]);
    expect([isImprecise(kept), isImprecise(lost)]).toEqual([false, true]);
    expect(cellText(lost)).toBe('1234567890123460');
  });

  it.each<[string | number, string, Cell]>([
    ['00000', '123', '00123'],
    ['00000', '1234567', '1234567'],
    ['00000', '-12', '-00012'],
    ['00000', '0', '00000'],
    ['00000', '12.5', 12.5],
    ['0000000000000000', '1234567890123456', 1234567890123456],
    ['00-00000000-0', '30712345671', '30-71234567-1'],
    ['"AB-"0000', '12', 'AB-0012'],
    ['\\W0000', '12', 'W0012'],
    ['[$-2C0A]00000', '12', '00012'],
    ['[Red]000;[Blue]-000', '12', '012'],
    ['##\\/##', '1234', '12/34'],
    ['0', '123', '123'],
    [1, '12.5', '13'],
    [2, '10.5', '10,50'],
    ['0.00', '1234.005', '1234,01'],
    ['0.00', '-2', '-2,00'],
    ['0.0_ ', '0', '0,0'],
    [3, '1234567', '1.234.567'],
    ['#,##0', '1234', '1.234'],
    [4, '1234.5', '1.234,50'],
    ['[Red]#,##0.00', '0.125', '0,13'],
    ['#,##0.00;-#,##0.00', '1', '1,00'],
    ['#,##0.00;(#,##0.00)', '-1', -1],
    ['0.00', '1234567890123456', 1234567890123456],
    ['0.##', '10', 10],
    ['0" mm"', '10', 10],
    ['"$"\\ #,##0.00', '1234.5', 1234.5],
    ['0.00%', '0.125', '12,50%'],
    ['0.0%', '0.0005', '0,1%'],
    [9, '0.5', '50%'],
    [10, '-1.005', '-100,50%'],
    ['0.00E+00', '1234', 1234],
    ['General', '1234', 1234],
    ['#,##0 "días"', '12', 12],
    ['[<=9999999]000-0000;(000) 000-0000', '12', 12],
    ['@', '12', 12],
  ])('of format %s: %s', async (format, text, value) => {
    expect(await readCell(`<c r="A1" s="1"><v>${text}</v></c>`, { format })).toEqual(value);
  });

  it('that is not a number is refused', async () => {
    for (const text of ['abc', '1,5', 'NaN', 'INF', '1e999', '0x10', '1 2']) {
      await expect(readCell(`<c r="A1"><v>${text}</v></c>`), text).rejects.toMatchObject({ reason: 'damaged' });
    }
  });
});

describe('a date', () => {
  it.each<[string | number, string, Cell, string]>([
    [14, '45413', day(2024, 5, 1), '01/05/2024'],
    [22, '45413.5', day(2024, 5, 1, 12), '01/05/2024 12:00'],
    ['yyyy-mm-dd', '1', day(1900, 1, 1), '01/01/1900'],
    ['yyyy-mm-dd', '59', day(1900, 2, 28), '28/02/1900'],
    ['yyyy-mm-dd', '61', day(1900, 3, 1), '01/03/1900'],
    ['yyyy-mm-dd', '2958465', day(9999, 12, 31), '31/12/9999'],
    ['[$-2C0A]d" de "mmmm" de "yyyy;@', '45413', day(2024, 5, 1), '01/05/2024'],
    ['mmm\\-yy', '45413', day(2024, 5, 1), '01/05/2024'],
    ['mmmm', '45413', day(2024, 5, 1), '01/05/2024'],
    ['dd/mm/yyyy hh:mm:ss', '45413.75068287037', day(2024, 5, 1, 18, 0, 59), '01/05/2024 18:00:59'],
    ['dd/mm/yyyy', '-1', -1, '-1'],
    ['dd/mm/yyyy', '0', 0, '0'],
    ['dd/mm/yyyy', '60', 60, '60'],
    ['dd/mm/yyyy', '2958466', 2958466, '2958466'],
    [20, '0.354166666666667', '08:30', '08:30'],
    ['h:mm:ss AM/PM', '0.75001157407', '18:00:01', '18:00:01'],
    ['[h]:mm', '1.5', '36:00', '36:00'],
    [46, '1.5', '36:00', '36:00'],
  ])('of format %s: %s', async (format, text, value, shown) => {
    const cell = await readCell(`<c r="A1" s="1"><v>${text}</v></c>`, { format });
    expect(cell).toEqual(value);
    expect(cellText(cell)).toBe(shown);
  });

  it('counts from 1904 where the workbook does', async () => {
    const parts = workbookParts('<row><c s="1"><v>0</v></c><c s="1"><v>43951</v></c></row>', { formats: [14] });
    const workbook = String(parts['xl/workbook.xml']).replace('<sheets>', '<workbookPr date1904="1"/><sheets>');
    const [row] = await readRows({ ...parts, 'xl/workbook.xml': workbook });
    expect(row?.cells).toEqual([day(1904, 1, 1), day(2024, 5, 1)]);
  });

  it.each<[string, Cell]>([
    ['2024-05-01', day(2024, 5, 1)],
    ['2024-05-01T18:00:59', day(2024, 5, 1, 18, 0, 59)],
    ['2024-05-01T18:00:59.000Z', day(2024, 5, 1, 18, 0, 59)],
    ['2024-02-30', '2024-02-30'],
    ['mañana', 'mañana'],
  ])('written out: %s', async (text, value) => {
    expect(await readCell(`<c r="A1" t="d"><v>${text}</v></c>`)).toEqual(value);
  });
});

describe('another value', () => {
  it.each<[string, Cell, string]>([
    ['<c r="A1" t="b"><v>1</v></c>', true, 'SI'],
    ['<c r="A1" t="b"><v>0</v></c>', false, 'NO'],
    ['<c r="A1" t="b"><v>true</v></c>', true, 'SI'],
    ['<c r="A1" t="e"><v>#N/A</v></c>', { error: '#N/A' }, '#N/A'],
    ['<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>', { error: '#DIV/0!' }, '#DIV/0!'],
    ['<c r="A1" s="1"/>', null, ''],
    ['<c r="A1"><f>A2</f></c>', UNCALCULATED, '#SIN CALCULAR'],
    ['<c r="A1"><f>A2</f><v/></c>', UNCALCULATED, '#SIN CALCULAR'],
    ['<c r="A1"><f>A2</f><v></v></c>', UNCALCULATED, '#SIN CALCULAR'],
    ['<c r="A1" t="b"><f t="shared" si="0"/><v> </v></c>', UNCALCULATED, '#SIN CALCULAR'],
    ['<c r="A1"><f t="shared" ref="A1:A9" si="0">B1+1</f><v>7</v></c>', 7, '7'],
    ['<c r="A1"><f t="shared" si="0"/><v>8</v></c>', 8, '8'],
  ])('%s', async (xml, value, shown) => {
    const cell = await readCell(xml);
    expect(cell).toEqual(value);
    expect(cellText(cell)).toBe(shown);
  });

  it.each([
    ['a missing shared string', '<c r="A1" t="s"><v>7</v></c>'],
    ['a shared string without a number', '<c r="A1" t="s"><v>x</v></c>'],
    ['an unknown type', '<c r="A1" t="z"><v>1</v></c>'],
    ['an invalid boolean', '<c r="A1" t="b"><v>2</v></c>'],
    ['two values', '<c r="A1"><v>1</v><v>2</v></c>'],
    ['an invalid style', '<c r="A1" s="x"><v>1</v></c>'],
  ])('is refused with %s', async (_, xml) => {
    await expect(readCell(xml)).rejects.toMatchObject({ reason: 'damaged' });
  });
});
