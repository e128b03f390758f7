import type { Page } from 'playwright-core';

const NOTICE = 'Se agregaron 1.234 filas a la pieza RECORRIDA-1, y otras 12 quedaron como estaban';

/** Keeps a hidden copy of a notice for `findFaults`, because notices of the application close after some seconds. */
export async function holdNotice(page: Page) {
  await page.addInitScript((text) => sessionStorage.setItem('notice', text), NOTICE);
  await page.reload();
  await page.locator('[data-notice]').waitFor();
  await page.evaluate(() => {
    const copy = document.querySelector<HTMLElement>('[data-notice]')?.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return;
    copy.dataset.held = '';
    copy.style.display = 'none';
    document.body.append(copy);
  });
}

/**
 * Finds what axe does not check by default: content wider than the window, controls smaller than 24 px, and controls
 * that a notice covers even after scrolling.
 */
export const findFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 24;
    const CONTROLS = 'a[href], button, input, select, textarea, [role="switch"], [role="tab"], [role="option"]';
    const root = document.documentElement;
    const nameOf = (element: Element) => element.outerHTML.slice(0, 160);
    /** Elements only for screen readers are one pixel large. */
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    /** A link inside of text may be small: it is as high as its line. */
    const isInText = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent !== element.textContent;
    /** A click on a label counts for its field, and a click on a row or a card for the link in it. */
    const isSmall = (element: Element) => {
      if (element.matches('[data-row][tabindex] a') || getComputedStyle(element, '::after').position === 'absolute') {
        return false;
      }
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const sizes = [element, ...labels].map((target) => target.getBoundingClientRect());
      return !sizes.some(({ width, height }) => width >= LEAST && height >= LEAST);
    };
    const controls = [...document.querySelectorAll(CONTROLS)].filter(isSeen);
    const isCovered = (control: Element) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[data-notice]');
      return top instanceof Element;
    };
    const staysCovered = (control: Element) => {
      if (!isCovered(control)) return false;
      control.scrollIntoView({ block: 'center' });
      return isCovered(control);
    };
    const held = document.querySelector<HTMLElement>('[data-held]');
    if (held) held.style.display = '';
    const covered = controls.filter((control) => !control.closest('[data-notice]') && staysCovered(control));
    if (held) held.style.display = 'none';
    window.scrollTo(0, 0);
    const wide = root.scrollWidth > root.clientWidth;
    return [
      ...(wide ? [`wider than the window: ${root.scrollWidth} of ${root.clientWidth} px`] : []),
      ...controls.filter((control) => isSmall(control) && !isInText(control)).map((one) => `small: ${nameOf(one)}`),
      ...covered.map((one) => `under a notice: ${nameOf(one)}`),
    ];
  });
