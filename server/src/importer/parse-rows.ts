import { tidy } from '@piezario/contract/fields';
import { REMOVE } from '@piezario/contract/importer';
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
  /** Among all rows of the file, from 0 on. */
  readonly position: number;
  readonly destination: DestinationNames;
  /** Identifies the part in the file. */
  readonly partKey: string;
  readonly code: string;
  readonly bare: string;
  /** Whether what it names is to be removed. */
  readonly removes: boolean;
  /** What it names, for the rules of its sheet. */
  readonly items: readonly unknown[];
};

/** What rows of any sheet say, apart from what identifies them. */
const VALUES = ['category', 'observation', 'enabled', 'discontinued', 'value', 'unit'];
const SAME = 'Está repetida: es igual a';
const DIFFERENT = 'Está repetida: dice otra cosa que';

/** Parses rows and refuses duplicates of earlier ones. Therefore all rows of a sheet are parsed, in order. */
export async function parseRows(
  rules: SheetRules,
  rows: readonly DataRow[],
  first: number,
  folding: TextFolding,
  duplicates: DuplicateKeys,
  mappings: Mappings,
): Promise<ParsedRow[]> {
  const readers = rows.map((row) => {
    const reader = new RowReader(rules.format, row, mappings);
    return { reader, part: readPart(reader), values: rules.read(reader), removes: readAction(reader) };
  });
  await folding.learn(textsOf(rules, readers));
  return readers.map(({ reader, part: { brand, product, code }, values, removes }, index) => {
    const destination = { brand: folding.fold(brand), product: folding.fold(product) };
    const bare = folding.bare(code);
    if (code && !bare) reader.refuse('Código', 'Tiene que tener alguna letra o número');
    const partKey = `${destination.brand}\n${destination.product}\n${bare}`;
    const items = rules.complete(values, folding, reader);
    for (const item of brand && product && bare ? items : []) {
      const said = `${removes} ${JSON.stringify(item, VALUES)}`;
      const before = duplicates.add(`${partKey}\n${rules.key(item)}`, said, reader.row);
      if (before) reader.refuse(rules.keyColumn, `${before.isSame ? SAME : DIFFERENT} la fila ${before.row}`);
    }
    return { reader, position: first + index, destination, partKey, code, bare, removes, items };
  });
}

/** Whether the row removes what it names. */
function readAction(reader: RowReader): boolean {
  const action = tidy(reader.textOf('Acción')).toUpperCase();
  if (action !== '' && action !== REMOVE) reader.refuse('Acción', `Va ${REMOVE}, o queda en blanco`);
  return action === REMOVE;
}

type Read = { readonly part: ReturnType<typeof readPart>; readonly values: unknown };

function* textsOf(rules: SheetRules, rows: readonly Read[]): Generator<string> {
  for (const { part, values } of rows) {
    yield* Object.values(part);
    for (const text of rules.compared(values)) if (text !== null) yield text;
  }
}
