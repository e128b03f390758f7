import { createRequire } from 'node:module';
import { IS_SOAK } from '@piezario/server/testing/soak';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Loads axe into every document that the page opens from now on. */
export const loadAxe = (page: Page) => page.addInitScript({ path: AXE });

/** Rules whose result may change with the colors, and rules whose result may change with the viewport. */
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
  /** Whether an element of the screen was not checked before in a viewport of this width. */
  readonly isNew: boolean;
};

/**
 * Returns the rules of axe that the screen breaks. Where a dialog, a menu or a list box is open, only this is checked:
 * the screen behind it is a state of its own. The toolbar is checked only `withToolbar`. SOAK=1 checks all elements
 * every time.
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

/** Checks the dark colors, on which only some rules depend. Only with SOAK=1, because it takes as long as the rest. */
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

/** With `hashes`, checks only the elements with one of them, and their descendants. */
async function run(page: Page, withToolbar: boolean, rules: RunOptions, hashes?: readonly number[]): Promise<string[]> {
  const look = async ({ options, toolbar, fresh }: { options: RunOptions; toolbar: boolean; fresh?: number[] }) => {
    // An element that is fading in has too little contrast. A spinner is not awaited: its animation never ends.
    const fading = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const { axe } = window as unknown as { axe: { run(on: ElementContext, options: RunOptions): Promise<AxeResults> } };
    const { elements, open } = (window as unknown as Hashed).hashed;
    const wanted = new Set(fresh);
    // In document order, so that a descendant of any chosen element is a descendant of the last chosen one.
    const chosen: Element[] = [];
    for (const [element, hash] of elements) {
      if (wanted.has(hash) && !chosen.at(-1)?.contains(element)) chosen.push(element);
    }
    const include = fresh ? chosen : open;
    // The rows of a table are alike, so that the first three are enough. Details are needed only for violations.
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

/** Property of the window that `readElements` sets. */
type Hashed = { hashed: { elements: Map<Element, number>; open: Element[] } };

/**
 * Hashes each element by its ancestors, its own markup and that of its children. Texts count only as empty or not, and
 * all numbers in attributes are equal. Elements with the same hash are taken to break the same rules.
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
