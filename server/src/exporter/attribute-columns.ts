import { sql } from 'kysely';
import { selectedParts } from '../parts/selection.ts';
import type { Attribute } from './children.ts';
import type { ExportContext } from './read-parts.ts';
import type { MoreColumns } from './sheet.ts';

/** Limit of columns with one attribute. All other attributes share the last column. */
const MAX_COLUMNS = 200;
/** Limit of spellings of attributes that are read, the most used first. */
const MAX_SPELLINGS = 5_000;
const OTHERS = 'Otros atributos';

/** Spellings of the same attribute. */
const SAME = sql`(partition by fold(name), fold(unit))`;

type AttributeColumns = MoreColumns<{ readonly attributes: readonly Attribute[] }>;

type Options = {
  /** Returns true when another column of the sheet shows the attribute of this name. */
  readonly isShownElsewhere?: (name: string) => boolean;
  /** Titles end in the attribute id of Mercado Libre, if the templates agree on it: «Largo (mm) [LENGTH]». */
  readonly namesMercadolibreIds?: boolean;
};

/** A column for every attribute of the selected parts, the most used first. Case and accents do not matter. */
export async function readAttributeColumns(
  { db, selection }: ExportContext,
  { isShownElsewhere = () => false, namesMercadolibreIds = false }: Options = {},
): Promise<AttributeColumns> {
  const byProduct = selectedParts(db, selection)
    .innerJoin('part_attributes', 'part_attributes.part_id', 'parts.id')
    .select(['part_attributes.name', 'part_attributes.unit', 'parts.part_product_id', sql<number>`count(*)`.as('uses')])
    .groupBy(['part_attributes.name', 'part_attributes.unit', 'parts.part_product_id']);
  const uses = db
    .selectFrom(byProduct.as('used'))
    .leftJoin('part_product_attributes as t', (join) =>
      join.onRef('t.part_product_id', '=', 'used.part_product_id').on(sql`fold(t.name)`, '=', sql`fold(used.name)`),
    )
    .select(['used.name', 'used.unit', sql<number>`sum(uses)`.as('uses')])
    .select([
      sql<string | null>`min(t.mercadolibre_id)`.as('first_id'),
      sql<string | null>`max(t.mercadolibre_id)`.as('last_id'),
    ])
    .groupBy(['used.name', 'used.unit']);
  const read = await db
    .selectFrom(uses.as('uses'))
    .select(['name', 'unit', sql<string>`json_build_array(fold(name), fold(unit))::text`.as('attribute')])
    .select(
      sql<string | null>`case when min(first_id) over ${SAME} = max(last_id) over ${SAME}
      then min(first_id) over ${SAME} end`.as('mercadolibreId'),
    )
    .orderBy(sql`sum(uses) over ${SAME}`, 'desc')
    .orderBy('attribute')
    .orderBy('uses', 'desc')
    .orderBy('name')
    .orderBy('unit')
    .limit(MAX_SPELLINGS)
    .execute();
  const spellings = read.filter(({ name }) => !isShownElsewhere(name));

  const headers = new Map<string, string>();
  const indexes = new Map<string, number>();
  for (const { name, unit, attribute, mercadolibreId } of spellings) {
    if (!headers.has(attribute)) {
      if (headers.size === MAX_COLUMNS) break;
      const title = unit ? `${name} (${unit})` : name;
      headers.set(attribute, namesMercadolibreIds && mercadolibreId ? `${title} [${mercadolibreId}]` : title);
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
