import type { Db } from '../db/connection/connect.ts';

/** Notes that the template of the product was saved, and returns its new version. */
export async function raiseTemplateVersion(db: Db, product: number): Promise<number> {
  const { template_version } = await db
    .updateTable('part_products')
    .set(({ eb }) => ({ template_version: eb('template_version', '+', 1) }))
    .where('id', '=', product)
    .returning('template_version')
    .executeTakeFirstOrThrow();
  return template_version;
}
