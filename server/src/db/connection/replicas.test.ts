import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { createDatabase } from '../../testing/database.ts';
import { connect } from './connect.ts';
import { watchReplicas } from './replicas.ts';

/** Makes DNS lookups of a name return these addresses. */
function resolveTo(name: string, addresses: LookupAddress[]) {
  const { lookup } = dns;
  type Found = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void;
  const resolve = (host: string, options: LookupAllOptions, found: Found) =>
    host === name ? found(null, addresses) : lookup(host, options, found);
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(resolve as typeof lookup);
  onTestFinished(() => spy.mockRestore());
}

test('the log says why a replica that refuses connections at both of its addresses is left out', async () => {
  const gone = createServer().listen(0);
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, 'close');
  const addresses = ['127.0.0.1', '127.0.0.2'];
  resolveTo(
    'dos',
    addresses.map((address) => ({ address, family: 4 })),
  );
  const db = connect(await createDatabase(), () => {});
  onTestFinished(() => db.destroy());
  const log: string[] = [];
  const config = { ...readConfig({}), databaseReplicaUrls: [`postgresql://piezario@dos:${port}/piezario`] };
  const { close } = watchReplicas(db, config, (line) => log.push(line));
  onTestFinished(close);
  const refused = addresses.map((address) => `connect ECONNREFUSED ${address}:${port}`);
  await expect.poll(() => log).not.toEqual([]);
  expect(log).toEqual([`Replica dos:${port} is left out: ${refused.join('; ')}`]);
});
