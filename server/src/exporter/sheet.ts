import { fold } from '@piezario/contract/words';
import type { Sheet } from '../spreadsheet/writing/write.ts';
import type { Cell, Row } from '../spreadsheet/writing/write-cells.ts';

/** A column of a sheet: its title, and its cell in the row of an item. */
export type Column<Item> = readonly [header: string, cell: (item: Item) => Cell];

/** Columns that depend on the data. They follow the others. */
export type MoreColumns<Item> = { readonly headers: readonly string[]; readonly cells: (item: Item) => Row };

type Batches<Item> = AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>;

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

/** A sheet with a row for each item. */
export function sheet<Item>(
  name: string,
  items: Batches<Item>,
  columns: readonly Column<Item>[],
  more: MoreColumns<Item> = { headers: [], cells: () => [] },
): Sheet {
  const headers = withoutRepeats([...columns.map(([header]) => header), ...more.headers]);
  return {
    name,
    columns: headers.map((header) => ({
      header,
      width: WIDTHS[header] ?? Math.min(Math.max(header.length + 4, 12), 40),
    })),
    rows: rowsOf(items, columns, more),
  };
}

/** An attribute may be called like another column: the second «Marca» is «Marca (2)». */
function withoutRepeats(headers: readonly string[]): string[] {
  const taken = new Set<string>();
  return headers.map((header) => {
    let free = header;
    for (let n = 2; taken.has(fold(free)); n++) free = `${header} (${n})`;
    taken.add(fold(free));
    return free;
  });
}

async function* rowsOf<Item>(
  items: Batches<Item>,
  columns: readonly Column<Item>[],
  more: MoreColumns<Item>,
): AsyncGenerator<readonly Row[]> {
  const write =
    more.headers.length === 0
      ? (item: Item): Row => columns.map(([, cell]) => cell(item))
      : (item: Item): Row => [...columns.map(([, cell]) => cell(item)), ...more.cells(item)];
  for await (const batch of items) yield batch.map(write);
}

export const yesOrNo = (flag: boolean): Cell => (flag ? 'SI' : 'NO');
