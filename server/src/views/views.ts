import { api } from '@piezario/contract/api';
import type { Endpoint } from '@piezario/contract/endpoint';
import type { listQuery } from '@piezario/contract/list';
import { type views as contract, MAX_VIEWS } from '@piezario/contract/views';
import type { Db } from '../db/connect.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';

const COLUMNS = ['id', 'name', 'query', 'columns'] as const;

export const views: Handlers<typeof contract> = {
  list: ({ db, user, query: { list } }) =>
    db
      .selectFrom('saved_views')
      .where('user_id', '=', user.id)
      .where('list', '=', list)
      .select(COLUMNS)
      .orderBy('name_folded')
      .execute(),

  store: async ({ db, user, body: { id, list, name, ...shown } }) => {
    const view = {
      name,
      query: JSON.stringify(readQuery(list, shown.query)),
      columns: JSON.stringify(shown.columns),
    };
    if (id !== null) {
      return db
        .updateTable('saved_views')
        .set(view)
        .where('id', '=', id)
        .where('user_id', '=', user.id)
        .where('list', '=', list)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow(notFound);
    }
    await refuseTooMany(db, user.id, list);
    return db
      .insertInto('saved_views')
      .values({ ...view, user_id: user.id, list })
      .returning(COLUMNS)
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

type ListQueries = ReadonlyMap<string, ReturnType<typeof listQuery>>;
const LISTS: ListQueries = new Map(
  Object.values(api)
    .flatMap((noun): Endpoint[] => Object.values(noun))
    .flatMap(({ path, columns, query }) => (columns ? [[path, query as ReturnType<typeof listQuery>]] : [])),
);

const refusal = (field: string, reason: string) => new Failure(422, 'Revisá los datos marcados', { [field]: reason });

/** What the list filters and sorts by, without the page. Throws when the list does not offer it. */
function readQuery(list: string, wire: Readonly<Record<string, string>>): Record<string, string> {
  const query = LISTS.get(list);
  if (!query) throw refusal('list', 'No hay una lista con esa dirección');
  const read = query.safeParse(wire);
  if (!read.success) throw refusal('query', 'La lista no tiene esos filtros o ese orden');
  const { after: _, ...view } = read.data;
  return query.encode({ ...view, page: 1 });
}

async function refuseTooMany(db: Db, user_id: number, list: string) {
  // Of two views that are stored at the same moment, the second one waits and is counted with the first.
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
