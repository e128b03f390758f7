import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Has every document that the page opens from now on bring axe with it. */
export const loadAxe = (page: Page) => page.addInitScript({ path: AXE });

/**
 * The rules of WCAG 2.2 AA that a program can check and that the screen breaks. Where a dialog, a menu or a list is
 * open, only that is looked at: what is behind it is a state of its own.
 */
export async function findViolations(page: Page, rules: RunOptions = {}): Promise<string[]> {
  const { violations } = await page.evaluate(async (options) => {
    // What is half faded in has less contrast than it will have. A spinner never ends.
    const fading = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const { axe } = window as unknown as { axe: { run(on: ElementContext, options: RunOptions): Promise<AxeResults> } };
    const open = [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')];
    const include = open.filter((element) => element.checkVisibility());
    // The rows of a table are alike, so that the first ones are enough. Only violations are described.
    const exclude = ['[data-row]:nth-child(n + 4)'];
    const context = include.length > 0 ? { include, exclude } : { exclude };
    return axe.run(context, { resultTypes: ['violations'], ...options });
  }, rules);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n    ')}`);
}

/** The rules whose result depends on the colours. */
export const COLOURS: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };
