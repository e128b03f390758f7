import type { Folds } from './folds.ts';
import type { DataRow } from './layout.ts';
import type { PlaceNames } from './places.ts';
import { Reading } from './reading.ts';
import type { SeenKeys } from './seen.ts';
import { readPart, type SheetRules } from './sheets.ts';

/** A row that was read and compared, but for what only the database knows. */
export type Entry = {
  readonly reading: Reading;
  readonly place: PlaceNames;
  /** Tells its part from all others of the file. */
  readonly partName: string;
  readonly code: string;
  readonly bare: string;
  /** What its sheet makes of it. */
  readonly row: unknown;
};

/** Rows that an earlier sheet or row had already are refused, so they have to come in order and all of them. */
export async function readEntries(
  rules: SheetRules,
  rows: readonly DataRow[],
  folds: Folds,
  seen: SeenKeys,
): Promise<Entry[]> {
  const readings = rows.map((row) => {
    const reading = new Reading(rules.format, row);
    return { reading, part: readPart(reading), values: rules.read(reading) };
  });
  await folds.learn(textsOf(rules, readings));
  return readings.map(({ reading, part: { brand, product, code }, values }) => {
    const place = { brand: folds.fold(brand), product: folds.fold(product) };
    const bare = folds.bare(code);
    if (code && !bare) reading.refuse('Código', 'Tiene que tener alguna letra o número');
    const partName = `${place.brand}\n${place.product}\n${bare}`;
    const row = rules.complete(values, folds, reading);
    if (brand && product && bare && row !== null) {
      const before = seen.add(`${partName}\n${rules.key(row)}`, reading.row);
      if (before) reading.refuse(rules.keyColumn, `Está repetida: es igual a la fila ${before}`);
    }
    return { reading, place, partName, code, bare, row };
  });
}

type Read = { readonly part: ReturnType<typeof readPart>; readonly values: unknown };

function* textsOf(rules: SheetRules, rows: readonly Read[]): Generator<string> {
  for (const { part, values } of rows) {
    yield* Object.values(part);
    for (const text of rules.compared(values)) if (text !== null) yield text;
  }
}
