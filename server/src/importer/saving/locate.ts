import type { Person } from '../../access/scope.ts';
import type { Db } from '../../db/connection/connect.ts';
import { findPartIds, type PartKey } from '../../parts/bulk.ts';
import type { DuplicateKeys } from '../reading/duplicate-keys.ts';
import type { ParsedRow } from '../reading/parsed-row.ts';
import type { LocatedItem } from '../sheets/rules.ts';
import { type Destination, findDestinations } from './destinations.ts';
import { offerNames } from './likely-names.ts';
import type { Group, GroupPhase, PartOfRow } from './phase.ts';

type Place = Exclude<Destination, { unknown: unknown }>;
type Placed = { readonly row: ParsedRow; readonly place: Place };

/** Returns the items of rows with the ids of brand, product and part. Refuses rows for which one is not found. */
export async function locate(group: Group, phase: GroupPhase, rows: readonly ParsedRow[]): Promise<LocatedItem[]> {
  const { rules, pass, results } = group;
  const placed = await findPlaces(group, rows);
  const parts = rules.entity === 'part' ? null : await findPartsOf(group, phase, placed);
  const items = placed.flatMap(({ row, place }): LocatedItem[] => {
    const part = parts ? parts.get(row.partKey) : 'new';
    if (part === undefined) results.refuse(row, ['Código', missing(pass.partRows, row)]);
    else if (part === 'left out') results.leaveOut(row);
    else return row.items.map((item) => ({ parsed: row, ...place, part: part === 'new' ? null : part, item }));
    return [];
  });
  for (const item of items) {
    const refusal = rules.checkItem?.(item);
    if (refusal) results.refuse(item.parsed, refusal);
  }
  return items.filter(({ parsed }) => !results.isRefused(parsed));
}

/** An alarm counts the errors with this reason. */
export const NO_SUCH_PART = 'No hay una pieza con ese código en la marca y el producto';

/** Why the part of a row does not exist. */
function missing(partRows: DuplicateKeys, { partKey, reader: { row } }: ParsedRow): string {
  const before = partRows.find(`${partKey}\n`, row.sheet);
  return before ? `Su pieza no entró: mirá la fila ${before}` : NO_SUCH_PART;
}

/** Returns the brand and product of each row. Refuses rows whose names are outside the owner's scope. */
async function findPlaces({ db, owner, results }: Group, rows: readonly ParsedRow[]): Promise<Placed[]> {
  const keyOf = ({ destination }: ParsedRow) => `${destination.brand}\n${destination.product}`;
  const names = new Map(rows.map((row) => [keyOf(row), row.destination]));
  const found = await findDestinations(db, owner, [...names.values()]);
  const destinations = new Map([...names.keys()].map((name, index) => [name, found[index]]));
  const unknown = await offerNames(db, owner, [...names.values()], found);
  const placed: Placed[] = [];
  for (const row of rows) {
    const place = destinations.get(keyOf(row));
    if (place && !('unknown' in place)) placed.push({ row, place });
    else results.refuse(row, unknown(place?.unknown ?? 'Marca', row));
  }
  return placed;
}

/** Returns the parts of the rows by `partKey`. */
async function findPartsOf({ db }: Group, phase: GroupPhase, placed: readonly Placed[]) {
  const keys = new Map(
    placed.map(({ row, place: { brand, product } }): [string, PartKey] => [
      row.partKey,
      { brand, product, bare: row.bare },
    ]),
  );
  const found = await findPartIds(db, [...keys.values()], { lock: phase.locks });
  const parts = new Map<string, PartOfRow>();
  const absent: [string, PartKey][] = [];
  for (const [index, [name, key]] of [...keys].entries()) {
    const part = found[index];
    if (part) parts.set(name, part.id);
    else absent.push([name, key]);
  }
  if (absent.length === 0) return parts;
  const unstored = await phase.findUnstoredParts(absent.map(([, key]) => key));
  for (const [index, [name]] of absent.entries()) {
    const part = unstored[index];
    if (part) parts.set(name, part);
  }
  return parts;
}

/** Returns the part ids of rows, in the order of the rows; null where the part is not in the person's scope. */
export async function findNamedParts(db: Db, owner: Person, rows: readonly ParsedRow[]): Promise<(number | null)[]> {
  if (rows.length === 0) return [];
  const found = await findDestinations(
    db,
    owner,
    rows.map(({ destination }) => destination),
  );
  const keys = rows.map(({ bare }, index): PartKey => {
    const place = found[index];
    return place && !('unknown' in place) ? { ...place, bare } : { brand: 0, product: 0, bare };
  });
  const parts = await findPartIds(db, keys, { lock: false });
  return parts.map((part) => part?.id ?? null);
}
