import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { test as base, expect, inject, onTestFinished } from 'vitest';
import { Demo, type Who } from './demo.ts';
import { FLAGS } from './find-browser.ts';
import { recordNotices } from './waiting.ts';

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Timeout of each action and wait, long enough for a slow machine. */
const PATIENCE_MS = 150_000;

export type Options = BrowserContextOptions & {
  /** Who is signed in; a guest by default. */
  readonly as?: Who;
};
export type Open = (path: string, options?: Options) => Promise<Page>;

/** Opens a page in a context of its own, as on a new computer. */
export async function openPage(browser: Browser, demo: Demo, path: string, { as, ...options }: Options): Promise<Page> {
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: DESK,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    reducedMotion: 'reduce',
    ...(as && { storageState: await signedIn(demo, as) }),
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await recordNotices(context);
  const page = await context.newPage();
  const errors = collectErrors(page);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      await showText(page);
      process.stderr.write(demo.output);
    }
    await context.close();
    expect(errors).toEqual([]);
  });
  await page.goto(path);
  return page;
}

/** Prints the text of a page whose journey failed, often the only trace of a failure on another machine. */
async function showText(page: Page): Promise<void> {
  const text = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error) => `${error}`);
  process.stderr.write(`${page.url()}\n${text}\n`);
}

async function signedIn(demo: Demo, who: Who) {
  const { token, userId } = await demo.session(who);
  const localStorage = [
    { name: 'access_token', value: token },
    { name: 'user_id', value: String(userId) },
  ];
  return { cookies: [], origins: [{ origin: demo.url, localStorage }] };
}

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // The browser logs every response that is not a success, and some journeys are about those.
    const isResponse = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isResponse) errors.push(message.text());
  });
  return errors;
}

/** A journey in a real browser. The browser and the demo server live as long as the worker. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs.
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const { HEADED, SLOW_MO } = process.env;
    const browser = await chromium.launch({
      executablePath: inject('browser'),
      args: FLAGS,
      headless: !HEADED,
      slowMo: Number(SLOW_MO ?? 0),
    });
    onCleanup(() => browser.close());
    return browser;
  })
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs.
  .extend('demo', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Demo> => {
    const demo = await Demo.start();
    onCleanup(() => demo.end());
    return demo;
  })
  .extend(
    'open',
    ({ browser, demo }): Open =>
      (path, options = {}) =>
        openPage(browser, demo, path, options),
  );
