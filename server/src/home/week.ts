import type { Week } from '@piezario/contract/home';
import { sql } from 'kysely';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { isVisibleChange } from '../history/activity.ts';

const MAX_PEOPLE = 8;
/** Limit of tallies that are summed, the newest first. */
const MAX_TALLIES = 200_000;

const AMOUNT = sql`count(*)::int as operations, coalesce(sum(rows), 0)::int as rows`;

/** Reads the work of the last seven days that the person may see, from tallies and not from changes. */
export async function readWeek(db: Db, person: Person): Promise<Week> {
  const { rows } = await sql<Week>`
    with recent_tallies as materialized (
      select operations.id, operations.user_id, operations.kind, tallies.entity, tallies.action, tallies.rows
      from operations join operation_tallies tallies on tallies.operation_id = operations.id
      where operations.at > now() - interval '7 days' and ${isVisibleChange(person, 'tallies')}
      order by operations.at desc limit ${sql.lit(MAX_TALLIES)}),
    by_operation as materialized (select id, user_id, kind, sum(rows) as rows from recent_tallies group by 1, 2, 3)
    select ${AMOUNT},
      coalesce((select json_agg(json_build_object('user', name, 'operations', operations, 'rows', rows)
          order by rows desc, operations desc, name)
        from (select user_id, ${AMOUNT} from by_operation group by 1 order by 3 desc, 2 desc, 1 limit ${sql.lit(MAX_PEOPLE)}) by_person
          left join users on users.id = user_id), '[]') as people,
      coalesce((select json_agg(by_kind order by rows desc, kind)
        from (select kind, ${AMOUNT} from by_operation group by 1) by_kind), '[]') as kinds,
      coalesce((select json_agg(by_entity order by rows desc, entity, action)
        from (select entity, action, sum(rows)::int as rows from recent_tallies group by 1, 2) by_entity), '[]') as done
    from by_operation`.execute(db);
  const [week] = rows;
  if (!week) throw new Error('The week gave no row');
  return week;
}
