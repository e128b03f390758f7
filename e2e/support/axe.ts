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
/** Rules about a page as a whole. */
const OF_PAGE = [
  ...['bypass', 'document-title', 'heading-order', 'html-has-lang', 'html-lang-valid', 'landmark-one-main'],
  ...['landmark-unique', 'meta-viewport', 'page-has-heading-one', 'region'],
];

/** Hashes of elements that were already checked, overall and per viewport. They are not checked again. */
const examined = new Set<number>();
const examinedIn = new Map<number | undefined, Set<number>>();

type Look = { readonly withToolbar?: boolean };
type Found = {
  readonly violations: string[];
  /** Whether something of the screen has not been seen before in this window. */
  readonly isNew: boolean;
};

/**
 * The rules of WCAG 2.2 AA that a program can check and that the screen breaks. Where a dialog, a menu or a list is
 * open, only that is looked at: what is behind it is a state of its own. The toolbar is looked at when it is asked for.
 * SOAK=1 looks at everything every time.
 */
export async function lookAt(page: Page, { withToolbar = false }: Look = {}): Promise<Found> {
  const width = page.viewportSize()?.width;
  const known = examinedIn.get(width) ?? new Set<number>();
  examinedIn.set(width, known);
  const { hashes, isWhole } = await readElements(page, withToolbar);
  const fresh = IS_SOAK ? hashes : hashes.filter((hash) => !known.has(hash));
  if (fresh.length === 0) return { violations: [], isNew: false };
  const rules = IS_SOAK || fresh.some((hash) => !examined.has(hash)) ? {} : { runOnly: OF_SIZE };
  const violations = await run(page, withToolbar, rules, fresh);
  if (isWhole) violations.push(...(await run(page, withToolbar, { runOnly: OF_PAGE })));
  for (const hash of fresh) {
    known.add(hash);
    examined.add(hash);
  }
  return { violations, isNew: true };
}

export const findViolations = async (page: Page) => (await lookAt(page)).violations;

/** The same with dark colours, which only some rules depend on. Only in the long run: it takes as long as all the rest. */
export async function findDarkViolations(page: Page, { withToolbar = false }: Look = {}): Promise<string[]> {
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

/** With hashes, only the elements that have one of them are looked at, and what is in them. */
async function run(page: Page, withToolbar: boolean, rules: RunOptions, hashes?: readonly number[]): Promise<string[]> {
  const look = async ({ options, toolbar, fresh }: { options: RunOptions; toolbar: boolean; fresh?: number[] }) => {
    // What is half faded in has less contrast than it will have. A spinner never ends.
    const fading = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const { axe } = window as unknown as { axe: { run(on: ElementContext, options: RunOptions): Promise<AxeResults> } };
    const { elements, open } = (window as unknown as Hashed).hashed;
    const wanted = new Set(fresh);
    // In the order of the document, so that an element inside of a chosen one is inside of the last chosen one.
    const chosen: Element[] = [];
    for (const [element, hash] of elements) {
      if (wanted.has(hash) && !chosen.at(-1)?.contains(element)) chosen.push(element);
    }
    const include = fresh ? chosen : open;
    // The rows of a table are alike, so that the first ones are enough. Only violations are described.
    const rows = '[data-row]:nth-child(n + 4)';
    const exclude = open.length > 0 || toolbar ? [rows] : [rows, 'header'];
    const context = include.length > 0 ? { include, exclude } : { exclude };
    return axe.run(context, { resultTypes: ['violations'], iframes: false, preload: false, ...options });
  };
  const { violations } = await page.evaluate(look, {
    ...{ options: rules, toolbar: withToolbar },
    ...(hashes && { fresh: [...hashes] }),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n    ')}`);
}

/** What `readElements` leaves in the window. */
type Hashed = { hashed: { elements: Map<Element, number>; open: Element[] } };

/**
 * A number for each element that is shown, for where it is and for what is directly in it: how these elements are made,
 * without what they say, but with whether they say something. Elements with the same number look and behave alike.
 */
const readElements = (page: Page, withToolbar: boolean): Promise<{ hashes: number[]; isWhole: boolean }> =>
  page.evaluate((toolbar) => {
    const SAID = /^(id|for|href|src|alt|title|name|value|placeholder|d|aria-(label|labelledby|describedby|controls))$/;
    const hashOf = (text: string) => {
      let hash = 0;
      for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
      return hash;
    };
    const dialogs = [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')];
    const open = dialogs.filter((element) => element.checkVisibility());
    const elements = new Map<Element, number>();
    const isRead = (element: Element) =>
      !(element.matches('header') && open.length === 0 && !toolbar) &&
      !element.matches('[data-row]:nth-child(n + 4), script, style');
    const isLabelled = ({ labels }: Element & { labels?: NodeList | null }) => (labels?.length ?? 0) > 0;
    const describe = (element: Element) => {
      const attributes = [...element.attributes].map(({ name, value }) =>
        SAID.test(name) ? `${name}=${value.trim() !== ''}` : `${name}=${value.replaceAll(/\d+/g, '#')}`,
      );
      const hasText = element.textContent?.trim() !== '';
      return [element.tagName, hasText, isLabelled(element), ...attributes.sort()].join('\n');
    };
    const read = (element: Element, description: string, around: number) => {
      const children = [...element.children].filter(isRead).map((child) => ({ child, made: describe(child) }));
      const place = hashOf(`${around}\n${description}`);
      elements.set(element, hashOf([place, ...children.map(({ made }) => made)].join('\n\n')));
      for (const { child, made } of children) read(child, made, place);
    };
    const roots = open.length > 0 ? open : [...document.body.children];
    for (const root of roots.filter(isRead)) read(root, describe(root), 0);
    Object.assign(window, { hashed: { elements, open } } satisfies Hashed);
    return { hashes: [...new Set(elements.values())], isWhole: open.length === 0 };
  }, withToolbar);
