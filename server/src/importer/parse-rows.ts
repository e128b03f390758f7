import type { DestinationNames } from './destinations.ts';
import type { DuplicateKeys } from './duplicate-keys.ts';
import type { DataRow } from './layout.ts';
import type { Mappings } from './mappings.ts';
import { RowReader } from './row-reader.ts';
import { readPart, type SheetRules } from './sheets.ts';
import type { TextFolding } from './text-folding.ts';

/** A row of any sheet after everything was checked that needs no catalogue data. */
export type ParsedRow = {
  readonly reader: RowReader;
  readonly destination: DestinationNames;
  /** Identifies the part in the file. */
  readonly partKey: string;
  readonly code: string;
  readonly bare: string;
  /** The values for the rules of its sheet. */
  readonly row: unknown;
};

/** Parses rows and refuses duplicates of earlier ones. Therefore all rows of a sheet are parsed, in order. */
export async function parseRows(
  rules: SheetRules,
  rows: readonly DataRow[],
  folding: TextFolding,
  duplicates: DuplicateKeys,
  mappings: Mappings,
): Promise<ParsedRow[]> {
  const readers = rows.map((row) => {
    const reader = new RowReader(rules.format, row, mappings);
    return { reader, part: readPart(reader), values: rules.read(reader) };
  });
  await folding.learn(textsOf(rules, readers));
  return readers.map(({ reader, part: { brand, product, code }, values }) => {
    const destination = { brand: folding.fold(brand), product: folding.fold(product) };
    const bare = folding.bare(code);
    if (code && !bare) reader.refuse('Código', 'Tiene que tener alguna letra o número');
    const partKey = `${destination.brand}\n${destination.product}\n${bare}`;
    const row = rules.complete(values, folding, reader);
    if (brand && product && bare && row !== null) {
      const before = duplicates.add(`${partKey}\n${rules.key(row)}`, reader.row);
      if (before) reader.refuse(rules.keyColumn, `Está repetida: es igual a la fila ${before}`);
    }
    return { reader, destination, partKey, code, bare, row };
  });
}

type Read = { readonly part: ReturnType<typeof readPart>; readonly values: unknown };

function* textsOf(rules: SheetRules, rows: readonly Read[]): Generator<string> {
  for (const { part, values } of rows) {
    yield* Object.values(part);
    for (const text of rules.compared(values)) if (text !== null) yield text;
  }
}
