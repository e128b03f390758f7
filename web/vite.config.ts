import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import packageJson from '../package.json' with { type: 'json' };
import { chunks } from './build/chunks.ts';
import { colors } from './build/colors.ts';
import { compiler } from './build/compiler.ts';
import { compress } from './build/compress.ts';
import { font } from './build/font.ts';
import { markdown } from './build/markdown.ts';
import { page } from './build/page.ts';
import { summaries } from './build/summaries.ts';
import { zod } from './build/zod.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compiler(), react(), colors(), font(), markdown(), page(), summaries(), zod(), chunks(), compress()],
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production'],
    alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'src/app/zod.ts') }],
  },
  define: { __VERSION__: JSON.stringify(packageJson.version) },
  build: {
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/media': 'http://127.0.0.1:3000' } },
});
