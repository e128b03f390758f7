import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notifyError, notifyInfo, notifySuccess, offerUndo } from './notify.ts';
import { mountToasts } from './Toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const isShown = () => document.querySelector('[data-notice]') !== null;

test('a notice passes after 6 s, and one that offers something after 12 s', async () => {
  mountToasts();
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
    // React renders, and then starts the clock of the notice, in tasks that the stopped clock does not wait for.
    await expect.poll(() => isShown() && vi.getTimerCount() > timers).toBe(true);
    await vi.advanceTimersByTimeAsync(lasts - 500);
    expect(isShown()).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.poll(isShown).toBe(false);
  }
});
