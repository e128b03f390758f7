import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { findBrowser } from './find-browser.ts';

const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--no-first-run',
];

/** One browser for a file of journeys; every `open` is a new person at a new computer. */
export function useBrowser(server: () => Promise<string>) {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: await findBrowser(), args: FLAGS });
  });
  afterAll(() => browser.close());

  return async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      baseURL: await server(),
      viewport: DESK,
      locale: 'es-AR',
      timezoneId: 'America/Argentina/Buenos_Aires',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    const crashes: string[] = [];
    page.on('pageerror', (error) => crashes.push(error.message));
    page.on('console', (message) => {
      // The browser tells of every call that was refused or cut, which is what some journeys are about.
      const refused = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !refused) crashes.push(message.text());
    });
    onTestFinished(async () => {
      await context.close();
      expect(crashes).toEqual([]);
    });
    await page.goto(path);
    return page;
  };
}

type Chosen = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** Presses the button that asks for files, and chooses these. */
export async function chooseFiles(button: Locator, files: readonly Chosen[] | string) {
  const asked = button.page().waitForEvent('filechooser');
  await button.click();
  await (await asked).setFiles(typeof files === 'string' ? files : [...files]);
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Nothing on the screen breaks a rule of WCAG 2.2 AA that a program can check. */
export async function expectAccessible(page: Page) {
  await page.evaluate(await axeSource);
  const { violations } = await page.evaluate(() => {
    const { axe } = window as unknown as { axe: { run(on: ElementContext, options: RunOptions): Promise<AxeResults> } };
    // A few rows tell for all of a table. What is fine would be described too, if it were asked for.
    return axe.run({ exclude: '[data-row]:nth-child(n + 6)' }, { resultTypes: ['violations'] });
  });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n    ')}`);
  expect(found).toEqual([]);
}
