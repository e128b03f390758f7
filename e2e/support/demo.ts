import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asUrl, createDatabase } from '@piezario/server/testing/database';
import type { Page } from 'playwright-core';
import { afterAll } from 'vitest';
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

async function start(settings: Settings) {
  const dataDir = await mkdtemp(join(tmpdir(), 'piezario-demo-'));
  const DATABASE_URL = asUrl(await createDatabase());
  return {
    dataDir,
    server: new Server({ DATABASE_URL, DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'error', ...settings }),
  };
}

export type DemoAccount = 'admin' | 'staff' | 'fabricante' | 'cliente' | 'usuario';

/** Fills in the sign-in form that is on the screen. */
export async function signIn(page: Page, account: DemoAccount, password = DEMO_PASSWORD) {
  await page.getByLabel('E-mail').fill(`${account}@piezario.demo`);
  await page.getByLabel('Clave', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresa' }).click();
}
