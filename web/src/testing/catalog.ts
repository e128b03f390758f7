import type { ListQuery, Paged } from '@piezario/contract/list';
import { writeFilters, writeSort } from '@piezario/contract/list';
import { byField } from '@piezario/contract/part-fields';
import type { ListedPart } from '@piezario/contract/parts';
import type { Fakes } from './fakeApi.ts';

/* A small catalog for the fake API: one brand with two products. */

const BRAND = { id: 3, name: 'Suspenor' };
export const CATEGORY = { id: 4, name: 'Suspensión' };
export const PRODUCTS = [
  { id: 5, name: 'Rótula', part_category_id: CATEGORY.id },
  { id: 6, name: 'Bieleta', part_category_id: CATEGORY.id },
] as const;

/** Ids are never used twice: saves in the table remember the version of a part by its id. */
let lastId = 1000;

export function makePart(given: Partial<ListedPart> = {}): ListedPart {
  lastId += 1;
  const [{ id, name }] = PRODUCTS;
  const observation = given.observation ?? '';
  return {
    id: lastId,
    brand: BRAND.name,
    code: `S ${lastId}`,
    ...byField(
      (_, { initial }) => (initial ? 1 : 0) as 0 | 1,
      () => '',
    ),
    observation,
    product_with_category: { id, name, part_category_id: CATEGORY.id, category: CATEGORY.name, takes_vehicles: 1 },
    part_brand_id: BRAND.id,
    part_product_id: id,
    attributes_count: 0,
    cross_count: 0,
    pictures_count: 0,
    vehicles_count: 0,
    has_observation_str: observation === '' ? 'NO' : 'SI',
    version: 1,
    updated_at: '2026-03-04T15:00:00.000Z',
    updated_by: null,
    completeness: 50,
    gaps: [],
    blocked_by: [],
    missing_attributes: [],
    off_template: 0,
    thumbnailUrl: null,
    created_at: '2026-03-01T15:00:00.000Z',
    discontinued_at: null,
    ...given,
  };
}

export const makeParts = (...codes: readonly string[]) => codes.map((code) => makePart({ code }));

/** The page of the rows that a query asks for. Its filters and its order are echoed, not applied. */
export function pageOf<Row>(rows: readonly Row[], { page, size, filters, sort }: ListQuery): Paged<Row> {
  const from = (page - 1) * size;
  const data = rows.slice(from, from + size);
  return {
    data,
    current_page: page,
    per_page: size,
    last_page: Math.max(Math.ceil(rows.length / size), 1),
    from: data.length > 0 ? from + 1 : null,
    to: data.length > 0 ? from + data.length : null,
    total: rows.length,
    filters: writeFilters(filters),
    sort: writeSort(sort),
    next: null,
  };
}

type Matches = (part: ListedPart, query: ListQuery) => boolean;

/** Handlers of the reads of the catalog and the saves of its cells. `parts` are changed in place. */
export const catalogOf = (parts: ListedPart[], matches: Matches = () => true) =>
  ({
    brands: { json: () => [BRAND] },
    categories: { json: () => [CATEGORY] },
    products: { json: () => [...PRODUCTS] },
    attributes: { usual: () => [] },
    parts: {
      list: ({ query }) =>
        pageOf(
          parts.filter((part) => matches(part, query)),
          query,
        ),
      update: ({ body: { part_id, observation, enabled, discontinued } }) => {
        const part = parts.find(({ id }) => id === part_id);
        if (!part) throw new Error(`There is no part ${part_id}`);
        return Object.assign(part, {
          version: part.version + 1,
          ...(observation !== undefined && { observation, has_observation_str: observation === '' ? 'NO' : 'SI' }),
          ...(enabled !== undefined && { enabled }),
          ...(discontinued !== undefined && { discontinued }),
        });
      },
    },
  }) satisfies Fakes;

export const CATALOG = `/parts/catalog?part_brand=${BRAND.id}`;
