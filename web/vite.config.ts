import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import packageJson from '../package.json' with { type: 'json' };

/** Compresses once, as well as can be, what the server would otherwise compress for every visitor. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg)$/.test(name)) continue;
        const content = readFileSync(join(dir, name));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  define: { __VERSION__: JSON.stringify(packageJson.version) },
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
