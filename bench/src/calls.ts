import { GAPS } from '@piezario/contract/gaps';
import type { Call } from './client.ts';
import { PHRASE } from './data.ts';
import type { LimitName } from './limit.ts';
import type { Who, World } from './world.ts';

const CATALOG = '/api/backend/user-catalog';
const PAGE_SIZE = 50;
/** Values of filters. Bare codes that start with `start` are between `from` and `to`. */
const CODE = { part: '4821', start: 'C4', from: 'c4', to: 'c5' };
const PRODUCT = 'amortiguador';
const ATTRIBUTE = '@atributo%201';

/** A call to the application, and the call to the limit with the same answer. */
type Pair = { readonly app: Call; readonly limit: Call };

export type Compared = {
  readonly name: LimitName;
  readonly who: Who;
  /** Called in turn. */
  readonly pairs: readonly Pair[];
  /** SQL after "from" that selects the rows of the total, for a list. */
  readonly counted?: string;
  /** The application caches something for the call until the brand changes. */
  readonly isRemembered?: true;
};

/** Start of the page after the middle one: the cursor of the application, and the row before it for the limit. */
export type Cursor = { readonly next: string; readonly createdAt: string; readonly id: number };

const limitCall = (name: LimitName, values: readonly (string | number | boolean)[]): Call => ({
  method: 'GET',
  path: `/${encodeURIComponent(name)}?${values.map(encodeURIComponent).join('&')}`,
});

type List = {
  readonly name: LimitName;
  readonly who?: Who;
  readonly brand: number;
  readonly product?: number;
  readonly page?: number;
  readonly after?: string;
  readonly sort?: string;
  /** As `mode-column`, and its value. */
  readonly filter?: readonly [string, string];
  /** Parameters of the limit's statement after the brand. */
  readonly values?: readonly (string | number | boolean)[];
  readonly counted: string;
  readonly isRemembered?: true;
};

function list(given: List): Compared {
  const { name, who = 'admin', brand, product = 'all', page = 1, after, sort, filter, values = [], counted } = given;
  const query = new URLSearchParams({
    ...(after ? { 'page[after]': after } : { 'page[number]': String(page) }),
    ...(sort && { sort }),
    ...(filter && { [`filter[${filter[0]}]`]: filter[1] }),
  });
  const echoed = [JSON.stringify(filter ? { [filter[0]]: filter[1] } : {}), sort ?? 'created_at'];
  const app: Call = { method: 'GET', path: `${CATALOG}/parts/${brand}/${product}?${query}` };
  const limit = limitCall(name, [name, page, ...echoed, brand, ...values]);
  return { name, who, pairs: [{ app, limit }], counted, ...(given.isRemembered && { isRemembered: true }) };
}

const middleOf = (rows: number) => Math.ceil(rows / PAGE_SIZE / 2);

/** The first, the middle and the last page, each with the parameters of the limit. */
function pagesOf(name: 'brand' | 'sort code' | 'sort vehicles_count', whole: Omit<List, 'name'>, rows: number) {
  const [middle, last] = [middleOf(rows), Math.ceil(rows / PAGE_SIZE)];
  return [
    list({ ...whole, name: `${name}, first page` }),
    list({
      ...whole,
      name: `${name}, middle page`,
      page: middle,
      values: [(middle - 1) * PAGE_SIZE],
      isRemembered: true,
    }),
    list({ ...whole, name: `${name}, last page`, page: last, values: [0, rows - (last - 1) * PAGE_SIZE] }),
  ];
}

export function listCalls(world: World, cursor: Cursor): Compared[] {
  const { brand, middleBrand, product, day } = world;
  const ofBrand = `parts where part_brand_id = ${brand.id}`;
  const whole = { brand: brand.id, counted: ofBrand };
  const sorted = (name: LimitName, sort: string) => list({ ...whole, name, sort });
  const filtered = (
    name: LimitName,
    filter: readonly [string, string],
    values: readonly (string | number | boolean)[],
    counted: string,
  ) => list({ brand: brand.id, name, filter, values, counted, isRemembered: true });
  const counts = `part_counts where part_brand_id = ${brand.id}`;
  const page = middleOf(brand.parts) + 1;

  return [
    ...pagesOf('brand', whole, brand.parts),
    list({
      ...whole,
      name: 'brand, next page by cursor',
      page,
      after: cursor.next,
      values: [cursor.createdAt, cursor.id],
    }),
    list({ ...whole, name: 'brand, as a manufacturer', who: 'maker' }),
    list({
      ...whole,
      name: 'brand and product',
      product,
      values: [product],
      counted: `${ofBrand} and part_product_id = ${product}`,
    }),
    list({
      ...whole,
      name: 'brand and product, sort attribute',
      product,
      sort: ATTRIBUTE,
      values: [product],
      counted: `${ofBrand} and part_product_id = ${product}`,
    }),
    list({
      ...whole,
      name: 'brand and product, attribute > 450',
      product,
      filter: [`greater_than-${ATTRIBUTE}`, '450'],
      values: [product],
      counted: `${ofBrand} and part_product_id = ${product} and id in (
        select part_id from attribute_values where name = 'atributo 1' and number > 450)`,
      isRemembered: true,
    }),
    list({ name: 'middle brand', brand: middleBrand.id, counted: `parts where part_brand_id = ${middleBrand.id}` }),

    ...pagesOf('sort code', { ...whole, sort: 'code' }, brand.parts),
    sorted('sort -code', '-code'),
    sorted('sort product', 'product'),
    sorted('sort enabled', 'enabled'),
    sorted('sort discontinued', 'discontinued'),
    sorted('sort has_observation_str', 'has_observation_str'),
    sorted('sort attributes_count', 'attributes_count'),
    sorted('sort cross_count', 'cross_count'),
    sorted('sort pictures_count', 'pictures_count'),
    ...pagesOf('sort vehicles_count', { ...whole, sort: 'vehicles_count' }, brand.parts),
    sorted('sort -vehicles_count', '-vehicles_count'),
    sorted('sort -created_at', '-created_at'),

    filtered('enabled = NO', ['matches-enabled', '0'], [false], `${ofBrand} and not enabled`),
    filtered('discontinued = SI', ['matches-discontinued', '1'], [true], `${ofBrand} and discontinued`),
    filtered(
      'has_observation_str = SI',
      ['matches-has_observation_str', '1'],
      [true],
      `${ofBrand} and observation <> ''`,
    ),
    filtered('pictures_count = 0', ['matches-pictures_count', '0'], [0], `${counts} and pictures_count = 0`),
    list({
      ...{ brand: brand.id, name: 'without vehicles, -vehicles_count', sort: '-vehicles_count', isRemembered: true },
      filter: ['matches-gaps', String(GAPS.indexOf('vehicles') + 1)],
      counted: `${counts} and vehicles_count = 0 and enabled and not discontinued and not is_universal`,
    }),
    filtered('vehicles_count > 3', ['greater_than-vehicles_count', '3'], [3], `${counts} and vehicles_count > 3`),
    filtered(
      'code contains',
      ['contains-code', CODE.part],
      [`%${CODE.part}%`],
      `${ofBrand} and code_bare like '%${CODE.part}%'`,
    ),
    filtered(
      'code starts_with',
      ['starts_with-code', CODE.start],
      [CODE.from, CODE.to],
      `${ofBrand} and code_bare like '${CODE.from}%'`,
    ),
    filtered(
      'product contains',
      ['contains-product', PRODUCT],
      [`%${PRODUCT}%`],
      `${ofBrand} and part_product_id in (
        select id from part_products where name_folded like '%${PRODUCT}%')`,
    ),
    filtered(
      'created_at = a day',
      ['matches-created_at', day.date],
      [day.begin, day.end],
      `${ofBrand} and created_at >= '${day.begin}' and created_at < '${day.end}'`,
    ),
    filtered(
      'observation contains',
      ['contains-observation', PHRASE],
      [`%${PHRASE}%`],
      `${ofBrand} and fold(observation) like '%${PHRASE}%'`,
    ),
  ];
}

const START = Date.now().toString(36);
let stored = 0;

/** Prefix of the codes of parts that calls store. */
export const NEW_CODE = 'NUEVA';

export function otherCalls({ brand, product, rich }: World): Compared[] {
  const ofPart = (name: LimitName, path: string, values: (part: World['rich'][number]) => (string | number)[]) =>
    ({
      name,
      who: 'admin',
      pairs: rich.map((part) => ({
        app: { method: 'GET', path: `${CATALOG}/${path}/${part.id}` },
        limit: limitCall(name, values(part)),
      })),
    }) satisfies Compared;
  const body = () => ({
    part_brand_id: brand.id,
    part_product_id: product,
    code: `${NEW_CODE}-${START}-${++stored}`,
    observation: 'Una pieza nueva',
  });
  return [
    ofPart('detail', 'parts/show', ({ id }) => [id]),
    {
      ...ofPart('vehicles of a part', 'vehicles', (part) => [
        'vehicles of a part',
        1,
        '{}',
        '-vehicle_linked,brand,model,version',
        part.id,
        part.product,
      ]),
      counted: 'vehicles',
    },
    ofPart('attribute suggestions', 'attributes/suggestions', ({ product }) => [product]),
    ofPart('brands for equivalences', 'crosses/brands', ({ product }) => [product]),
    {
      name: 'store',
      who: 'admin',
      pairs: [
        {
          app: { method: 'POST', path: `${CATALOG}/parts/store`, body },
          limit: { method: 'POST', path: '/store', body },
        },
      ],
    },
  ];
}

/** Returns the call for the middle page, whose cursor leads to the next one. */
export const middlePage = ({ brand }: World): Call => ({
  method: 'GET',
  path: `${CATALOG}/parts/${brand.id}/all?${new URLSearchParams({ 'page[number]': String(middleOf(brand.parts)) })}`,
});

/** Returns a call that saves a part of the brand unchanged. */
export const saveAgain = ({ brand, saved }: World): Call => ({
  method: 'POST',
  path: `${CATALOG}/parts/update`,
  body: () => ({ part_id: saved.id, part_brand_id: brand.id, part_product_id: saved.product, code: saved.code }),
});
