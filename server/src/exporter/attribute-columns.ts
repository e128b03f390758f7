import { sql } from 'kysely';
import type { Row } from '../spreadsheet/writing/write-cells.ts';
import type { Attribute } from './children.ts';
import type { Reading } from './reading.ts';
import { selectedParts } from './selection.ts';

/** More columns than these help nobody; whatever has none is told together in the last one. */
const MOST_COLUMNS = 200;
/** Ways to write their names that are looked at, the most used first. */
const MOST_SPELLINGS = 5_000;
const OTHERS = 'Otros atributos';

export type AttributeColumns = {
  readonly headers: readonly string[];
  readonly cells: (attributes: readonly Attribute[]) => Row;
};

/** A column for every attribute of the selected parts, the most used first; case and accents make no difference. */
export async function readAttributeColumns({ db, selection }: Reading): Promise<AttributeColumns> {
  const uses = selectedParts(db, selection)
    .innerJoin('part_attributes', 'part_attributes.part_id', 'parts.id')
    .select(['part_attributes.name', 'part_attributes.unit', sql<number>`count(*)`.as('uses')])
    .groupBy(['part_attributes.name', 'part_attributes.unit']);
  const spellings = await db
    .selectFrom(uses.as('uses'))
    .select(['name', 'unit', sql<string>`json_build_array(fold(name), fold(unit))::text`.as('attribute')])
    .orderBy(sql`sum(uses) over (partition by fold(name), fold(unit))`, 'desc')
    .orderBy('attribute')
    .orderBy('uses', 'desc')
    .orderBy('name')
    .orderBy('unit')
    .limit(MOST_SPELLINGS)
    .execute();

  const headers = new Map<string, string>();
  const places = new Map<string, number>();
  for (const { name, unit, attribute } of spellings) {
    if (!headers.has(attribute)) {
      if (headers.size === MOST_COLUMNS) break;
      headers.set(attribute, unit ? `${name} (${unit})` : name);
    }
    places.set(spelling(name, unit), headers.size - 1);
  }
  const hasOthers = places.size < spellings.length || spellings.length === MOST_SPELLINGS;

  return {
    headers: [...headers.values(), ...(hasOthers ? [OTHERS] : [])],
    cells: (attributes) => {
      const cells = new Array<string | null>(headers.size).fill(null);
      const others: string[] = [];
      for (const [name, value, unit] of attributes) {
        const place = places.get(spelling(name, unit));
        if (place === undefined) others.push(`${name}: ${value}${unit && ` ${unit}`}`);
        else cells[place] = value;
      }
      return others.length === 0 ? cells : [...cells, others.join('; ')];
    },
  };
}

const spelling = (name: string, unit: string) => `${name}\n${unit}`;
