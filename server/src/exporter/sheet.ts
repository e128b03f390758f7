import type { Sheet } from '../spreadsheet/writing/write.ts';
import type { Cell } from '../spreadsheet/writing/write-cells.ts';

/** Widths in characters of columns that are wider than their title. */
const WIDTHS: Readonly<Record<string, number>> = {
  Marca: 18,
  Categoría: 24,
  Producto: 28,
  Código: 20,
  Descripción: 50,
  Versión: 30,
  Motivo: 60,
  Título: 60,
  'Otras equivalencias': 50,
  Valor: 24,
  'Qué es': 110,
};

/** A sheet with column widths for the usual content. */
export const sheet = (name: string, headers: readonly string[], rows: Sheet['rows']): Sheet => ({
  name,
  columns: headers.map((header) => ({
    header,
    width: WIDTHS[header] ?? Math.min(Math.max(header.length + 4, 12), 40),
  })),
  rows,
});

export const yesOrNo = (flag: boolean): Cell => (flag ? 'SI' : 'NO');
