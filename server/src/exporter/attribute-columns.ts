import { sql } from 'kysely';
import { selectedParts } from '../parts/selection.ts';
import type { Attribute } from './children.ts';
import type { ExportContext } from './read-parts.ts';
import type { MoreColumns } from './sheet.ts';

/** Columns for single attributes. The others share the last column. */
const MAX_COLUMNS = 200;
/** Spellings of attributes that are considered, the most used first. */
const MAX_SPELLINGS = 5_000;
const OTHERS = 'Otros atributos';

type AttributeColumns = MoreColumns<{ readonly attributes: readonly Attribute[] }>;

/**
 * A column for every attribute of the selected parts, the most used first. Case and accents do not matter. Attributes that
 * another column of the sheet shows have none.
 */
export async function readAttributeColumns(
  { db, selection }: ExportContext,
  isShownElsewhere: (name: string) => boolean = () => false,
): Promise<AttributeColumns> {
  const uses = selectedParts(db, selection)
    .innerJoin('part_attributes', 'part_attributes.part_id', 'parts.id')
    .select(['part_attributes.name', 'part_attributes.unit', sql<number>`count(*)`.as('uses')])
    .groupBy(['part_attributes.name', 'part_attributes.unit']);
  const read = await db
    .selectFrom(uses.as('uses'))
    .select(['name', 'unit', sql<string>`json_build_array(fold(name), fold(unit))::text`.as('attribute')])
    .orderBy(sql`sum(uses) over (partition by fold(name), fold(unit))`, 'desc')
    .orderBy('attribute')
    .orderBy('uses', 'desc')
    .orderBy('name')
    .orderBy('unit')
    .limit(MAX_SPELLINGS)
    .execute();
  const spellings = read.filter(({ name }) => !isShownElsewhere(name));

  const headers = new Map<string, string>();
  const indexes = new Map<string, number>();
  for (const { name, unit, attribute } of spellings) {
    if (!headers.has(attribute)) {
      if (headers.size === MAX_COLUMNS) break;
      headers.set(attribute, unit ? `${name} (${unit})` : name);
    }
    indexes.set(spelling(name, unit), headers.size - 1);
  }
  const hasOthers = indexes.size < spellings.length || read.length === MAX_SPELLINGS;

  return {
    headers: [...headers.values(), ...(hasOthers ? [OTHERS] : [])],
    cells: ({ attributes }) => {
      const cells = new Array<string | null>(headers.size).fill(null);
      const others: string[] = [];
      for (const [name, value, unit] of attributes) {
        const index = indexes.get(spelling(name, unit));
        if (index !== undefined) cells[index] = value;
        else if (!isShownElsewhere(name)) others.push(`${name}: ${value}${unit && ` ${unit}`}`);
      }
      return others.length === 0 ? cells : [...cells, others.join('; ')];
    },
  };
}

const spelling = (name: string, unit: string) => `${name}\n${unit}`;
