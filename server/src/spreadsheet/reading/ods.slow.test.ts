import { describe, expect, it } from 'vitest';
import { odsParts, type Parts, readParts, withWorkbook, XML, zip } from '../../testing/workbook.ts';
import type { Cell, Limits } from './read.ts';

const sheet = (rows: string, name = 'Piezas', attributes = '') =>
  `<table:table table:name="${name}"${attributes}>${rows}</table:table>`;
const row = (cells: string, attributes = '') => `<table:table-row${attributes}>${cells}</table:table-row>`;
const text = (value: string, attributes = '') =>
  `<table:table-cell office:value-type="string"${attributes}><text:p>${value}</text:p></table:table-cell>`;
const blank = (times: number) => `<table:table-cell table:number-columns-repeated="${times}"/>`;
const repeated = (times: number) => ` table:number-rows-repeated="${times}"`;

/** The rows of the first sheet, as «number, cells». */
async function read(rows: string, styles?: string, limits?: Partial<Limits>): Promise<Cell[][]> {
  const { kind, sheets } = await readParts(odsParts(sheet(rows), styles), limits);
  expect(kind).toBe('ods');
  return (sheets[0]?.rows ?? []).map(({ number, cells }) => [number, ...cells]);
}

const messageOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'it was read',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('an .ods is refused', () => {
  const good = odsParts(sheet(row(text('a'))));
  const content = String(good['content.xml']);

  it.each<[string, string, Parts]>([
    ['with a password', 'El archivo tiene clave', { ...good, 'encrypted-package': 'x' }],
    [
      'with encrypted entries',
      'El archivo tiene clave',
      {
        ...good,
        'META-INF/manifest.xml':
          '<m:manifest xmlns:m="m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>',
      },
    ],
    ['without its contents', 'dañado', { mimetype: String(good.mimetype) }],
    ['with other contents', 'dañado', { ...good, 'content.xml': '<x/>' }],
    ['without sheets', 'dañado', odsParts('')],
    [
      'with the end of a table in a comment',
      'dañado',
      odsParts(sheet(`${row(text('a'))}<!-- </table:table> -->${row(text('b'))}`)),
    ],
    ['with the end of a table in a text', 'dañado', odsParts(sheet(row(text('<![CDATA[</table:table>]]>'))))],
    ['that ends too soon', 'dañado', { ...good, 'content.xml': content.slice(0, -40) }],
    ['with a DOCTYPE', 'DOCTYPE', { ...good, 'content.xml': content.replace(XML, `${XML}<!DOCTYPE x>`) }],
    [
      'in another encoding',
      'escrito de una forma desconocida',
      { ...good, 'content.xml': content.replace('UTF-8', 'ISO-8859-1') },
    ],
    [
      'in another layout of its tags',
      'escrito de una forma desconocida',
      { ...good, 'content.xml': content.replace('<table:table ', '<table:table\n') },
    ],
  ])('%s', async (_, message, parts) => {
    expect(await messageOf(readParts(parts))).toMatch(new RegExp(`^UnreadableWorkbook: .*${message}`));
  });

  it('beyond the limits of the other formats', async () => {
    const limited = (rows: string, limits?: Partial<Limits>) => messageOf(read(rows, '', limits));
    expect(await limited(row(text('a', ' table:number-columns-repeated="257"')))).toContain(
      'La fila 1 tiene datos más allá de la columna 256',
    );
    expect(await limited(row(blank(3), repeated(4)) + row(blank(256) + text('a')))).toContain(
      'La fila 5 tiene datos más allá de la columna 256',
    );
    expect(await limited(row(text('a', ' table:number-columns-repeated="3"'), repeated(2)), { cells: 5 })).toContain(
      'La planilla tiene más de 5 celdas',
    );
    expect(await limited(row(text('ñ'.repeat(32_768))))).toContain(
      'La fila 1 tiene un texto de más de 32.767 caracteres',
    );
    expect(await limited(row(text('<text:s text:c="999999999"/>')))).toContain('un texto de más de 32.767 caracteres');
    expect(await messageOf(readParts(odsParts(sheet('').repeat(1_001))))).toContain('demasiadas hojas');
    const many = Array.from({ length: 70_000 }, (_, index) => `<style:style style:name="a${index}"/>`);
    expect(await messageOf(read(row(text('a')), many.join('')))).toContain('demasiados estilos');
  });

  it('that expands too much', async () => {
    const spaces = content.replace('<office:body>', `<office:body>${' '.repeat(30 * 1024 * 1024)}`);
    expect(await messageOf(readParts({ ...good, 'content.xml': spaces }))).toContain('se expande demasiado');
  });

  it('that repeats a filled row two million times, in little memory', async () => {
    const before = process.resourceUsage().maxRSS;
    const bytes = await zip(odsParts(sheet(row(text('a'), repeated(2_000_000)))));
    let rows = 0;
    const reading = withWorkbook(bytes, async ({ sheets: [first] }) => {
      for await (const batch of first?.rows() ?? []) rows += batch.length;
    });
    expect(await messageOf(reading)).toContain('La planilla tiene más de 1.048.576 filas');
    expect(rows).toBeLessThanOrEqual(1_048_576);
    expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(80);
  });

  it('but not for blank rows and cells, however often they are repeated', async () => {
    const rows = row(text('a')) + row(blank(16_384), repeated(1_048_575));
    expect(await read(rows + row(blank(999_999_999), repeated(999_999_999)).repeat(10))).toEqual([[1, 'a']]);
  });
});
