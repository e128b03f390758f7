import type { BrowserContext, Locator, Page } from 'playwright-core';

/* The one way to wait for the notice of a save, and for the end of a job. */

type Recorded = { notices: { readonly element: Element; isRead: boolean }[] };

/** Records the notices of every page of the context, because a notice may close before a slow machine looks for it. */
export const recordNotices = (context: BrowserContext) =>
  context.addInitScript(() => {
    const notices: Recorded['notices'] = [];
    (window as unknown as Recorded).notices = notices;
    const record = (node: Node) => {
      if (!(node instanceof Element)) return;
      const found = node.matches('[data-notice]') ? [node] : node.querySelectorAll('[data-notice]');
      for (const element of found) notices.push({ element, isRead: false });
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(record);
    }).observe(document, { childList: true, subtree: true });
  });

/** Waits for a notice that begins with these words. Each notice counts once: the next wait needs another one. */
export async function expectNotice(page: Page, words: string): Promise<void> {
  await page.waitForFunction((beginning) => {
    const { notices } = window as unknown as Recorded;
    const found = notices.find(
      ({ element, isRead }) => !isRead && element.querySelector('[role=alert]')?.textContent?.startsWith(beginning),
    );
    if (found) found.isRead = true;
    return found !== undefined;
  }, words);
}

/** Waits for a job to end with these words, on its screen or in a row of a list. */
export const expectEnded = (within: Page | Locator, words: string | RegExp): Promise<void> =>
  within.getByText(words).first().waitFor();
