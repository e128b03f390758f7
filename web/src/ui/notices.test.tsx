import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { notifyError, notifyInfo, notifySuccess, offerUndo } from './notify.ts';

beforeEach(() => {
  // Fakes only the clock that ends a notice: fake animation frames of another file would be advanced one by one.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const isShown = () => document.querySelector('[data-notice]') !== null;

test('a notice passes after 6 s, and one that offers something after 12 s', async () => {
  const offer = (message: string) => offerUndo(message, () => {});
  const cases = [
    [notifySuccess, 6_000],
    [notifyInfo, 6_000],
    [notifyError, 6_000],
    [offer, 12_000],
  ] as const;
  for (const [show, lasts] of cases) {
    const timers = vi.getTimerCount();
    show('Guardado');
    // React renders the notice and then starts its timer, in tasks that the fake clock does not run.
    await expect.poll(() => isShown() && vi.getTimerCount() > timers).toBe(true);
    vi.advanceTimersByTime(lasts - 500);
    expect(isShown()).toBe(true);
    vi.advanceTimersByTime(1_000);
    await expect.poll(isShown).toBe(false);
  }
});

test('the button of an offer undoes it once, and the notice goes', async () => {
  const undo = vi.fn();
  offerUndo('Se eliminó', undo);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(isShown).toBe(false);
  expect(undo).toHaveBeenCalledOnce();
});
