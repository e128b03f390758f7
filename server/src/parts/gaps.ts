import { GAPS } from '@piezario/contract/gaps';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/* What parts lack, from `lacks` of their counts and what their products require and lack. */

/** The bits of `lacks`, as the migrations write them. A product asks for one, two or three photos. */
export const BITS = {
  observation: 1,
  vehicles: 2,
  attributes: 4,
  photos: [8, 16, 32],
  crosses: 64,
  barcode: 128,
  anyPhoto: 256,
  disabled: 512,
  discontinued: 1024,
  category: 2048,
} as const;

/** What is missing of a part, as bits. */
export const gapsIn = (counts: string, product: string) =>
  sql`((${sql.ref(`${counts}.lacks`)} | ${sql.ref(`${product}.lacks`)}) & ${sql.ref(`${product}.required`)})`;

/** Whether a number of bits has this one. */
const has = (bits: RawBuilder<unknown>, bit: number) => sql<SqlBool>`${bits} & ${sql.lit(bit)} <> 0`;

/** What is judged of the rows of a table by their product and what they lack: parts, or tallies of them. */
export function gapColumns(table: 'part_counts' | 'listed_gaps') {
  const [lacks, product] = [sql.ref(`${table}.lacks`), sql.ref(`${table}.part_product_id`)];
  const isEnabled = sql<SqlBool>`${lacks} & ${sql.lit(BITS.disabled)} = 0`;
  const missing = gapsIn(table, 'asking');
  const ofProduct = (value: RawBuilder<unknown>) => sql<number | null>`
    case when ${isEnabled} then (select ${value} from part_products asking where asking.id = ${product}) end`;
  /** Each bit with the products that ask for it: a product is looked up once, not for every part. */
  const lacksBit = (bit: number) =>
    sql<SqlBool>`(${has(lacks, bit)} and ${product} in (select id from part_products where ${has(sql`required`, bit)}))`;
  const isMissing: Record<(typeof GAPS)[number], RawBuilder<SqlBool>> = {
    observation: lacksBit(BITS.observation),
    vehicles: lacksBit(BITS.vehicles),
    attributes: lacksBit(BITS.attributes),
    photos: sql`(${sql.join(BITS.photos.map(lacksBit), sql` or `)})`,
    crosses: lacksBit(BITS.crosses),
    barcode: lacksBit(BITS.barcode),
    category: sql`${product} in (select id from part_products where ${has(sql`(required & lacks)`, BITS.category)})`,
  };
  return {
    completeness: ofProduct(sql`completeness(asking.required, ${missing})`),
    gaps_count: ofProduct(sql`bit_count(${missing}::bit(32))::int`),
    gaps: {
      has: (place: string): RawBuilder<SqlBool> => {
        const gap = GAPS[Number(place) - 1];
        return gap ? sql`(${isEnabled} and ${isMissing[gap]})` : sql`false`;
      },
    },
  };
}
export type GapColumn = keyof ReturnType<typeof gapColumns>;

/**
 * Orders groups of parts by completeness: those that have the same, by product and what they lack. Disabled parts have
 * none and come last.
 */
export const completenessKey = (table: 'part_counts' | 'listed_gaps', descending: boolean) => sql`
  ((coalesce(${gapColumns(table).completeness}, ${sql.lit(descending ? -1 : 101)})::bigint << 44)
    | ${sql.ref(`${table}.gap_group`)})`;
