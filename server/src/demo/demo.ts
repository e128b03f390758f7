import { hashPassword } from '../auth/passwords.ts';
import type { Db } from '../db/connect.ts';
import { loadOnce, readTaxonomy } from '../reference/reference.ts';

export const DEMO_PASSWORD = 'piezario-demo';
export const DEMO_ACCOUNTS = [
  { role: 'admin', email: 'admin@piezario.demo', name: 'Ana Administradora' },
  { role: 'staff', email: 'staff@piezario.demo', name: 'Sergio Staff' },
  { role: 'manufacturer', email: 'fabricante@piezario.demo', name: 'Fabiana Fabricante' },
  { role: 'client', email: 'cliente@piezario.demo', name: 'Claudio Cliente' },
  { role: 'user', email: 'usuario@piezario.demo', name: 'Úrsula Usuaria' },
] as const;

export async function loadDemo(db: Db, progress: (line: string) => void): Promise<void> {
  await loadOnce(db, 'demo', async (transaction) => {
    const { demo_brands } = await readTaxonomy();
    progress(`${DEMO_ACCOUNTS.length} cuentas y ${demo_brands.length} marcas de demostración`);
    const password_hash = await hashPassword(DEMO_PASSWORD);
    await transaction
      .insertInto('users')
      .values(DEMO_ACCOUNTS.map((account) => ({ ...account, password_hash })))
      .execute();
    await transaction
      .insertInto('part_brands')
      .values(demo_brands.map((name) => ({ name })))
      .execute();
  });
}
