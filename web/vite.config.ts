import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { version } from '../package.json' with { type: 'json' };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    rolldownOptions: {
      output: {
        // Zod and how it is set up travel together, so that no schema is made in between.
        codeSplitting: { groups: [{ name: 'zod', test: /node_modules\/zod\/|src\/app\/zod\.ts$/ }] },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/media': 'http://127.0.0.1:3000' } },
});
