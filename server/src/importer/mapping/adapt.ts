import type { MappedColumn, MappedSheet, WorkbookMapping } from '@piezario/contract/workbook-mappings';
import { titlesOf } from './header.ts';
import { proposeColumns } from './propose-columns.ts';
import type { ReadSheet } from './sample.ts';
import { plain } from './titles.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A stored mapping for another file of the same kind. */
export type Adapted = {
  readonly mapping: WorkbookMapping;
  /** Titles that the stored mapping does not know and that have data. */
  readonly newTitles: readonly string[];
};

/**
 * Applies a stored mapping to a file whose columns may be in another order, or more. Null when a sheet of the mapping
 * fits no sheet of the file, because a column is missing.
 */
export function adaptMapping(
  stored: WorkbookMapping,
  sheets: readonly ReadSheet[],
  vocabulary: Vocabulary,
): Adapted | null {
  const newTitles: string[] = [];
  const adapted = new Map<MappedSheet, MappedSheet[]>();
  for (const sheet of sheets) {
    const found = stored.sheets
      .filter(({ use }) => use !== 'nothing')
      .toSorted((a, b) => Number(b.names.includes(sheet.name)) - Number(a.names.includes(sheet.name)))
      .map((mapped) => ({ mapped, header: headerFor(mapped, sheet) }))
      .find(({ header }) => header !== null);
    if (!found?.header) continue;
    const { mapped, header } = found;
    const columns = placeColumns(mapped, sheet, header, vocabulary);
    newTitles.push(...columns.filter(({ isNew }) => isNew).map(({ column }) => column.title));
    // Flipped rows are row numbers of one file, which mean nothing in another.
    const own = {
      ...mapped,
      names: [sheet.name],
      header,
      columns: columns.map(({ column }) => column),
      flipped_rows: [],
    };
    const alike = adapted.get(mapped)?.find((other) => sameTitles(other, own));
    if (alike) alike.names.push(sheet.name);
    else adapted.set(mapped, [...(adapted.get(mapped) ?? []), own]);
  }
  const missing = stored.sheets.some((mapped) => mapped.use === 'rows' && !adapted.has(mapped));
  const mapped = [...adapted.values()].flat();
  return missing || mapped.length === 0 ? null : { mapping: { version: 1, sheets: mapped }, newTitles };
}

const sameTitles = (one: MappedSheet, other: MappedSheet) =>
  one.header.join() === other.header.join() &&
  one.columns.map(({ title, position }) => `${position} ${title}`).join('\n') ===
    other.columns.map(({ title, position }) => `${position} ${title}`).join('\n');

/** The rows of the sheet with all titles that the mapping reads; null when there are none. */
function headerFor(mapped: MappedSheet, sheet: ReadSheet): number[] | null {
  const needed = mapped.columns.filter(({ target }) => target.is !== 'ignored').map(({ title }) => plain(title));
  if (needed.length === 0) return null;
  const size = mapped.header.length;
  for (const [index] of sheet.first.entries()) {
    const header = sheet.first.slice(index, index + Math.max(1, size)).map(({ row }) => row);
    const titles = new Set(titlesOf(sheet.first, header).map(plain));
    if (needed.every((title) => titles.has(title))) return header;
  }
  return null;
}

/** Places columns by their titles. Columns with the same title keep their order. */
function placeColumns(mapped: MappedSheet, sheet: ReadSheet, header: number[], vocabulary: Vocabulary) {
  const titles = titlesOf(sheet.first, header);
  const left = new Map<string, MappedColumn[]>();
  for (const column of mapped.columns)
    left.set(plain(column.title), [...(left.get(plain(column.title)) ?? []), column]);
  const placed = titles.map((title) => ({ title, known: left.get(plain(title))?.shift() }));
  // A proposal takes long, and every stored mapping is compared with the file.
  const hasNew = placed.some(({ title, known }) => !known && title !== '');
  const proposed = new Map(
    (hasNew ? proposeColumns({ ...sheet, header, titles }, vocabulary) : []).map((column) => [column.position, column]),
  );
  return placed.flatMap(({ title, known }, position): { column: MappedColumn; isNew: boolean }[] => {
    if (known) return [{ column: { ...known, position, title }, isNew: false }];
    const column = proposed.get(position);
    if (!column || title === '') return [];
    return [{ column, isNew: sheet.columns.some((found) => found.position === position && found.filled > 0) }];
  });
}
