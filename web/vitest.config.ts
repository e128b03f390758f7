import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PlaywrightBrowserProvider, playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import type { BrowserCommand } from 'vitest/node';
import { FLAGS } from '../e2e/support/find-browser.ts';
import { compiler } from './build/compiler.ts';
import { markdown } from './build/markdown.ts';

const { resolve } = createRequire(import.meta.url);

/** Chromium of the journeys. Its path is known once the global setup has found or unpacked it. */
const provider: ReturnType<typeof playwright> = {
  ...playwright(),
  providerFactory: (project) =>
    new PlaywrightBrowserProvider(project, {
      launchOptions: { executablePath: project.getProvidedContext().browser, args: FLAGS },
      contextOptions: { locale: 'es-AR', timezoneId: 'America/Argentina/Buenos_Aires', reducedMotion: 'reduce' },
    }),
};

/** Moves the pointer to the corner. Where the last test left it, a link under it could prefetch its screen. */
const parkPointer: BrowserCommand<[]> = ({ page }) => page.mouse.move(0, 0);

/**
 * Components and screens in the browser, without a server. The React Compiler runs as in the build: it can change what
 * code does. The fast tier uses React's production build. The slow tier repeats the tests with the development build,
 * which takes about twice as long, and fails on its warnings.
 */
const components = (name: 'web' | 'web-slow', mode: 'production' | 'development') => {
  const define = { 'process.env.NODE_ENV': JSON.stringify(mode) };
  const isDevelopment = mode === 'development';
  return defineProject({
    root: import.meta.dirname,
    cacheDir: `../node_modules/.cache/${name}`,
    plugins: [compiler(), markdown()],
    resolve: {
      conditions: ['source', 'module', 'browser', 'development|production'],
      alias: [
        { find: /^zod$/, replacement: join(import.meta.dirname, 'src/app/zod.ts') },
        // The whole font, of which build/font.ts makes a subset.
        {
          find: 'inter-subset.woff2',
          replacement: resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
        },
      ],
    },
    define: { __VERSION__: JSON.stringify('test'), ...define },
    oxc: { jsx: { development: isDevelopment } },
    // Vite would reload the page when it finds a dependency during a test.
    optimizeDeps: {
      entries: ['src/main.tsx', 'src/**/*.test.tsx'],
      include: [isDevelopment ? 'react/jsx-dev-runtime' : 'react/jsx-runtime', 'react/compiler-runtime'],
      rolldownOptions: { transform: { define } },
    },
    test: {
      name,
      include: ['src/**/*.test.tsx'],
      exclude: isDevelopment ? [] : ['**/*.slow.test.tsx'],
      globalSetup: join(import.meta.dirname, '../e2e/support/setup.ts'),
      setupFiles: join(import.meta.dirname, 'src/testing/setup.ts'),
      // A page per worker, so that the application is loaded once.
      isolate: false,
      maxWorkers: Math.max(2, availableParallelism()),
      // Enough for a busy machine several times slower than an ordinary one.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 60_000 } },
      browser: {
        enabled: true,
        headless: true,
        provider,
        instances: [{ browser: 'chromium' }],
        viewport: { width: 1440, height: 900 },
        screenshotFailures: false,
        commands: { parkPointer },
      },
    },
  });
};

export const web = components('web', 'production');
export const webSlow = components('web-slow', 'development');
