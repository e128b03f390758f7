import '../app/styles.css';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { closeApp } from './openApp.tsx';

declare module 'vitest/browser' {
  interface BrowserCommands {
    parkPointer: () => Promise<void>;
  }
}

const logged: string[] = [];
const { error } = console;
/** React in development warns of ui/lazy.tsx, which shows loaded code without `use`. */
const EXPECTED = /called use\(\) to suspend in a previous render/;
console.error = (...texts: unknown[]) => {
  if (EXPECTED.test(String(texts[0]))) return;
  logged.push(texts.map(String).join(' '));
  error(...texts);
};

beforeEach(async () => {
  await page.viewport(1440, 900);
  await commands.parkPointer();
});

afterEach(async () => {
  vi.useRealTimers();
  const problems = [...(await closeApp()), ...logged.splice(0)];
  expect(problems, problems.join('\n')).toEqual([]);
});
