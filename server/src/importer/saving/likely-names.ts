import { sql } from 'kysely';
import { inScope, type Person, reaches } from '../../access/scope.ts';
import { given } from '../../db/bulk.ts';
import type { Db } from '../../db/connection/connect.ts';
import type { ParsedRow } from '../reading/parsed-row.ts';
import type { Refusal } from '../sheets/rules.ts';
import type { Destination, DestinationNames } from './destinations.ts';

const UNKNOWN = 'No existe o no está a tu alcance';
const MAX_OFFERS = 3;
/** A hostile file has any number of unknown names. */
const MAX_LOOKED_UP = 200;

type Unknown = DestinationNames & { readonly column: 'Marca' | 'Producto' };

/** Finds names similar to the unknown ones. Returns a function for the refusal of a row. */
export async function offerNames(
  db: Db,
  owner: Person,
  names: readonly DestinationNames[],
  found: readonly Destination[],
): Promise<(column: Unknown['column'], row: ParsedRow) => Refusal> {
  const unknown = names.flatMap((name, index): Unknown[] => {
    const destination = found[index];
    return destination && 'unknown' in destination ? [{ ...name, column: destination.unknown }] : [];
  });
  const likely = await findLikely(db, owner, unknown.slice(0, MAX_LOOKED_UP));
  return (column, { destination, reader }) => {
    const value = reader.textOf(column).trim();
    const names = likely.get(keyOf({ ...destination, column })) ?? [];
    if (names.length === 0) return [column, UNKNOWN];
    return [
      column,
      `${UNKNOWN}. ¿${names.join(', ')}?`,
      names.map((name) => ({ column, value, to: name, label: name })),
    ];
  };
}

const keyOf = ({ brand, product, column }: Unknown) => (column === 'Marca' ? brand : `${brand}\n${product}`);

/** Returns the most similar names in the person's scope, by unknown name. */
async function findLikely(db: Db, owner: Person, unknown: readonly Unknown[]): Promise<Map<string, string[]>> {
  const likely = new Map<string, string[]>();
  if (unknown.length === 0) return likely;
  const { rows } = await sql<{ position: string; name: string }>`
    select given.position, likely.name from ${given(unknown, { brand: 'text', product: 'text', column: 'text' })}
    cross join lateral (
      select name, similarity(name_folded, given.brand) as likeness from part_brands b
        where given.column = 'Marca' and ${reaches(owner, { brand: sql.ref('b.id') })}
      union all
      select p.name, (
          select max(similarity(fold(name), given.product)) from unnest(p.name || p.aliases) name)
        from part_products p join part_brands b on b.name_folded = given.brand
        where given.column = 'Producto' and ${inScope(owner, {
          brand: sql.ref('b.id'),
          category: sql.ref('p.part_category_id'),
          product: sql.ref('p.id'),
        })}
      order by likeness desc limit ${MAX_OFFERS}) likely
    where likeness > 0.3
    order by given.position, likeness desc`.execute(db);
  for (const { position, name } of rows) {
    const one = unknown[Number(position) - 1];
    if (one) likely.set(keyOf(one), [...(likely.get(keyOf(one)) ?? []), name]);
  }
  return likely;
}
