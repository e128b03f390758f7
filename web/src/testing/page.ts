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

/** Presses the middle of an element, moves the pointer sideways and releases it. `before` runs before the release. */
export async function drag(element: Element, by: number, before?: () => Promise<void>) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const fire = (type: string, target: EventTarget, clientX: number) =>
    target.dispatchEvent(
      new PointerEvent(type, { bubbles: true, cancelable: true, clientX, clientY: y, button: 0, buttons: 1 }),
    );
  fire('pointerover', element, x);
  fire('pointerdown', element, x);
  // Code that follows the pointer is loaded with the first press.
  await import('../ui/table/dragColumn.ts');
  await new Promise(requestAnimationFrame);
  for (const step of [0.5, 1]) fire('pointermove', window, x + by * step);
  await before?.();
  fire('pointerup', window, x + by);
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}
