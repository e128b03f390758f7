import type pg from 'pg';
import { hashPassword } from '../../server/dist/auth/passwords.js';
import { withCaller } from './client.ts';
import { BRAND, enrich, MIDDLE_BRAND } from './data.ts';

export type Who = 'admin' | 'maker';

const EMAILS: Record<Who, string> = { admin: 'admin@bench.example', maker: 'manufacturer@bench.example' };
const PASSWORD = 'una-clave-larga';
/** Parts with many children. */
const RICH_PARTS = 20;

type PartRef = { readonly id: number; readonly product: number };

/** Rows that the calls use. */
export type World = {
  readonly brand: { readonly id: number; readonly parts: number };
  readonly middleBrand: { readonly id: number; readonly parts: number };
  /** One of the products of the brand. */
  readonly product: number;
  /** The day on which the part in the middle was created, and the moments at which it begins and ends. */
  readonly day: { readonly date: string; readonly begin: string; readonly end: string };
  readonly rich: readonly PartRef[];
  /** The part that is saved when something has to change. */
  readonly saved: PartRef & { readonly code: string };
};

/** Adds the users and the rich parts, unless they are there, and reads the ids for the calls. */
export async function prepareWorld(client: pg.Client): Promise<World> {
  const one = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row> => {
    const { rows } = await client.query<Row>(text, values);
    const [row] = rows;
    if (!row) throw new Error(`No row: ${text}`);
    return row;
  };
  const readBrand = (name: string) =>
    one<World['brand']>(
      `select id, (select count(*)::integer from parts where part_brand_id = part_brands.id) as parts
        from part_brands where name = $1`,
      [name],
    );
  const brand = await readBrand(BRAND);
  await addUsers(client, brand.id);
  const { rows: rich } = await client.query<PartRef>(
    `select id, part_product_id as product from parts where part_brand_id = $1 order by hashint4(id) limit ${RICH_PARTS}`,
    [brand.id],
  );
  await enrich(
    client,
    rich.map(({ id }) => id),
  );
  return {
    brand,
    rich,
    middleBrand: await readBrand(MIDDLE_BRAND),
    day: await one<World['day']>(
      `select day::text as date, (day::timestamp at time zone zone)::text as begin,
          ((day + 1)::timestamp at time zone zone)::text as end
        from (select 'America/Argentina/Buenos_Aires' as zone) here, lateral (
          select (created_at at time zone zone)::date as day from parts
          where id = (select max(id) / 2 from parts)) middle`,
    ),
    saved: await one<World['saved']>(
      'select id, part_product_id as product, code from parts where part_brand_id = $1 order by id desc limit 1',
      [brand.id],
    ),
    product: rich[0]?.product ?? 0,
  };
}

export async function addUsers(client: pg.Client, brand: number) {
  const hash = await hashPassword(PASSWORD);
  const add = (role: string, email: string) =>
    client.query(
      `insert into users (role, email, name, password_hash) values ($1, $2, $1, $3)
        on conflict ((lower(email))) do update set password_hash = excluded.password_hash`,
      [role, email, hash],
    );
  await add('admin', EMAILS.admin);
  await add('manufacturer', EMAILS.maker);
  await client.query(
    'insert into grants (user_id, part_brand_id) select id, $1 from users where email = $2 on conflict do nothing',
    [brand, EMAILS.maker],
  );
}

/** Signs in each user. Returns their headers. */
export async function signIn(url: string): Promise<Record<Who, Record<string, string>>> {
  const path = '/api/backend/auth/login';
  const headerOf = (who: Who) =>
    withCaller(url, {}, 1, async (call) => {
      const answer = await call({ method: 'POST', path, body: () => ({ email: EMAILS[who], password: PASSWORD }) });
      return { authorization: `Bearer ${JSON.parse(answer.toString()).result.access_token}` };
    });
  return { admin: await headerOf('admin'), maker: await headerOf('maker') };
}
