import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESK, PHONE, test } from './support/journey.ts';

/** Limits of a first visit with an empty cache, in kB of 1000 bytes, headers included. */
const SIGN_IN_KB = 150;
const FONT_KB = 30;
const CATALOG_KB = 300;
const CATALOG_REQUESTS = 20;
/** Pictures of the visible rows, which are loaded last. */
const PICTURES_KB = 150;
const LAYOUT_SHIFT = 0.02;

const SIZES = [
  { size: 'at a desk', viewport: DESK },
  { size: 'on a phone', viewport: PHONE },
] as const;

type Visit = {
  total: number;
  font: number;
  pictures: number;
  requests: string[];
  shift: () => Promise<number>;
};

/** Opens the address without a cache, and measures the bytes that the browser receives and the layout shift. */
async function visit(page: Page, path: string, waitUntilShown: (page: Page) => Promise<void>): Promise<Visit> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const received = new Map<string, { url: string; bytes: number }>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('data:')) received.set(requestId, { url: request.url, bytes: 0 });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = received.get(requestId);
    if (answer) answer.bytes = encodedDataLength;
  });
  await page.goto(path);
  await waitUntilShown(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => null));
  const isPicture = ({ url }: { url: string }) => new URL(url).pathname.startsWith('/media/');
  const [pictures, answers] = [
    [...received.values()].filter(isPicture),
    [...received.values()].filter((one) => !isPicture(one)),
  ];
  const sum = (some: typeof answers) => some.reduce((kb, { bytes }) => kb + bytes / 1000, 0);
  return {
    total: sum(answers),
    pictures: sum(pictures),
    font: sum(answers.filter(({ url }) => url.endsWith('.woff2'))),
    requests: answers.map(({ url }) => new URL(url).pathname),
    shift: () =>
      page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0)),
  };
}

for (const { size, viewport } of SIZES) {
  test(`the sign-in page is light and nothing on it moves, ${size}`, async ({ open }) => {
    const page = await open('about:blank', { viewport });
    const { total, font, shift } = await visit(page, '/login', (visited) =>
      visited.getByRole('button', { name: 'Administrador' }).waitFor(),
    );
    expect(total - font).toBeLessThanOrEqual(SIGN_IN_KB);
    expect(font).toBeGreaterThan(0);
    expect(font).toBeLessThanOrEqual(FONT_KB);
    expect(await shift()).toBeLessThanOrEqual(LAYOUT_SHIFT);
  });

  test(`the catalog is light and nothing on it moves, ${size}`, async ({ open, demo }) => {
    const [brand] = await (await demo.client('admin')).call(api.brands.json, {});
    const page = await open('about:blank', { as: 'admin', viewport });
    const { total, pictures, requests, shift } = await visit(
      page,
      `/parts/catalog?part_brand=${brand?.id}`,
      (visited) => visited.locator('[data-row]').first().waitFor(),
    );
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(CATALOG_REQUESTS);
    expect(total).toBeLessThanOrEqual(CATALOG_KB);
    expect(pictures).toBeLessThanOrEqual(PICTURES_KB);
    expect(await shift()).toBeLessThanOrEqual(LAYOUT_SHIFT);
  });

  test(`nothing on Inicio moves, and it does without the code of other screens, ${size}`, async ({ open }) => {
    const page = await open('about:blank', { as: 'fabricante', viewport });
    const { requests, shift } = await visit(page, '/home', (visited) =>
      visited.getByRole('link', { name: 'Ver las piezas' }).first().waitFor(),
    );
    expect(requests.filter((path) => path.includes('/later-'))).toEqual([]);
    expect(await shift()).toBeLessThanOrEqual(LAYOUT_SHIFT);
  });
}
