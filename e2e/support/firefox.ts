import { fileURLToPath } from 'node:url';
import { requireTool } from '@piezario/server/testing/tools';
import { type Browser, firefox } from 'playwright-core';
import { beforeEach } from 'vitest';
import { CACHE } from './cache.ts';
import { unpackDebianBrowser } from './debian-browser.ts';
import { runs } from './find-browser.ts';
import { test as inChromium } from './journey.ts';

const INSTALLED = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/** FIREFOX_PATH, the Firefox of the machine, or Debian's. Null without any. */
const found = (async () =>
  [process.env.FIREFOX_PATH ?? '', ...INSTALLED].find(runs) ?? (await unpackDebianBrowser('firefox-esr', CACHE)))();

/** A journey in Firefox. The tests of a file that imports it are skipped without Firefox. */
export const test = inChromium.extend(
  'browser',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs.
  async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await firefox.launch({
      // Speaks WebDriver BiDi, as released versions of Firefox do.
      channel: 'moz-firefox',
      executablePath: fileURLToPath(new URL('firefox-bidi.mjs', import.meta.url)),
      env: { ...process.env, FIREFOX_PATH: (await found) ?? '' },
      firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
    });
    onCleanup(() => browser.close());
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (options) => {
      const context = await newContext(options);
      await context.addInitScript(insertAsTyped);
      return context;
    };
    return browser;
  },
);

/**
 * Lets `fill` insert text as a person does. Playwright would set the value of the field, which React takes for its own
 * change.
 */
function insertAsTyped() {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set: () => {},
  });
}

beforeEach(async () => requireTool('Firefox', (await found) !== null));
