import { parseArgs } from 'node:util';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { median, quantile } from './measure.ts';

/*
 * Measures the main thread of the browser in the table of parts: turning a page of 50 rows, and a key in a filter. The
 * figure is CPU time, so that other work on the machine counts little. A server with the demo data has to be running,
 * from a production build.
 *
 *   --url <address>      http://127.0.0.1:3000 by default
 *   --browser <program>  a Chromium; CHROMIUM_PATH by default
 */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    browser: { type: 'string', default: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' },
  },
});

const TIMES = 15;
const LIMITS = { 'page of 50 rows': 70, 'key in a filter': 20 } as const;
/** Longer than what follows a click or a key: an answer, the debounce of a filter, a toast. */
const SETTLED_MS = 900;

async function signIn() {
  const response = await fetch(`${values.url}/api/backend/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'fabricante@piezario.demo', password: 'piezario-demo' }),
  });
  const { result } = (await response.json()) as { result: { access_token: string; user: { id: number } } };
  const localStorage = [
    { name: 'access_token', value: result.access_token },
    { name: 'user_id', value: String(result.user.id) },
  ];
  return { cookies: [], origins: [{ origin: values.url, localStorage }] };
}

async function worked(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const work = metrics.find(({ name }) => name === 'TaskDuration');
  if (!work) throw new Error('The browser does not tell how long it worked');
  return work.value * 1000;
}

/** Returns the milliseconds of the main thread for each press of a key, each after `prepare`. */
async function measure(page: Page, devtools: CDPSession, key: () => string, prepare = async () => {}) {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    await prepare();
    await page.waitForTimeout(SETTLED_MS);
    const before = await worked(devtools);
    await page.keyboard.press(key());
    await page.waitForTimeout(SETTLED_MS);
    times.push((await worked(devtools)) - before);
  }
  return times;
}

function report(name: keyof typeof LIMITS, times: readonly number[]) {
  const figures = [median(times), quantile(times, 0.9)].map((ms) => `${ms.toFixed(1)} ms`);
  const isOver = median(times) > LIMITS[name];
  process.stdout.write(`${name}: median ${figures[0]}, p90 ${figures[1]}, limit ${LIMITS[name]} ms\n`);
  if (isOver) process.exitCode = 1;
}

const browser = await chromium.launch({
  executablePath: values.browser,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
const context = await browser.newContext({
  storageState: await signIn(),
  baseURL: values.url,
  viewport: { width: 1440, height: 900 },
  locale: 'es-AR',
});
const page = await context.newPage();
await page.goto('/parts/catalog');
await page.getByRole('list', { name: 'Marcas' }).getByRole('link').first().click();
await page.locator('tr[data-row]').nth(40).waitFor();
const devtools = await context.newCDPSession(page);
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });

// Back and forth between two pages that are in the cache, so that the answer is not measured.
const buttons = page.locator('nav[aria-label^="Páginas de"] button');
let turned = 0;
const aim = () => (turned++ % 2 ? buttons.first() : buttons.last()).focus();
for (const _ of ['on', 'back']) {
  await aim();
  await page.keyboard.press('Enter');
  await page.waitForTimeout(SETTLED_MS);
}
report('page of 50 rows', await measure(page, devtools, () => 'Enter', aim));

await page.getByLabel('Filtrar Producto').focus();
// Types spaces, which filter nothing, so that the rendering of other rows is not measured.
let typed = 0;
report('key in a filter', await measure(page, devtools, () => (typed++ % 2 ? 'Backspace' : ' ')));
await browser.close();
