import { sql } from 'kysely';
import type { Db } from './connection/connect.ts';

/** Tables with a row or more for each part. */
const TABLES = [
  ...['parts', 'part_counts', 'part_attributes', 'part_crosses', 'part_vehicles', 'part_pictures'],
  ...['part_numbers', 'part_texts', 'vehicle_parts', 'attribute_values'],
];

/**
 * Analyzes the tables of parts in which more rows have changed since the last analysis than they had then. Autovacuum
 * does it up to a minute later. Until then the planner takes tables that were emptied and filled again for empty ones,
 * and triggers read all of their rows for each row of a group.
 */
export async function analyzeGrownTables(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select s.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = current_schema() and s.relname = any (${TABLES})
      and s.n_mod_since_analyze > c.reltuples`.execute(db);
  if (rows.length === 0) return;
  const tables = sql.join(rows.map(({ name }) => sql.table(name)));
  // It only helps the planner, so a job does not fail when it takes too long.
  await sql`analyze ${tables}`.execute(db).catch(() => {});
}
