import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const conditions = ['source'];
const sources = { resolve: { conditions }, ssr: { resolve: { conditions } } };
const EXCLUDED = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  ...sources,
  test: {
    globalSetup: 'server/src/testing/postgres.ts',
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        ...sources,
        // Projects run in the order of their names, so that the longest files come first.
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: EXCLUDED,
          globalSetup: 'e2e/support/setup.ts',
          isolate: false,
          // Enough for a busy machine several times slower than an ordinary one, or for the long runs of `npm run soak`.
          testTimeout: process.env.SOAK ? 6 * 60 * 60_000 : 600_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 150_000 } },
        },
      },
      {
        ...sources,
        test: {
          name: 'unit',
          include: ['architecture.test.ts', '{contract,server,web}/**/*.test.{ts,tsx}'],
          exclude: EXCLUDED,
          // Loading the server's modules anew for every file would take longer than many of the files.
          isolate: false,
          testTimeout: process.env.SOAK ? 6 * 60 * 60_000 : 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 120_000 } },
        },
      },
    ],
  },
});
