import { readdir, readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from './catalogue.ts';
import { openTransaction } from './database.ts';
import { enrol } from './people.ts';
import type { startServer } from './server.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

/** Worker processes are found in /proc. */
export const onLinux = test.runIf(process.platform === 'linux');

/** A product, a brand, and a manufacturer who may import into it. */
export async function furnish(server: Server) {
  const product = await addProduct(server.db, (await addCategory(server.db)).id, 'Pastillas');
  const brand = await addBrand(server.db, 'Ñandú');
  return { ...server, product, brand, maker: await enrol(server, 'manufacturer', { part_brand_id: brand.id }) };
}
type Furnished = Awaited<ReturnType<typeof furnish>>;

/** Rows of the sheet of parts, for the product and brand of `furnish`. */
export const rows = (letter: string, length: number) =>
  Array.from({ length }, (_, index) => ['Ñandú', '', 'Pastillas', `${letter}${index}`, '', 'NO']);

/** Adds a part and locks it, so that the group of rows with its code waits until it is unlocked. */
export async function lockPart({ db, connection, brand, product }: Furnished, code: string) {
  const { id } = await addPart(db, brand.id, product.id, code);
  const lock = await openTransaction(connection);
  await lock.query(`select from parts where id = ${id} for update`);
  return { unlock: lock.commit };
}

/**
 * The processes that this server has started for jobs. The list of children in /proc may miss one while another one
 * ends, so that the parent of every process is read.
 */
export async function workers(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      // A process may have ended since.
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const [, state, parent] = /\) (\w) (\d+) /.exec(stat) ?? [];
      return state !== 'Z' && Number(parent) === process.pid ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

/** Kills the next worker once `mayDie` holds. Returns the ids of all killed workers, so that the next call skips them. */
export async function killWorker(earlier: readonly number[], mayDie: () => Promise<boolean> = async () => true) {
  const kill = async () => {
    const [pid] = (await workers()).filter((candidate) => !earlier.includes(candidate));
    expect(pid !== undefined && (await mayDie())).toBe(true);
    if (pid) process.kill(pid, 'SIGKILL');
    return [...earlier, pid ?? 0];
  };
  return vi.waitFor(kill, { timeout: 200_000, interval: 5 });
}
