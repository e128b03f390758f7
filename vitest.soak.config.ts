import { defineConfig } from 'vitest/config';

const conditions = ['source'];

/* Long runs of what the suite does shortly: `npm run soak -- kills`. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{contract,server,e2e}/**/*.soak.ts'],
    globalSetup: ['server/src/testing/postgres.ts', 'e2e/support/setup.ts'],
    fileParallelism: false,
    testTimeout: 6 * 60 * 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
