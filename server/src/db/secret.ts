import type { Db } from './connection/connect.ts';

/** Stores `made` unless the database has a value of that name. Returns the value that all its processes share. */
export async function keepSecret(db: Db, name: string, made: string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: made })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readSecret(db, name)) ?? made;
}

/** Returns undefined when none is stored yet. */
export async function readSecret(db: Db, name: string): Promise<string | undefined> {
  const secret = await db.selectFrom('secrets').where('name', '=', name).select('value').executeTakeFirst();
  return secret?.value;
}
