import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { startServer } from '../testing/server.ts';

test.each([
  [{}, 200],
  [{ NODE_ENV: 'production' }, 404],
  [{ NODE_ENV: 'production', API_DOCS: '1' }, 200],
])('with %o, the description of the API answers %i', async (settings, status) => {
  const { apiDocs } = readConfig(settings);
  const { guest } = await startServer({ apiDocs });
  for (const path of ['/api/docs', '/api/docs/json']) {
    const response = await guest.fetch('GET', path);
    await response.arrayBuffer();
    expect(response.status).toBe(status);
  }
});
