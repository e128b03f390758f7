import { admits, type Role, seesEverything } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import type { Endpoint } from '@piezario/contract/endpoint';
import { ATTRIBUTE_KEY, type listQuery } from '@piezario/contract/list';
import { type views as contract, MAX_SHARED_VIEWS, MAX_VIEWS, type ViewColumns } from '@piezario/contract/views';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';

const OWN = sql<null>`null`.as('author');
const authorFor = ({ id }: Person) => sql<string | null>`case when user_id <> ${id} then users.name end`.as('author');
const sharedFor = ({ role }: Person) =>
  sql<0 | 1 | null>`case when ${hasTeam(role)} then saved_views.is_shared::int end`.as('is_shared');
/** Clients are companies of their own: they share nothing with each other. */
const hasTeam = (role: Role) => admits('manufacturer', role);
const COLUMNS = ['saved_views.id', 'saved_views.name', 'query', 'columns'] as const;

export const views: Handlers<typeof contract> = {
  list: async ({ db, user, query: { list } }) => {
    const found = await db
      .selectFrom('saved_views')
      .innerJoin('users', 'users.id', 'saved_views.user_id')
      .where('list', '=', list)
      .where(({ or, eb }) => or([eb('user_id', '=', user.id), isSharedWith(user, list)]))
      .select([...COLUMNS, sharedFor(user), authorFor(user)])
      .orderBy(sql`user_id <> ${user.id}`)
      .orderBy('name_folded')
      .orderBy('saved_views.id')
      .limit(MAX_VIEWS + MAX_SHARED_VIEWS)
      .execute();
    return seesEverything(user.role)
      ? found
      : found.map((view) => (view.author === null ? view : { ...view, columns: withoutAttributes(view.columns) }));
  },

  store: async ({ db, user, body: { id, list, name, is_shared, ...shown } }) => {
    if (is_shared && !hasTeam(user.role)) throw refusal('is_shared', 'No tenés con quién compartirla');
    const query = readQuery(list, shown.query);
    const namesBrand = Object.keys(query).some((key) => brandFilterOf(list).test(key));
    if (is_shared && namesBrand && !seesEverything(user.role)) throw refusal('is_shared', NAMES_BRAND);
    if (is_shared && namesAttribute(query) && !seesEverything(user.role)) throw refusal('is_shared', NAMES_ATTRIBUTE);
    const view = {
      name,
      is_shared: is_shared === 1,
      query: JSON.stringify(query),
      columns: JSON.stringify(shown.columns),
    };
    if (id !== null) {
      return db
        .updateTable('saved_views')
        .set(view)
        .where('id', '=', id)
        .where('user_id', '=', user.id)
        .where('list', '=', list)
        .returning([...COLUMNS, sharedFor(user), OWN])
        .executeTakeFirstOrThrow(notFound);
    }
    await refuseTooMany(db, user.id, list);
    return db
      .insertInto('saved_views')
      .values({ ...view, user_id: user.id, list })
      .returning([...COLUMNS, sharedFor(user), OWN])
      .executeTakeFirstOrThrow();
  },

  remove: async ({ db, user, body: { id } }) => {
    return db
      .deleteFrom('saved_views')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow(notFound);
  },
};

/** Condition: a view is shared by a member of the person's team, and is of a list that the person may open. */
function isSharedWith(person: Person, list: string): RawBuilder<SqlBool> {
  const access = LISTS.get(list)?.access;
  if (!access || !admits(access, person.role) || !hasTeam(person.role)) return sql`false`;
  const isTeam = seesEverything(person.role)
    ? sql`users.role in ('admin', 'staff')`
    : sql`users.role = 'manufacturer' and exists (
        select from grants mine join grants theirs on theirs.part_brand_id = mine.part_brand_id
        where mine.user_id = ${person.id} and theirs.user_id = users.id)
      and not exists (select from jsonb_object_keys(saved_views.query) key
        where key ~ ${brandFilterOf(list).source} or key ~ ${ATTRIBUTE_FILTER.source})
      and coalesce(saved_views.query ->> 'sort', '') !~ ${ATTRIBUTE_SORT.source}`;
  return sql`(saved_views.is_shared and users.active and ${isTeam})`;
}

/** Makers with one brand in common may not know the attributes of each other's other brands. */
function withoutAttributes({ hidden, order, widths }: ViewColumns): ViewColumns {
  const isOther = (key: string) => !key.startsWith(ATTRIBUTE_KEY);
  return {
    hidden: hidden.filter(isOther),
    order: order.filter(isOther),
    widths: Object.fromEntries(Object.entries(widths).filter(([key]) => isOther(key))),
  };
}

const NAMES_BRAND = 'Tu equipo puede no tener esa marca: quitá de la vista los filtros por marca y compartila';
const NAMES_ATTRIBUTE =
  'Tu equipo puede no tener ese producto: quitá de la vista los filtros y el orden por atributos y compartila';
const ATTRIBUTE_FILTER = /^filter\[[a-z_]+-@/;
const ATTRIBUTE_SORT = /^-?@/;
const namesAttribute = ({ sort = '', ...filters }: Readonly<Record<string, string>>) =>
  ATTRIBUTE_SORT.test(sort) || Object.keys(filters).some((key) => ATTRIBUTE_FILTER.test(key));

/** Lists whose column `brand` is the brand of a vehicle or of another maker's code. */
const LISTS_OF_OTHER_BRANDS: readonly string[] = [
  ...[api.crosses.list.path, api.vehicles.list.path, api.vehicleProposals.list.path],
];

/** Filters that name brands of parts. Makers with one brand in common may not know of each other's other brands. */
const brandFilterOf = (list: string) =>
  LISTS_OF_OTHER_BRANDS.includes(list)
    ? /^filter\[[a-z_]+-part_brand_id\]$/
    : /^filter\[[a-z_]+-(brand|brands|part_brand_id)\]$/;

type List = { readonly query: ReturnType<typeof listQuery>; readonly access: Endpoint['access'] };
const LISTS: ReadonlyMap<string, List> = new Map(
  Object.values(api)
    .flatMap((noun): Endpoint[] => Object.values(noun))
    .flatMap(({ path, columns, query, access }) =>
      columns ? [[path, { access, query: query as ReturnType<typeof listQuery> }]] : [],
    ),
);

const refusal = (field: string, reason: string) => new Failure(422, reason, { [field]: reason });

/** Returns the filters and the order of a query, without the page. Throws for those that the list does not have. */
function readQuery(list: string, wire: Readonly<Record<string, string>>): Record<string, string> {
  const query = LISTS.get(list)?.query;
  if (!query) throw refusal('list', 'No hay una lista con esa dirección');
  const read = query.safeParse(wire);
  if (!read.success) throw refusal('query', 'La lista no tiene esos filtros o ese orden');
  const { after: _, ...view } = read.data;
  return query.encode({ ...view, page: 1 });
}

async function refuseTooMany(db: Db, user_id: number, list: string) {
  // The lock makes a second view that is stored at the same time wait, so that both are counted.
  await db.selectFrom('users').where('id', '=', user_id).select('id').forNoKeyUpdate().execute();
  const { count } = await db
    .selectFrom('saved_views')
    .where('user_id', '=', user_id)
    .where('list', '=', list)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < MAX_VIEWS) return;
  throw new Failure(409, `Ya tenés ${MAX_VIEWS} vistas de esta lista: eliminá alguna primero`);
}
