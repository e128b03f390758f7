import { GAPS, OBSTACLES, type Obstacle } from '@piezario/contract/gaps';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/* What parts lack, from `lacks` of their counts and what their products require and lack. */

/** The bits of `part_counts.lacks` in server/schema/tables/parts.sql. A product asks for one, two or three photos. */
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

/** Bits of parts that are not for sale. Such parts have no gaps and are not counted as pending. */
export const NOT_FOR_SALE = BITS.disabled | BITS.discontinued;

/** Whether a part is for sale. The table is `parts` or `part_counts`. */
export const isForSale = (table: string) =>
  sql<SqlBool>`(${sql.ref(`${table}.enabled`)} and not ${sql.ref(`${table}.discontinued`)})`;

/** The gaps of a part, as bits. */
export const gapsIn = (counts: string, product: string) =>
  sql`((${sql.ref(`${counts}.lacks`)} | ${sql.ref(`${product}.lacks`)}) & ${sql.ref(`${product}.required`)})`;

/** The obstacles that keep a part out of Mercado Libre's file, as bits. */
export const obstaclesIn = (counts: string, product: string) =>
  sql<number>`((${sql.ref(`${counts}.lacks`)} | ${sql.ref(`${product}.lacks`)}) & ${sql.ref(`${product}.blocking`)})`;

const OBSTACLE_BITS: Record<Obstacle, number> = {
  vehicles: BITS.vehicles,
  photos: BITS.anyPhoto,
  category: BITS.category,
};

/** The names of the obstacles. */
export const obstacleNamesIn = (counts: string, product: string) =>
  sql<Obstacle[]>`array_remove(array[${sql.join(
    OBSTACLES.map(
      (name) =>
        sql`case when ${obstaclesIn(counts, product)} & ${sql.lit(OBSTACLE_BITS[name])} <> 0 then ${sql.lit(name)} end`,
    ),
  )}], null)`;

const ofProduct = (value: RawBuilder<unknown>) => sql<number | null>`
  case when ${isForSale('part_counts')} then (
    select ${value} from part_products asking where asking.id = part_counts.part_product_id) end`;

const MISSING = gapsIn('part_counts', 'asking');
const COMPLETENESS = ofProduct(sql`completeness(asking.required, ${MISSING})`);
const PUBLISHABLE = ofProduct(sql`${obstaclesIn('part_counts', 'asking')} = 0`);
const GAPS_COUNT = ofProduct(sql`bit_count(${MISSING}::bit(32))::int`);

/** Condition: the part lacks what the bit means and its product requires it. Products are read once, not by part. */
const lacksBit = (
  bit: number,
) => sql<SqlBool>`(part_counts.lacks & ${sql.lit(bit)} <> 0 and part_counts.part_product_id in (
  select id from part_products where required & ${sql.lit(bit)} <> 0))`;

const HAS_NO_CATEGORY = sql<SqlBool>`part_counts.part_product_id in (
  select id from part_products where required & lacks & ${sql.lit(BITS.category)} <> 0)`;

/** Like `lacksBit`, for a bit that implies a count of 0: the index of the count finds the parts, also in its order. */
const lacksAny = (count: string, bit: number) =>
  sql<SqlBool>`(${sql.ref(`part_counts.${count}`)} = 0 and ${lacksBit(bit)})`;

const LACKS: Record<(typeof GAPS)[number], RawBuilder<SqlBool>> = {
  observation: lacksBit(BITS.observation),
  vehicles: lacksAny('vehicles_count', BITS.vehicles),
  attributes: lacksBit(BITS.attributes),
  photos: sql`(${sql.join(BITS.photos.map(lacksBit), sql` or `)})`,
  crosses: lacksAny('cross_count', BITS.crosses),
  barcode: lacksBit(BITS.barcode),
  category: HAS_NO_CATEGORY,
};

/** Columns of the list of parts, where it reads part_counts. */
export const GAP_COLUMNS = {
  completeness: COMPLETENESS,
  gaps_count: GAPS_COUNT,
  publishable: PUBLISHABLE,
  off_template: { compared: 'part_counts.off_template' },
  gaps: {
    has: (place: string): RawBuilder<SqlBool> => {
      const gap = GAPS[Number(place) - 1];
      return gap ? sql`(${isForSale('part_counts')} and ${LACKS[gap]})` : sql`false`;
    },
  },
};
