import { tidy } from '@piezario/contract/fields';
import { IMPORT_SHEETS, REMOVE } from '@piezario/contract/importer';
import { cellText } from '../../spreadsheet/reading/read.ts';
import { readPart } from '../sheets/parts.ts';
import type { SheetRules } from '../sheets/rules.ts';
import type { DuplicateKeys } from './duplicate-keys.ts';
import type { DataRow } from './layout.ts';
import type { Mappings } from './mappings.ts';
import type { ParsedRow } from './parsed-row.ts';
import { RowReader } from './row-reader.ts';
import type { TextFolding } from './text-folding.ts';

const REPEATED = 'está repetida en el archivo, con lo mismo, y se lee una sola vez';

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
    const all = rules.resolve(values, folding, reader, destination);
    const isNamed = brand !== '' && product !== '' && bare !== '';
    const items = isNamed ? withoutRepeated(rules, partKey, removes, all, reader, duplicates) : all;
    return { reader, position: first + index, destination, partKey, code, bare, removes, items };
  });
}

/**
 * Returns the items that no earlier row has. A row without such items is refused if it contradicts an earlier row, and
 * gets a notice if it repeats one. A row with new items may also repeat some.
 */
function withoutRepeated(
  rules: SheetRules,
  partKey: string,
  removes: boolean,
  items: readonly unknown[],
  reader: RowReader,
  duplicates: DuplicateKeys,
): readonly unknown[] {
  const left: unknown[] = [];
  let contradicted: string | null = null;
  const rowOf = (key: string) => duplicates.find(`${partKey}\n${key}`, reader.row.sheet);
  // A row with an error is not saved, so that a good row with the same values does not repeat it.
  const state = `${removes}${reader.problems.length > 0 ? ' refused' : ''}`;
  for (const item of items) {
    const signature = `${state}${rules.duplicateSignature?.(item) ?? ''}`;
    const before = duplicates.add(`${partKey}\n${rules.key(item)}`, signature, reader.row);
    if (before && !before.isSame) contradicted ??= before.row;
    if (!before) left.push(rules.withSiblings?.(item, rowOf) ?? item);
  }
  if (left.length > 0 || items.length === 0) return left;
  if (contradicted !== null)
    reader.refuse(rules.keyColumn, `Está repetida: dice otra cosa que la fila ${contradicted}`);
  // Files of other formats repeat a part in each row of its vehicles.
  else if (!reader.row.titles) reader.notices.push(REPEATED);
  return left;
}

const actionOf = (text: string) => tidy(text).toUpperCase();

/** Whether the row removes what it names. */
function readAction(reader: RowReader): boolean {
  const action = actionOf(reader.writtenIn('Acción'));
  if (action !== '' && action !== REMOVE) reader.refuse('Acción', `Va ${REMOVE}, o queda en blanco`);
  return action === REMOVE;
}

const ACTION = IMPORT_SHEETS.Piezas.indexOf('Acción');

/** Whether a row of «Piezas» removes its part, before anything else of it is read. */
export const removesPart = ({ cells }: DataRow) => actionOf(cellText(cells[ACTION] ?? null)) === REMOVE;

type Read = { readonly part: ReturnType<typeof readPart>; readonly values: unknown };

function* textsOf(rules: SheetRules, rows: readonly Read[]): Generator<string> {
  for (const { part, values } of rows) {
    yield* Object.values(part);
    for (const text of rules.textsToFold(values)) if (text !== null) yield text;
  }
}
