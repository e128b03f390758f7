import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';

/** Column with the name of a person, in lists of what people have done. Null for the system. */
export const personIn = (key: string) =>
  ({ key, from: sql`users`, id: 'users.id', compared: sql`fold(users.name)`, nullable: true }) as const;

/** Column with the name of a brand or product of a part. Null when the brand or product is deleted. */
export const nameIn = (table: 'part_brands' | 'part_products', key: string) =>
  ({ key, from: sql.table(table), id: `${table}.id`, compared: `${table}.name_folded`, nullable: true }) as const;

/** Selects the columns of an operation that every list of operations shows. */
export const selectOperation = <Row>(id: RawBuilder<number>, more: RawBuilder<unknown>) => sql<Row>`
  select operations.id, operations.at, operations.kind,
    (select name from users where users.id = operations.user_id) as user,
    coalesce((select name from imports join jobs on jobs.id = imports.id where jobs.operation_id = operations.id),
      case when operations.what = 'vehicles' then 'Base de vehículos' end) as file ${more}
  from operations where operations.id = ${id}`;

/** Begins an operation that undoes another one. The changes of this transaction belong to it. */
export async function beginOperation(db: Db, operation: { user_id: number; what: 'undo'; undoes: number }) {
  const { id } = await db.insertInto('operations').values(operation).returning('id').executeTakeFirstOrThrow();
  await sql`select set_config('piezario.operation', ${String(id)}, true)`.execute(db);
}
