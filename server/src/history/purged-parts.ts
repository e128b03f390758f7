import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether a part was removed and cannot come back any more. */
export const isPurged = (column: string): RawBuilder<SqlBool> => sql`(
  not exists (select from parts where parts.id = ${sql.ref(column)})
  and not exists (select from removed_parts where removed_parts.id = ${sql.ref(column)}))`;
