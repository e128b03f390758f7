import { TestRunner } from 'vitest';

/** Skips the current test when the tool is missing. The run ends with the number of tests skipped for each tool. */
export function requireTool(name: string, isInstalled: boolean): void {
  if (!isInstalled) TestRunner.getCurrentTest()?.context.skip(`without ${name}`);
}
