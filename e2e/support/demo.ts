import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asUrl, createDatabase, createTemplate } from '@piezario/server/testing/database';
import type { Page } from 'playwright-core';
import { afterAll, inject } from 'vitest';
import { Server, type Settings } from './process.ts';

const DEMO_PASSWORD = 'piezario-demo';

/** The real server with its demo data, for a file of journeys. */
export function useDemo(settings: Settings = {}): () => Promise<string> {
  const started = start(settings);
  afterAll(async () => {
    const { server, dataDir } = await started;
    await server.end();
    await rm(dataDir, { recursive: true, force: true });
  });
  return async () => (await started).server.url;
}

const DEMO = 'demo';
const filesOf = (dataDir: string) => join(dataDir, 'files');

/** Loading takes longer than most journeys: it is done once, and everybody starts from a copy. */
async function start(settings: Settings) {
  const loaded = join(inject('sharedFolder'), 'demo');
  await createTemplate(DEMO, async (connection) => {
    const server = serve(connection, loaded);
    await server.url;
    await server.end();
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'piezario-demo-'));
  await cp(filesOf(loaded), filesOf(dataDir), { recursive: true });
  return { dataDir, server: serve(await createDatabase({ template: DEMO }), dataDir, settings) };
}

const serve = (connection: Parameters<typeof asUrl>[0], dataDir: string, settings: Settings = {}) =>
  new Server({ DATABASE_URL: asUrl(connection), DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'error', ...settings });

export type DemoAccount = 'admin' | 'staff' | 'fabricante' | 'cliente' | 'usuario';

/** Fills in the sign-in form that is on the screen. */
export async function signIn(page: Page, account: DemoAccount, password = DEMO_PASSWORD) {
  await page.getByLabel('E-mail').fill(`${account}@piezario.demo`);
  await page.getByLabel('Clave', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresa' }).click();
}
