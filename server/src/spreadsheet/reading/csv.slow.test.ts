import { open } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { collect, withFile, withWorkbook } from '../../testing/workbook.ts';
import { type Cell, type Limits, openWorkbook, type TextFormat } from './read.ts';

const MiB = 1024 * 1024;

/** The rows as «number, cells», and how the file was read. */
const read = (content: string | Buffer, limits?: Partial<Limits>, known?: Partial<TextFormat>) =>
  withWorkbook(
    Buffer.from(content),
    async ({ kind, text, notices, sheets }) => {
      const rows: Cell[][] = (await collect(sheets[0]?.rows())).map(({ number, cells }) => [number, ...cells]);
      return { kind, text, notices, names: sheets.map(({ name }) => name), rows };
    },
    limits,
    known,
  );

const rowsOf = async (content: string | Buffer) => (await read(content)).rows;

const messageOf = (content: string | Buffer, limits?: Partial<Limits>) =>
  read(content, limits).then(
    () => 'it was read',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('a text is refused', () => {
  it.each<[string, string | Buffer, string]>([
    ['that is empty', '', 'El archivo está vacío'],
    ['with NUL bytes', 'a;b\0\n', 'No es una planilla'],
    ['with NUL bytes far from its start', `${'a;b\n'.repeat(5_000)}\0`, 'El archivo tiene datos que no son texto'],
    [
      'with NUL in UTF-16',
      Buffer.from(`\ufeff${'a;b\n'.repeat(5_000)}\0;\n`, 'utf16le'),
      'El archivo tiene datos que no son texto',
    ],
    ['that is an image', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'Es una imagen'],
    ['that is HTML', '<table><tr><td>a;b', 'Es un HTML'],
    ['with a quote that is never closed', 'a;b\nc;"d\ne;f\n', 'La fila 2 tiene comillas que no se cierran'],
  ])('%s', async (_, content, message) => {
    expect(await messageOf(content)).toContain(`UnreadableWorkbook: ${message}`);
  });

  it('beyond the limits of the other formats', async () => {
    expect(await messageOf('a;b\n'.repeat(4), { rows: 3 })).toContain('La planilla tiene más de 3 filas');
    expect(await messageOf('a;b\n'.repeat(4), { cells: 5 })).toContain('La planilla tiene más de 5 celdas');
    expect(await messageOf(`a;b\n${';'.repeat(256)}x\n`)).toContain('La fila 2 tiene datos más allá de la columna 256');
    expect(await messageOf(`a;b\n;${'ñ'.repeat(32_768)}\n`)).toContain(
      'La fila 2 tiene un texto de más de 32.767 caracteres',
    );
    expect(await messageOf(`a;b\n"${'x\n'.repeat(200_000)}`)).toContain(
      'La fila 2 tiene comillas que no se cierran, o un texto de más de 32.767 caracteres',
    );
    expect(await messageOf('a;b\n'.repeat(1_000), { fileBytes: 1024 })).toContain('El archivo pesa más de');
    expect((await rowsOf(`${'ñ'.repeat(32_767)};${';'.repeat(100_000)}\n`))[0]).toHaveLength(2);
  });

  it.each([
    ['one text', 'a', /un texto de más de 32\.767 caracteres/],
    ['one text in quotes', '"a', /comillas que no se cierran, o un texto de más de/],
    ['cells', 'a;', /más allá de la columna 256/],
  ])('that is one line of 200 MB of %s, in little memory', async (_, piece, message) => {
    await withFile(Buffer.alloc(0), async (path) => {
      const file = await open(path, 'w');
      const rest = Buffer.alloc(MiB, piece.replace('"', ''));
      await file.write(piece);
      for (let index = 0; index < 200; index++) await file.write(rest);
      await file.close();
      await expect(openWorkbook(path)).rejects.toThrow('El archivo pesa más de 64 MB: dividilo en varios');
      const before = process.resourceUsage().maxRSS;
      const result = await openWorkbook(path, { fileBytes: 300 * MiB }).then(async (workbook) => {
        const outcome = await collect(workbook.sheets[0]?.rows()).then(
          () => 'it was read',
          (error: Error) => error.message,
        );
        await workbook.close();
        return outcome;
      });
      expect(result).toMatch(message);
      expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(80);
    });
  });
});
