import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SkippedReporter } from './server/src/testing/skipped-reporter.ts';
import { web, webSlow } from './web/vitest.config.ts';

const conditions = ['source'];
const sources = { resolve: { conditions }, ssr: { resolve: { conditions } } };
const EXCLUDED = ['**/node_modules/**', '**/dist/**'];
/** Files of the second tier: `npm run test:slow`. */
const SLOW = '**/*.slow.test.ts';
const env = { TIER: 'slow' };
const SOAK_MS = 6 * 60 * 60_000;

const tests = {
  // Loading the server's modules or a browser for every file would take longer than many of the files.
  isolate: false,
  hookTimeout: 300_000,
};

/** Timeouts suit a busy machine several times slower than an ordinary one. */
const journeys = {
  ...tests,
  globalSetup: 'e2e/support/setup.ts',
  testTimeout: process.env.SOAK ? SOAK_MS : 600_000,
  expect: { poll: { timeout: 150_000 } },
};
const units = {
  ...tests,
  testTimeout: process.env.SOAK ? SOAK_MS : 300_000,
  expect: { poll: { timeout: 120_000 } },
};

export default defineConfig({
  ...sources,
  test: {
    globalSetup: 'server/src/testing/postgres.ts',
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism()),
    reporters: ['default', new SkippedReporter()],
    // Projects run in the order of their names, so that the longest files come first.
    projects: [
      web,
      webSlow,
      {
        ...sources,
        test: { name: 'e2e', include: ['e2e/**/*.test.ts'], exclude: [...EXCLUDED, SLOW], ...journeys },
      },
      {
        ...sources,
        test: { name: 'e2e-slow', include: ['e2e/**/*.slow.test.ts'], exclude: EXCLUDED, env, ...journeys },
      },
      {
        ...sources,
        test: {
          name: 'unit',
          include: ['*.test.ts', '{contract,demo,server,web}/**/*.test.ts'],
          exclude: [...EXCLUDED, SLOW],
          ...units,
        },
      },
      {
        ...sources,
        test: { name: 'unit-slow', include: ['{demo,server}/**/*.slow.test.ts'], exclude: EXCLUDED, env, ...units },
      },
    ],
  },
});
