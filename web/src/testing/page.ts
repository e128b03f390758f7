import { expect } from 'vitest';

/** Pastes a text, as from the clipboard. Returns false when the page prevents the browser from inserting it. */
export function pasteInto(element: Element, text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

/** A promise that the test resolves, to keep a call waiting. */
export function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/**
 * Presses the middle of the name or the border of a column, moves the pointer sideways and releases it. `whileDragged`
 * runs before the release.
 */
export async function dragColumn(element: Element, by: number, whileDragged?: () => Promise<void>) {
  const head = element.closest('th');
  if (!head) throw new Error('This is not in the head of a table');
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const fire = (type: string, target: EventTarget, clientX: number) =>
    target.dispatchEvent(
      new PointerEvent(type, { bubbles: true, cancelable: true, clientX, clientY: y, button: 0, buttons: 1 }),
    );
  const readState = () => `${head.getBoundingClientRect().width} ${head.hasAttribute('data-dragged')}`;
  const before = readState();
  fire('pointerover', element, x);
  fire('pointerdown', element, x);
  // Code that follows the pointer is loaded with the first press, and misses moves until then.
  await expect
    .poll(() => {
      fire('pointermove', window, x + by / 2);
      return readState();
    })
    .not.toBe(before);
  fire('pointermove', window, x + by);
  await whileDragged?.();
  fire('pointerup', window, x + by);
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}
