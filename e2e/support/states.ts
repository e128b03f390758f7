import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findDarkViolations, findViolations, loadAxe } from './axe.ts';
import type { Demo, Who } from './demo.ts';
import { DESK, PHONE, test } from './journey.ts';

/* Dialogs, menus, errors and other states that a person opens on a screen. The screens themselves are in crawl.test.ts. */

type Visit<World> = { readonly page: Page; readonly world: World; readonly isPhone: boolean };
type State<World> = {
  readonly name: string;
  readonly path: string | ((world: World) => string);
  /** What the person does after the address has been opened. Ends when the state is on the screen. */
  readonly reach: (visit: Visit<World>) => Promise<unknown>;
  readonly only?: 'desk' | 'phone';
};
export type Group<World> = {
  readonly name: string;
  readonly as: (world: World) => Who;
  readonly states: readonly State<World>[];
};

export const CATALOG = '/parts/catalog';
export const dialog = (page: Page) => page.getByRole('dialog');
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
export const text = (within: Page | Locator, words: string | RegExp) => within.getByText(words).first().waitFor();
export const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name }).filter({ visible: true }).first().click();
export const table = ({ page }: { readonly page: Page }) => page.locator('[data-row]').first().waitFor();
export const abort = (route: Route) => route.abort();
/** Leaves a request without an answer. */
export const hold = () => {};

export async function asChosen(file: File) {
  return { name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) };
}

const NOWHERE = '/nada';
const OPENED = '[role="dialog"], [role="menu"], [role="listbox"], [aria-expanded="true"]';

/** Goes to an address inside the application, which costs a fraction of loading it again. */
async function visit(page: Page, path: string) {
  const push = (to: string) => page.evaluate((url) => window.history.pushState({}, '', url), to);
  const left = page.getByText('Esta página no existe');
  const opened = page.locator(OPENED).filter({ visible: true });
  if (page.url() !== 'about:blank') {
    await push(NOWHERE);
    await left.or(opened).first().waitFor();
  }
  const isInside = (await left.isVisible()) && (await opened.count()) === 0;
  // Where something is still open, or a form asks before it is left, the page is loaded again.
  if (!isInside) await page.goto('about:blank');
  await page.unrouteAll();
  await (isInside ? push(path) : page.goto(path));
}

/** Checks every state, at a desk and on a phone. SOAK=1 also checks dark colors, at a desk. The world is made once. */
export function expectAccessible<World>(groups: readonly Group<World>[], makeWorld: (demo: Demo) => Promise<World>) {
  let world: Promise<World> | undefined;

  describe.for(['desk', 'phone'] as const)('at a %s', (size) => {
    const isPhone = size === 'phone';
    for (const { name, as, states } of groups) {
      const shown = states.filter(({ only = size }) => only === size);
      test(`${name} finds everything accessible`, { timeout: shown.length * 60_000 + 180_000 }, async ({
        open,
        demo,
      }) => {
        world ??= makeWorld(demo);
        const made = await world;
        const page = await open('about:blank', {
          as: as(made),
          ...(isPhone ? { viewport: PHONE, hasTouch: true } : { viewport: DESK }),
        });
        await loadAxe(page);
        const found: Record<string, string[]> = {};
        for (const { name: state, path, reach } of shown) {
          await visit(page, typeof path === 'string' ? path : path(made));
          await reach({ page, world: made, isPhone });
          found[state] = await findViolations(page);
          if (isPhone) continue;
          found[`${state}, dark`] = await findDarkViolations(page);
        }
        expect(Object.entries(found).filter(([, violations]) => violations.length > 0)).toEqual([]);
      });
    }
  });
}
