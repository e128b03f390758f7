import type pg from 'pg';
import { withClient } from './database.ts';

const CATALOGUE = `
  select b.name as brand, pr.name as product, p.code, p.observation, p.enabled, p.discontinued, p.version,
    n.attributes_count, n.cross_count, n.pictures_count, n.vehicles_count,
    array(select concat_ws('|', a.name, a.value, a.unit) from part_attributes a where a.part_id = p.id order by 1) as attributes,
    array(select concat_ws('|', c.brand, c.code) from part_crosses c where c.part_id = p.id order by 1) as crosses,
    array(select concat_ws('|', i.position, i.name, i.is_blueprint, i.width, i.height, i.bytes)
      from part_pictures i where i.part_id = p.id order by i.position) as pictures,
    array(select (vehicle_id, positions, quantity, note, from_year, until_year)::text from part_vehicles v
      where v.part_id = p.id order by 1) as vehicles
  from parts p join part_counts n on n.part_id = p.id join part_brands b on b.id = p.part_brand_id join part_products pr on pr.id = p.part_product_id
  order by b.name, pr.name, p.code_bare`;

const ERRORS = 'select sheet, row, "column", value, reason, cells from import_errors order by import_id, id';

const REVIEWED = `select sheet, row, position, entity, action, key, code, field, before, after, suspicion, accepted
  from import_changes order by import_id, position nulls last, id`;

/** All parts and their rows, and the errors and changes of imports, without ids that depend on the order of inserts. */
export const dumpCatalogue = (connection: pg.ClientConfig) =>
  withClient(connection, async (client) => ({
    parts: (await client.query(CATALOGUE)).rows,
    errors: (await client.query(ERRORS)).rows,
    reviewed: (await client.query(REVIEWED)).rows,
  }));

/** Tables that a backup leaves out. */
const TRANSIENT = ['migrations', 'schema_code', 'sessions', 'sign_in_failures', 'download_tickets', 'secrets'];

const TABLES = `select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all ($1)
    and not (select relispartition from pg_class where oid = table_name::regclass) order by 1`;

/** Number of rows and checksum of each table, without transaction ids. */
export const fingerprint = (connection: pg.ClientConfig) =>
  withClient(connection, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(TABLES, [TRANSIENT]);
    const found: Record<string, { count: number; sum: string }> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*)::int, md5(string_agg(row, chr(10) order by row)) as sum
        from (select (to_jsonb(t) - 'xid')::text as row from ${name} t) rows`,
      );
      found[name] = rows[0];
    }
    return found;
  });
