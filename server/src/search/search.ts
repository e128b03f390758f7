import type { ListQuery } from '@piezario/contract/list';
import { search as contract, MAX_FOUND, MAX_SUGGESTED } from '@piezario/contract/search';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { condition } from '../db/list/columns.ts';
import { page } from '../db/list/page.ts';
import { prepared } from '../db/prepared.ts';
import type { Handlers } from '../http/implement.ts';
import { type FoundPartRow, selectFoundPart, selectListedPart } from '../parts/select-parts.ts';
import { explain } from './explanation.ts';
import { find } from './find.ts';
import { readReasons } from './reasons.ts';

/** Filters that apply inside the search, so that parts of other brands and products do not use up its limit. */
const BRANDS = { brand: { compared: 'name_folded' }, part_brand_id: { compared: 'id' } };
const PRODUCTS = {
  product: { compared: 'p.name_folded' },
  part_product_id: { compared: 'p.id' },
  category: { compared: 'c.name_folded' },
  part_category_id: { compared: 'c.id' },
};

export const search: Handlers<typeof contract> = {
  suggest: async ({ db, user, query: { text } }) => {
    const understood = await find(db, user, EVERYTHING, text, MAX_SUGGESTED);
    const ids = [...understood.found.keys()];
    if (ids.length === 0) return [];
    const [{ rows }, reasons] = await Promise.all([
      showAll(ids).execute(prepared(db)),
      readReasons(db, understood, ids),
    ]);
    return withMatches(rows, reasons);
  },

  list: async ({ db, user, query }) => {
    const text = query.filters.find(({ column, mode }) => column === 'text' && mode === 'contains')?.value ?? '';
    const asked = await askedFor(db, query);
    const understood = await find(db, user, asked, text, MAX_FOUND);
    const ids = [...understood.found.keys()];
    const rows = await page(db, query, {
      list: contract.list,
      table: 'parts',
      where: sql`parts.id = any (${ids}::int[])`,
      settled: ['text', ...Object.keys(BRANDS), ...Object.keys(PRODUCTS)],
      columns: {
        id: 'parts.id',
        text: sql`null`,
        rank: { compared: sql`array_position(${ids}::int[], parts.id)` },
        brand: { ...BRAND, compared: 'part_brands.name_folded' },
        part_brand_id: 'parts.part_brand_id',
        code: { compared: 'parts.code_bare' },
        product: { ...PRODUCT, compared: 'p.name_folded' },
        part_product_id: 'parts.part_product_id',
        category: { ...PRODUCT, compared: 'c.name_folded' },
        part_category_id: { ...PRODUCT, compared: 'c.id' },
        enabled: { compared: 'parts.enabled' },
        discontinued: { compared: 'parts.discontinued' },
      },
      show: (id) => selectListedPart(user, id),
    });
    const reasons = await readReasons(
      db,
      understood,
      rows.data.map(({ id }) => id),
    );
    return {
      ...rows,
      data: withMatches(rows.data, reasons),
      is_complete: ids.length < MAX_FOUND,
      explanation: await explain(db, user, asked, understood),
    };
  },
};

const EVERYTHING = { brands: null, products: null };
const WITH_CATEGORY = sql`part_products p join part_categories c on c.id = p.part_category_id`;
const BRAND = { key: 'parts.part_brand_id', from: sql`part_brands`, id: 'part_brands.id' };
const PRODUCT = { key: 'parts.part_product_id', from: WITH_CATEGORY, id: 'p.id' };

/** Returns the brands and products that the filters leave. Null without such filters. */
async function askedFor(db: Db, { filters }: ListQuery) {
  const read = async (
    origins: Readonly<Record<string, { compared: string }>>,
    id: RawBuilder<number>,
    from: RawBuilder<unknown>,
  ) => {
    const columns: Readonly<Record<string, 'text' | 'number' | 'code' | 'prose' | 'flag'>> = contract.list.columns;
    const conditions = filters.flatMap((filter) => {
      const [origin, kind] = [origins[filter.column], columns[filter.column]];
      return origin && kind ? [condition(kind, origin, filter)] : [];
    });
    if (conditions.length === 0) return null;
    const { rows } = await sql<{ id: number }>`
      select ${id} as id from ${from} where ${sql.join(conditions, sql` and `)}`.execute(db);
    return rows.map((row) => row.id);
  };
  return {
    brands: await read(BRANDS, sql`id`, sql`part_brands`),
    products: await read(PRODUCTS, sql`p.id`, WITH_CATEGORY),
  };
}

const showAll = (ids: readonly number[]) => sql<FoundPartRow>`
  select shown.* from unnest(${ids}::int[]) with ordinality given (part_id, n),
    lateral (${selectFoundPart(sql`given.part_id`)}) shown order by n`;

function withMatches<Row extends { readonly id: number }>(
  rows: readonly Row[],
  reasons: Awaited<ReturnType<typeof readReasons>>,
) {
  return rows.flatMap((row) => {
    const match = reasons.get(row.id);
    return match ? [{ ...row, match }] : [];
  });
}
