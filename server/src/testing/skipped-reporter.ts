import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one line that counts the tests that were skipped for the reason they gave, such as a missing tool. */
export class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const counts = new Map<string, number>();
    for (const { children } of modules) {
      for (const test of children.allTests('skipped')) {
        const result = test.result();
        const reason = result.state === 'skipped' ? result.note : undefined;
        if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      }
    }
    if (counts.size === 0) return;
    const reasons = [...counts].map(([reason, count]) => `${count} × ${reason}`).sort();
    process.stdout.write(`Tests skipped on this machine: ${reasons.join(', ')}\n`);
  }
}
