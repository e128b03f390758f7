import type { Db } from './connection/connect.ts';

/** A value that is made once for a database and shared by all its processes: `made`, unless one was kept before. */
export async function keepSecret(db: Db, name: string, made: string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: made })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readSecret(db, name)) ?? made;
}

/** Undefined when none was kept yet. */
export async function readSecret(db: Db, name: string): Promise<string | undefined> {
  const secret = await db.selectFrom('secrets').where('name', '=', name).select('value').executeTakeFirst();
  return secret?.value;
}
