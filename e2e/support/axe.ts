import { createRequire } from 'node:module';
import { IS_SOAK } from '@piezario/server/testing/soak';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Has every document that the page opens from now on bring axe with it. */
export const loadAxe = (page: Page) => page.addInitScript({ path: AXE });

/** The rules whose result depends on the colours, and those for which it depends on the size of the window. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const OF_SIZE = [...OF_COLOURS, 'target-size', 'scrollable-region-focusable'];

/** What was looked at with all rules. The same in another window needs only those that depend on it. */
const examined = new Set<string>();

/**
 * The rules of WCAG 2.2 AA that a program can check and that the screen breaks. Where a dialog, a menu or a list is
 * open, only that is looked at: what is behind it is a state of its own. The toolbar is looked at when it is asked for.
 */
export async function findViolations(page: Page, { withToolbar = false } = {}): Promise<string[]> {
  const structure = await readStructure(page);
  const isKnown = examined.has(structure) && !withToolbar;
  const violations = await run(page, withToolbar, isKnown ? { runOnly: OF_SIZE } : {});
  examined.add(structure);
  return violations;
}

/** The same with dark colours, which only some rules depend on. Only in the long run: it takes as long as all the rest. */
export async function findDarkViolations(page: Page, { withToolbar = false } = {}): Promise<string[]> {
  if (!IS_SOAK) return [];
  await show(page, 'dark');
  const violations = await run(page, withToolbar, { runOnly: OF_COLOURS });
  await show(page, 'light');
  return violations;
}

async function show(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
}

async function run(page: Page, withToolbar: boolean, rules: RunOptions): Promise<string[]> {
  const look = async ({ options, toolbar }: { options: RunOptions; toolbar: boolean }) => {
    // What is half faded in has less contrast than it will have. A spinner never ends.
    const fading = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const { axe } = window as unknown as { axe: { run(on: ElementContext, options: RunOptions): Promise<AxeResults> } };
    const open = [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')];
    const include = open.filter((element) => element.checkVisibility());
    // The rows of a table are alike, so that the first ones are enough. Only violations are described.
    const rows = '[data-row]:nth-child(n + 4)';
    const context =
      include.length > 0 ? { include, exclude: [rows] } : { exclude: toolbar ? [rows] : [rows, 'header'] };
    return axe.run(context, { resultTypes: ['violations'], iframes: false, preload: false, ...options });
  };
  const { violations } = await page.evaluate(look, { options: rules, toolbar: withToolbar });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n    ')}`);
}

/** How what is on the screen is built, without what it says. */
export const readStructure = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const open = [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')];
    const shown = open.filter((element) => element.checkVisibility());
    const roots = shown.length > 0 ? shown : [document.querySelector('main') ?? document.body];
    return roots
      .flatMap((root) => [root, ...root.querySelectorAll('*')])
      .map((element) => {
        const hasText = element.textContent?.trim() !== '';
        return [element.tagName, element.getAttribute('class'), ...element.getAttributeNames(), hasText].join();
      })
      .join('\n');
  });
