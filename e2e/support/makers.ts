import { api } from '@piezario/contract/api';
import { withClient } from '@piezario/server/testing/database';
import type { Demo } from './demo.ts';
import { idOf, PRODUCT } from './parts.ts';
import { createPerson } from './people.ts';

/** A manufacturer with a brand of their own, so that what they do is all that they see. */
export async function createMaker(demo: Demo, name: string) {
  const admin = await demo.client('admin');
  const brand = `Marca${name.replaceAll(' ', '')}`;
  const { id: part_brand_id } = await admin.call(api.brands.add, { body: { name: brand } });
  const person = await createPerson(demo, 'users', name, [brand]);
  return {
    ...person,
    brand,
    /** A row of the sheet of parts. */
    part: (code: string, product = PRODUCT) => [brand, null, product, code, `Pieza ${code}`, 'SI', 'NO'],
    /** Makes a part and returns its id. */
    async store(code: string): Promise<number> {
      const products = await admin.call(api.products.json, { params: { categoryId: 'all', brandId: 'all' } });
      const body = { part_brand_id, part_product_id: idOf(products, PRODUCT), code };
      return (await admin.call(api.parts.store, { body })).id;
    },
  };
}
export type Maker = Awaited<ReturnType<typeof createMaker>>;

/** Makes a part and keeps its row locked, so that an import that changes the part waits for the work to be done. */
export async function whileLocked(demo: Demo, maker: Maker, code: string, work: () => Promise<void>) {
  const id = await maker.store(code);
  await withClient(demo.connection, async (database) => {
    await database.query('begin');
    await database.query('select from parts where id = $1 for update', [id]);
    await work();
    await database.query('rollback');
  });
}
