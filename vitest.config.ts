import { defineConfig } from 'vitest/config';

const conditions = ['source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['architecture.test.ts', '{contract,server,web,e2e}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: 'server/src/testing/postgres.ts',
    pool: 'forks',
    // Loading the server's modules anew for every file would take longer than many of the files.
    isolate: false,
    // One more than the processors of a small machine: journeys also wait.
    maxWorkers: 3,
    testTimeout: 60_000,
    // What is waited for comes, however busy the machine is.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
  },
});
