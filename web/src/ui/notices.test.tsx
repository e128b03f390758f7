import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notifyError, notifyInfo, notifySuccess, offerUndo } from './notify.ts';

beforeEach(() => {
  // Only what ends a notice: with frames stopped too, each frame of whatever another file has left would be a step.
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
    // React renders, and then starts the clock of the notice, in tasks that the stopped clock does not wait for.
    await expect.poll(() => isShown() && vi.getTimerCount() > timers).toBe(true);
    vi.advanceTimersByTime(lasts - 500);
    expect(isShown()).toBe(true);
    vi.advanceTimersByTime(1_000);
    await expect.poll(isShown).toBe(false);
  }
});
